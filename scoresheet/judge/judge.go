// Package judge reads whole scoresheets: hands, games and the match by the
// rulebook, with every fault and every default that the verdict rests on. What
// one hand does is the disciplines' to say; how a game of levels or points
// runs, ends and counts is said here, by the rulebook's terms alone.
package judge

import (
	"errors"
	"strings"

	"kiosk/scoresheet"
)

// Judge gives verdicts by one rulebook, phase and set of settings. It never
// changes and may be used from many goroutines at once.
type Judge struct {
	book       *scoresheet.Rulebook
	terms      scoresheet.Terms
	discipline discipline
	// defaults are the settings that are the program's own choice and that
	// nobody has changed.
	defaults map[string]bool
}

// New is the judge for a phase of a rulebook ("" is its first) under the
// changes of settings, applied in order. The error is a *scoresheet.SettingError,
// or says that the discipline has no judge.
func New(book *scoresheet.Rulebook, phase string, settings ...map[string]any) (*Judge, error) {
	terms, err := book.Terms(phase, settings...)
	if err != nil {
		return nil, err
	}
	made, ok := disciplines[book.Discipline]
	if !ok {
		return nil, errors.New("no judge for discipline " + string(book.Discipline))
	}
	return &Judge{book: book, terms: terms, discipline: made(book, &terms), defaults: defaultsOf(book, settings)}, nil
}

// For is the judge for a sheet: New with the sheet's own phase and settings,
// once the sheet has only fields that its discipline knows. The error is a
// *scoresheet.SheetError with the place in the sheet.
func For(book *scoresheet.Rulebook, sheet *scoresheet.Sheet) (*Judge, error) {
	judge, err := New(book, sheet.Phase, sheet.Settings)
	if err != nil {
		return nil, refusedSetting(book, err)
	}
	if err := judge.Admit(sheet); err != nil {
		return nil, err
	}
	return judge, nil
}

func refusedSetting(book *scoresheet.Rulebook, err error) error {
	var setting *scoresheet.SettingError
	if !errors.As(err, &setting) {
		return err
	}
	refused := scoresheet.RefuseSheet(setting.Code, scoresheet.Pointer("settings", setting.Name), setting.Want)
	if setting.Code == "setting.phase" {
		phases := make([]string, len(book.Phases))
		for i, phase := range book.Phases {
			phases[i] = phase.ID
		}
		refused.At, refused.Want = "/phase", strings.Join(phases, ", ")
	}
	refused.Err = err
	return refused
}

func defaultsOf(book *scoresheet.Rulebook, changes []map[string]any) map[string]bool {
	defaults := map[string]bool{}
	for name, setting := range book.Settings {
		if setting.Origin == scoresheet.FromDefault {
			defaults[name] = true
		}
	}
	for i := range book.Incidents {
		if book.Incidents[i].OnDefault() {
			defaults[incidentSetting(book.Incidents[i].Kind)] = true
		}
	}
	for i := range book.Bands {
		if book.Bands[i].Origin == scoresheet.FromDefault {
			defaults["bands"] = true
		}
	}
	for _, change := range changes {
		for name := range change {
			delete(defaults, name)
		}
	}
	return defaults
}

// Terms are the settings that the judge goes by.
func (j *Judge) Terms() scoresheet.Terms { return j.terms }

// Admit refuses a sheet whose hands carry fields that the discipline does not
// know, as a *scoresheet.SheetError for an unknown key.
func (j *Judge) Admit(sheet *scoresheet.Sheet) error {
	for g, game := range sheet.Games {
		for h := range game.Hands {
			if key := j.discipline.foreign(&game.Hands[h]); key != "" {
				return scoresheet.RefuseSheet(scoresheet.SheetKey, scoresheet.Pointer("games", g, "hands", h, key), "")
			}
		}
	}
	return nil
}

// SameEffect reports whether two hands say the same: [1,3] and [1,3,4,2] do.
// A hand at fault has no effect and is the same as none.
func (j *Judge) SameEffect(a, b scoresheet.Hand) bool {
	return a.Extra == b.Extra && j.discipline.same(&a, &b)
}

// Verdict judges a whole sheet. Equal sheets have equal verdicts. The sheet's
// own settings and phase are not looked at: they are the judge's.
func (j *Judge) Verdict(sheet scoresheet.Sheet) scoresheet.Verdict {
	r := reading{Judge: j, sheet: &sheet}
	r.penalties = r.readPenalties()
	match := r.match()
	penalties := r.penaltyVerdicts()
	return scoresheet.Verdict{
		Rulebook:  j.book.ID,
		Valid:     len(r.faults) == 0,
		Faults:    append([]scoresheet.Fault{}, r.faults...),
		Notices:   append([]scoresheet.Notice{}, r.notices...),
		Games:     append([]scoresheet.GameVerdict{}, r.games...),
		Match:     match,
		Penalties: penalties,
	}
}

// reading is one sheet while it is read.
type reading struct {
	*Judge
	sheet     *scoresheet.Sheet
	penalties []penalty
	faults    []scoresheet.Fault
	notices   []scoresheet.Notice
	games     []scoresheet.GameVerdict
	// matchLost are the sides that a penalty has taken the match from.
	matchLost scoresheet.PerSide[bool]
}

func (r *reading) fault(f scoresheet.Fault) {
	if f.Clause == "" {
		f.Clause = r.book.FaultClause(f.Code)
	}
	r.faults = append(r.faults, f)
}

// rests notes that the verdict rests on a setting.
func (r *reading) rests(setting string) {
	if r.defaults[setting] {
		r.restsOnDefault(setting, r.book.Settings[setting].Value)
	}
}

func (r *reading) restsOnDefault(name string, value any) {
	const prefix = "default."
	for i := range r.notices {
		if told, ok := strings.CutPrefix(r.notices[i].Code, prefix); ok && told == name {
			return
		}
	}
	r.notices = append(r.notices, scoresheet.Notice{Code: prefix + name, Args: map[string]any{"setting": name, "value": value}})
}

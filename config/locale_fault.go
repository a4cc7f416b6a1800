package config

import (
	"fmt"
	"strings"
	"unicode"

	"kiosk/scoresheet"
)

// Fault is the sentence that tells a person what is wrong and what to do, with
// seats and sides by the rulebook's names and the article that says so.
func (w *Words) Fault(book *scoresheet.Rulebook, fault scoresheet.Fault) string {
	key := "fault." + fault.Code
	if why, ok := fault.Args["why"].(string); ok && w.Has(key+"."+why) {
		key += "." + why
	}
	text := w.T(key, w.args(book, fault.Args))
	if fault.Clause == "" {
		return text
	}
	return text + w.T("fault.clause", map[string]any{"Clause": fault.Clause})
}

// Notice is the sentence for a default that a verdict rests on, or for what was
// left unchecked.
func (w *Words) Notice(book *scoresheet.Rulebook, notice scoresheet.Notice) string {
	setting, isDefault := notice.Args["setting"].(string)
	if !isDefault {
		return w.T("notice."+notice.Code, w.args(book, notice.Args))
	}
	if violation, ok := book.Violation(setting); ok {
		return w.T("notice.default-ladder", map[string]any{
			"Name": violation.Name.In(w.lang), "Value": w.value(book, "due", notice.Args["value"]),
		})
	}
	args := map[string]any{"Name": w.SettingName(setting), "Value": w.SettingValue(setting, notice.Args["value"])}
	if notice.Args["value"] == nil {
		return w.T("notice.default-own", args)
	}
	return w.T("notice.default", args)
}

// Explain fills in the messages of a verdict.
func (w *Words) Explain(book *scoresheet.Rulebook, verdict *scoresheet.Verdict) {
	for i := range verdict.Faults {
		verdict.Faults[i].Message = w.Fault(book, verdict.Faults[i])
	}
	for i := range verdict.Notices {
		verdict.Notices[i].Message = w.Notice(book, verdict.Notices[i])
	}
}

// SheetError is the line for something that is no scoresheet.
func (w *Words) SheetError(refused *scoresheet.SheetError) string {
	place := refused.At
	if place == "" {
		place = w.T("refused.whole", nil)
	}
	text := w.T("refused."+refused.Code, map[string]any{"Want": refused.Want})
	if refused.Want != "" {
		text += w.T("refused.want", map[string]any{"Want": refused.Want})
	}
	if refused.Offset >= 0 {
		text += w.T("refused.byte", map[string]any{"Offset": refused.Offset})
	}
	return w.T("refused.line", map[string]any{"Place": place, "Text": text})
}

// SettingName is what people call a setting.
func (w *Words) SettingName(name string) string {
	if key := "setting.name." + name; w.Has(key) {
		return w.T(key, nil)
	}
	return name
}

// SettingValue is a setting's value in words.
func (w *Words) SettingValue(name string, value any) string {
	switch v := value.(type) {
	case bool:
		return w.T(fmt.Sprintf("setting.word.%t", v), nil)
	case string:
		if key := "setting.word." + name + "." + v; w.Has(key) {
			return w.T(key, nil)
		}
		if v == "none" {
			return w.T("setting.word.none", nil)
		}
	case []any:
		parts := make([]string, len(v))
		for i, item := range v {
			parts[i] = fmt.Sprint(item)
		}
		return strings.Join(parts, "/")
	}
	if key := fmt.Sprint("setting.word.", name, ".", value); w.Has(key) {
		return w.T(key, nil)
	}
	return fmt.Sprint(value)
}

// Action is a penalty's action in words: "warn", "points:-2".
func (w *Words) Action(text string) string {
	action, err := scoresheet.ParseAction(text)
	if err != nil {
		return text
	}
	value := action.Text
	switch action.Kind {
	case scoresheet.ActionPoints:
		value = action.Points.String()
	case scoresheet.ActionOpponentsUp, scoresheet.ActionLevelDown:
		value = fmt.Sprint(action.Levels)
	case scoresheet.ActionNote:
		if key := "action.note." + value; w.Has(key) {
			value = w.T(key, nil)
		}
	}
	return w.T("action."+string(action.Kind), map[string]any{"Value": value})
}

// SeatName is a seat with its number and the rulebook's name for it.
func (w *Words) SeatName(book *scoresheet.Rulebook, seat scoresheet.Seat) string {
	name := ""
	if n := int(seat); n >= 1 && n <= len(book.SeatNames) {
		name = book.SeatNames[n-1].In(w.lang)
	}
	return w.T("fault.word.seat", map[string]any{"Number": int(seat), "Name": name})
}

// SideName is the rulebook's name for a side.
func (w *Words) SideName(book *scoresheet.Rulebook, side scoresheet.Side) string {
	switch {
	case side == scoresheet.NoSide:
		return w.T("fault.word.nobody", nil)
	case int(side) <= len(book.SideNames):
		return book.SideNames[side-1].In(w.lang)
	}
	return side.String()
}

// args turns the arguments of a fault into words; keys begin with a capital in
// the texts.
func (w *Words) args(book *scoresheet.Rulebook, args map[string]any) map[string]any {
	words := make(map[string]any, len(args))
	for key, value := range args {
		first := []rune(key)
		first[0] = unicode.ToUpper(first[0])
		words[string(first)] = w.value(book, key, value)
	}
	return words
}

// incidentWords are where the words of incidents and their results are found.
var incidentWords = map[string]string{"kind": "incident.", "result": "incident.result."}

func (w *Words) value(book *scoresheet.Rulebook, key string, value any) any {
	switch v := value.(type) {
	case scoresheet.Seat:
		return w.SeatName(book, v)
	case scoresheet.Side:
		return w.SideName(book, v)
	case scoresheet.Level:
		return v.String()
	case []scoresheet.Seat:
		return w.join(len(v), func(i int) string { return w.SeatName(book, v[i]) })
	case []string:
		if len(v) == 0 {
			return w.T("fault.word.nothing", nil)
		}
		return w.join(len(v), func(i int) string { return w.Action(v[i]) })
	case string:
		if violation, ok := book.Violation(v); ok && key == "violation" {
			return violation.Name.In(w.lang)
		}
		if known, ok := incidentWords[key]; ok && w.Has(known+v) {
			return w.T(known+v, nil)
		}
	case scoresheet.PerSide[scoresheet.Level], scoresheet.PerSide[int], scoresheet.PerSide[scoresheet.Points],
		*scoresheet.PerSide[scoresheet.Level], *scoresheet.PerSide[int], *scoresheet.PerSide[scoresheet.Points]:
		return w.both(book, v)
	}
	return value
}

// both tells a value for each side: "南北 5、东西 4".
func (w *Words) both(book *scoresheet.Rulebook, value any) string {
	var a, b any
	switch v := value.(type) {
	case scoresheet.PerSide[scoresheet.Level]:
		a, b = v.A, v.B
	case scoresheet.PerSide[int]:
		a, b = v.A, v.B
	case scoresheet.PerSide[scoresheet.Points]:
		a, b = v.A, v.B
	case *scoresheet.PerSide[scoresheet.Level]:
		if v != nil {
			return w.both(book, *v)
		}
	case *scoresheet.PerSide[int]:
		if v != nil {
			return w.both(book, *v)
		}
	case *scoresheet.PerSide[scoresheet.Points]:
		if v != nil {
			return w.both(book, *v)
		}
	}
	if a == nil {
		return w.T("fault.word.nothing", nil)
	}
	values := [...]string{fmt.Sprint(a), fmt.Sprint(b)}
	return w.join(len(values), func(i int) string {
		return w.SideName(book, scoresheet.Sides[i]) + " " + values[i]
	})
}

func (w *Words) join(n int, part func(int) string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = part(i)
	}
	return strings.Join(parts, w.T("fault.word.and", nil))
}

package judge_test

import (
	"errors"
	"reflect"
	"sync"
	"testing"

	"kiosk/scoresheet"
	"kiosk/scoresheet/judge"
)

func collegeBook(t *testing.T) *scoresheet.Rulebook {
	t.Helper()
	entry, ok := rulebooks(t).Get("guandan-college")
	if !ok {
		t.Fatal("no guandan-college")
	}
	return entry.Book
}

func TestForNamesThePlace(t *testing.T) {
	book, tricks := collegeBook(t), 40
	hand := func(h scoresheet.Hand) *scoresheet.Sheet {
		return &scoresheet.Sheet{Games: []scoresheet.Game{{}, {Hands: []scoresheet.Hand{{}, h}}}}
	}
	for name, test := range map[string]struct {
		sheet    *scoresheet.Sheet
		code, at string
	}{
		"phase":           {&scoresheet.Sheet{Phase: "semis"}, "setting.phase", "/phase"},
		"unknown setting": {&scoresheet.Sheet{Settings: map[string]any{"hands": 6}}, "setting.unknown", "/settings/hands"},
		"fixed setting":   {&scoresheet.Sheet{Settings: map[string]any{"scoring": "points"}}, "setting.fixed", "/settings/scoring"},
		"no start":        {&scoresheet.Sheet{Settings: map[string]any{"start": "none"}}, "setting.type", "/settings/start"},
		"half a minute":   {&scoresheet.Sheet{Settings: map[string]any{"minutes": 44.5}}, "setting.type", "/settings/minutes"},
		"tricks":          {hand(scoresheet.Hand{Tricks: &tricks}), scoresheet.SheetKey, "/games/1/hands/1/tricks"},
		"events":          {hand(scoresheet.Hand{Incidents: []scoresheet.Incident{}}), scoresheet.SheetKey, "/games/1/hands/1/events"},
		"table":           {hand(scoresheet.Hand{Table: 1}), scoresheet.SheetKey, "/games/1/hands/1/table"},
		"sitting":         {hand(scoresheet.Hand{Sitting: 1}), scoresheet.SheetKey, "/games/1/hands/1/sitting"},
		"on stage":        {hand(scoresheet.Hand{OnStage: scoresheet.SideA}), scoresheet.SheetKey, "/games/1/hands/1/on_stage"},
		"bottom":          {hand(scoresheet.Hand{Bottom: &scoresheet.Bottom{}}), scoresheet.SheetKey, "/games/1/hands/1/bottom"},
		"throws":          {hand(scoresheet.Hand{Throws: []scoresheet.Throw{}}), scoresheet.SheetKey, "/games/1/hands/1/throws"},
	} {
		_, err := judge.For(book, test.sheet)
		var refused *scoresheet.SheetError
		if !errors.As(err, &refused) || refused.Code != test.code || refused.At != test.at {
			t.Errorf("%s: %v, want %s at %s", name, err, test.code, test.at)
		}
	}
}

func TestNewRefusesSettings(t *testing.T) {
	var refused *scoresheet.SettingError
	if _, err := judge.New(collegeBook(t), "", map[string]any{"minutes": 30}, map[string]any{"minutes": 0}); !errors.As(err, &refused) || refused.Name != "minutes" {
		t.Error(err)
	}
	j, err := judge.New(collegeBook(t), "final", map[string]any{"minutes": 30}, map[string]any{"minutes": 60})
	if err != nil || j.Terms().Minutes != 60 {
		t.Error(err)
	}
}

func TestOneJudgeForManyGoroutines(t *testing.T) {
	j, err := judge.New(collegeBook(t), "")
	if err != nil {
		t.Fatal(err)
	}
	sheet := scoresheet.Sheet{
		Games:     []scoresheet.Game{{Hands: []scoresheet.Hand{{Finish: []scoresheet.Seat{1, 3}}, {Finish: []scoresheet.Seat{1, 1}}}, End: scoresheet.EndedByClock}},
		Penalties: []scoresheet.Penalty{{Violation: "slow-play", Side: scoresheet.SideB}},
	}
	want := j.Verdict(sheet)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 50 {
				if got := j.Verdict(sheet); !reflect.DeepEqual(got, want) {
					t.Errorf("%+v", got)
				}
			}
		})
	}
	wait.Wait()
}

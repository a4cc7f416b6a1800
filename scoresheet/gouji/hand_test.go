package gouji_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kiosk/scoresheet"
	"kiosk/scoresheet/gouji"
)

type seats = []scoresheet.Seat

func TestReadOrder(t *testing.T) {
	for _, test := range []struct {
		finish seats
		want   gouji.Order
		fault  string
	}{
		{seats{2, 1, 4, 3, 6, 5}, gouji.Order{2, 1, 4, 3, 6, 5}, ""},
		{seats{2, 1, 4, 3, 6}, gouji.Order{2, 1, 4, 3, 6, 5}, ""},
		{seats{5, 1, 3}, gouji.Order{5, 1, 3, 2, 4, 6}, ""},
		{seats{5, 1, 3, 6, 2, 4}, gouji.Order{5, 1, 3, 2, 4, 6}, ""},
		{seats{5, 1, 3, 6}, gouji.Order{5, 1, 3, 2, 4, 6}, ""},
		{nil, gouji.Order{}, "finish.incomplete at /finish"},
		{seats{1, 3}, gouji.Order{}, "finish.incomplete at /finish"},
		{seats{1, 3, 2}, gouji.Order{}, "finish.incomplete at /finish"},
		{seats{1, 2, 3, 4}, gouji.Order{}, "finish.incomplete at /finish"},
		{seats{1, 2, 0}, gouji.Order{}, "finish.seat at /finish/2"},
		{seats{1, 2, 1, 7}, gouji.Order{}, "finish.duplicate at /finish/2; finish.seat at /finish/3"},
		{seats{1, 2, 3, 4, 5, 6, 6}, gouji.Order{}, "finish.duplicate at /finish/6"},
	} {
		order, faults := gouji.ReadOrder(test.finish)
		told := ""
		if faults != nil {
			told = scoresheet.Faults(faults).Error()
		}
		if order != test.want || told != test.fault {
			t.Errorf("%v: %v, %q", test.finish, order, told)
		}
	}
}

// houseRules are a rulebook that no file has: every kind scores, a failed burn
// and a missing 3 close.
func houseRules(t testing.TB, change func(*scoresheet.Terms)) gouji.Rules {
	t.Helper()
	terms := &scoresheet.Terms{GoujiTerms: scoresheet.GoujiTerms{PlacePoints: []int{8, 4, 2, 1, 0, -3}}}
	if change != nil {
		change(terms)
	}
	book := &scoresheet.Rulebook{Incidents: []scoresheet.IncidentRule{
		{Kind: scoresheet.Closed, Gain: 1, Loss: -2, Origin: scoresheet.FromDefault},
		{Kind: scoresheet.Stifle, Gain: 3, Loss: -1, Bottom: true},
		{Kind: scoresheet.Burn, Result: scoresheet.BurnSuccess, Gain: 5},
		{Kind: scoresheet.Burn, Result: scoresheet.BurnKilled, Loss: -1},
		{Kind: scoresheet.Burn, Result: scoresheet.BurnCountered, Gain: 7, Loss: -4},
		{Kind: scoresheet.Burn, Result: scoresheet.BurnFailed, Bottom: true, Closes: true, Gain: 1},
		{Kind: scoresheet.NoThree, Bottom: true, Closes: true},
		{Kind: scoresheet.TwoForOne, Gain: 6, Loss: -6},
	}}
	return gouji.RulesOf(book, terms)
}

func points(t testing.TB, rules gouji.Rules, hand scoresheet.Hand, sanctions gouji.Sanctions) (a, b int) {
	t.Helper()
	result, faults := rules.Read(&hand, sanctions)
	if faults != nil {
		t.Fatal(scoresheet.Faults(faults))
	}
	return int(result.Points.A / scoresheet.Point), int(result.Points.B / scoresheet.Point)
}

func TestIncidentsScoreByTheirRules(t *testing.T) {
	inOrder := seats{1, 2, 3, 4, 5, 6} // 10 and 2
	for name, test := range map[string]struct {
		finish    seats
		incidents []scoresheet.Incident
		a, b      int
	}{
		"none":           {inOrder, nil, 10, 2},
		"closed":         {inOrder, []scoresheet.Incident{{Kind: "closed", Seat: 2}}, 11, 0},
		"stifle":         {inOrder, []scoresheet.Incident{{Kind: "stifle", Seat: 6, By: 1}}, 13, 1},
		"stifle own":     {inOrder, []scoresheet.Incident{{Kind: "stifle", Seat: 6, By: 2}}, 10, 2},
		"burn":           {inOrder, []scoresheet.Incident{{Kind: "burn", By: 2, Against: 1, Result: "success"}}, 10, 7},
		"burn own":       {inOrder, []scoresheet.Incident{{Kind: "burn", By: 2, Against: 4, Result: "success"}}, 10, 2},
		"killed":         {inOrder, []scoresheet.Incident{{Kind: "burn", By: 2, Against: 1, Result: "killed"}}, 9, 2},
		"countered":      {inOrder, []scoresheet.Incident{{Kind: "burn", By: 2, Against: 1, Result: "countered", CounterBy: 3}}, 17, -2},
		"countered own":  {inOrder, []scoresheet.Incident{{Kind: "burn", By: 2, Against: 1, Result: "countered", CounterBy: 4}}, 10, 2},
		"failed":         {inOrder, []scoresheet.Incident{{Kind: "burn", By: 6, Against: 1, Result: "failed"}}, 12, 0},
		"no 3":           {inOrder, []scoresheet.Incident{{Kind: "no-three", Seat: 6}}, 11, 0},
		"two for one":    {inOrder, []scoresheet.Incident{{Kind: "two-for-one", By: 6}}, 4, 8},
		"closed by both": {inOrder, []scoresheet.Incident{{Kind: "burn", By: 6, Against: 1, Result: "failed"}, {Kind: "no-three", Seat: 6}}, 12, 0},
	} {
		t.Run(name, func(t *testing.T) {
			hand := scoresheet.Hand{Finish: test.finish, Incidents: test.incidents}
			if a, b := points(t, houseRules(t, nil), hand, gouji.Sanctions{}); a != test.a || b != test.b {
				t.Errorf("%d:%d, want %d:%d", a, b, test.a, test.b)
			}
		})
	}
}

func TestSweeps(t *testing.T) {
	hand := scoresheet.Hand{
		Finish:    seats{1, 3, 5},
		Incidents: []scoresheet.Incident{{Kind: "two-for-one", By: 2}},
	}
	for name, test := range map[string]struct {
		change func(*scoresheet.Terms)
		a, b   int
	}{
		"the sum":       {nil, 8, 4},
		"a record":      {func(t *scoresheet.Terms) { t.Sweep = 20 }, 20, 4},
		"alone":         {func(t *scoresheet.Terms) { t.Sweep, t.SweepAlone = 20, true }, 20, 0},
		"positive only": {func(t *scoresheet.Terms) { t.PositiveOnly = true }, 8, 4},
	} {
		if a, b := points(t, houseRules(t, test.change), hand, gouji.Sanctions{}); a != test.a || b != test.b {
			t.Errorf("%s: %d:%d, want %d:%d", name, a, b, test.a, test.b)
		}
	}
}

func TestSanctions(t *testing.T) {
	stifled := []scoresheet.Incident{{Kind: "stifle", Seat: 6, By: 2}}
	for name, test := range map[string]struct {
		finish    seats
		incidents []scoresheet.Incident
		sanctions gouji.Sanctions
		want      gouji.Order
	}{
		"none":                     {seats{1, 2, 3, 4, 5, 6}, nil, gouji.Sanctions{}, gouji.Order{1, 2, 3, 4, 5, 6}},
		"last":                     {seats{1, 2, 3, 4, 5, 6}, nil, gouji.Sanctions{Last: seats{1}}, gouji.Order{2, 3, 4, 5, 6, 1}},
		"two":                      {seats{1, 2, 3, 4, 5, 6}, nil, gouji.Sanctions{Last: seats{1, 2}}, gouji.Order{3, 4, 5, 6, 2, 1}},
		"twice":                    {seats{1, 2, 3, 4, 5, 6}, nil, gouji.Sanctions{Last: seats{1, 1}}, gouji.Order{2, 3, 4, 5, 6, 1}},
		"as written":               {seats{2, 3, 4, 5, 6, 1}, nil, gouji.Sanctions{Last: seats{1}}, gouji.Order{2, 3, 4, 5, 6, 1}},
		"above a stifle":           {seats{1, 2, 3, 4, 5, 6}, stifled, gouji.Sanctions{Last: seats{1}}, gouji.Order{2, 3, 4, 5, 1, 6}},
		"below a stifle, written":  {seats{2, 3, 4, 5, 6, 1}, stifled, gouji.Sanctions{Last: seats{1}}, gouji.Order{2, 3, 4, 5, 6, 1}},
		"the stifled one":          {seats{1, 2, 3, 4, 5, 6}, stifled, gouji.Sanctions{Last: seats{6}}, gouji.Order{1, 2, 3, 4, 5, 6}},
		"breaks a sweep":           {seats{1, 3, 5}, nil, gouji.Sanctions{Last: seats{3}}, gouji.Order{1, 5, 2, 4, 6, 3}},
		"makes a sweep":            {seats{1, 2, 3, 5, 4, 6}, nil, gouji.Sanctions{Last: seats{2}}, gouji.Order{1, 3, 5, 2, 4, 6}},
		"everybody, the first one": {seats{1, 2, 3, 4, 5, 6}, nil, gouji.Sanctions{Last: seats{6, 5, 4, 3, 2, 1}}, gouji.Order{1, 2, 3, 4, 5, 6}},
	} {
		hand := scoresheet.Hand{Finish: test.finish, Incidents: test.incidents}
		rules := houseRules(t, nil)
		result, faults := rules.Read(&hand, test.sanctions)
		if faults != nil || result.Order != test.want {
			t.Errorf("%s: %v, want %v (%v)", name, result.Order, test.want, faults)
		}
	}
	rules := houseRules(t, nil)
	closed := gouji.Sanctions{Closed: seats{2, 2}}
	if a, b := points(t, rules, scoresheet.Hand{Finish: seats{1, 2, 3, 4, 5, 6}}, closed); a != 11 || b != 0 {
		t.Errorf("closed by a penalty: %d:%d", a, b)
	}
}

func TestRestsOnWhatIsOurChoice(t *testing.T) {
	rules := houseRules(t, nil)
	for _, test := range []struct {
		incident scoresheet.Incident
		want     bool
	}{
		{scoresheet.Incident{Kind: "closed", Seat: 2}, true},
		{scoresheet.Incident{Kind: "stifle", Seat: 6, By: 1}, false},
		{scoresheet.Incident{Kind: "no such"}, false},
	} {
		if rules.OnDefault(&test.incident) != test.want {
			t.Errorf("%s: not %v", test.incident.Kind, test.want)
		}
	}
}

func TestSame(t *testing.T) {
	stifle := scoresheet.Incident{Kind: "stifle", Seat: 6, By: 1}
	closed := scoresheet.Incident{Kind: "closed", Seat: 6}
	idle := scoresheet.Incident{Kind: "burn", By: 2, Against: 4, Result: "success"}
	inOrder, sweep := seats{1, 2, 3, 4, 5, 6}, seats{1, 3, 5}
	late := closed
	late.AfterSecond = true
	for name, test := range map[string]struct {
		a, b scoresheet.Hand
		want bool
	}{
		"short and long":   {scoresheet.Hand{Finish: sweep}, scoresheet.Hand{Finish: seats{1, 3, 5, 6, 4, 2}}, true},
		"another order":    {scoresheet.Hand{Finish: inOrder}, scoresheet.Hand{Finish: seats{1, 2, 3, 4, 6, 5}}, false},
		"in another order": {scoresheet.Hand{Finish: inOrder, Incidents: []scoresheet.Incident{stifle, closed}}, scoresheet.Hand{Finish: inOrder, Incidents: []scoresheet.Incident{closed, stifle}}, true},
		"one more":         {scoresheet.Hand{Finish: inOrder, Incidents: []scoresheet.Incident{stifle}}, scoresheet.Hand{Finish: inOrder}, false},
		"one that is idle": {scoresheet.Hand{Finish: inOrder, Incidents: []scoresheet.Incident{idle}}, scoresheet.Hand{Finish: inOrder}, true},
		"a mark":           {scoresheet.Hand{Finish: inOrder, Incidents: []scoresheet.Incident{late}}, scoresheet.Hand{Finish: inOrder, Incidents: []scoresheet.Incident{closed}}, true},
		"at fault":         {scoresheet.Hand{Finish: seats{1}}, scoresheet.Hand{Finish: seats{1}}, false},
		"other at fault":   {scoresheet.Hand{Finish: inOrder}, scoresheet.Hand{Finish: seats{1}}, false},
	} {
		rules := houseRules(t, nil)
		if rules.Same(&test.a, &test.b) != test.want || rules.Same(&test.b, &test.a) != test.want {
			t.Errorf("%s: not %v", name, test.want)
		}
	}
}

// TestPlacesAddUp: without incidents the two sides share what the places are
// worth, whatever the order and whoever is placed last.
func TestPlacesAddUp(t *testing.T) {
	rules := houseRules(t, nil)
	seat := rapid.Custom(func(t *rapid.T) scoresheet.Seat {
		return scoresheet.Seat(rapid.IntRange(1, gouji.Seats).Draw(t, "seat"))
	})
	rapid.Check(t, func(t *rapid.T) {
		hand := scoresheet.Hand{Finish: rapid.Permutation(seats{1, 2, 3, 4, 5, 6}).Draw(t, "finish")}
		last := rapid.SliceOfN(seat, 0, 4).Draw(t, "last")
		result, faults := rules.Read(&hand, gouji.Sanctions{Last: last})
		if faults != nil || result.Points.A+result.Points.B != scoresheet.WholePoints(12) {
			t.Fatalf("%+v %v", result, faults)
		}
		if len(last) > 0 && result.Order.Sweeper() == scoresheet.NoSide && !slices.Contains(last, result.Order[gouji.Seats-1]) {
			t.Fatalf("%v is last of %v", result.Order, last)
		}
		place := 0
		for seat := scoresheet.Seat(1); seat <= gouji.Seats; seat++ {
			place += result.Order.Place(seat)
		}
		if place != 21 {
			t.Fatal("not every seat has its place", result.Order)
		}
	})
}

func TestAHandHasNoMoreIncidentsThanATableBringsAbout(t *testing.T) {
	burn := scoresheet.Incident{Kind: "burn", By: 2, Against: 1, Result: "success"}
	for number, want := range map[int]int{gouji.MostIncidents: 0, gouji.MostIncidents + 1: 1, 1000: 1} {
		hand := scoresheet.Hand{Finish: seats{1, 2, 3, 4, 5, 6}, Incidents: slices.Repeat([]scoresheet.Incident{burn}, number)}
		rules := houseRules(t, nil)
		_, faults := rules.Read(&hand, gouji.Sanctions{})
		if len(faults) != want || (want > 0 && faults[0].At != "/events") {
			t.Errorf("%d incidents: %v", number, faults)
		}
	}
}

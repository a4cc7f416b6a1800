package guandan_test

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"kiosk/scoresheet"
	"kiosk/scoresheet/guandan"
)

type seats = []scoresheet.Seat

func TestReadOrder(t *testing.T) {
	for name, test := range map[string]struct {
		finish  seats
		partner int
		climb   int
	}{
		"double-down, short": {seats{3, 1}, 2, 3},
		"double-down, long":  {seats{3, 1, 4, 2}, 2, 3},
		"partner third":      {seats{1, 4, 3}, 3, 2},
		"partner last":       {seats{2, 1, 3}, 4, 1},
	} {
		order, faults := guandan.ReadOrder(test.finish)
		if faults != nil {
			t.Fatal(name, faults)
		}
		if order.PartnerPlace() != test.partner || order.Climb([]int{3, 2, 1}) != test.climb || order.Winner() != test.finish[0].Side() {
			t.Errorf("%s: %v, partner %d, climb %d", name, order, order.PartnerPlace(), order.Climb([]int{3, 2, 1}))
		}
	}
}

func TestReadOrderFaults(t *testing.T) {
	for name, test := range map[string]struct {
		finish seats
		want   []string
	}{
		"nothing":         {nil, []string{"finish.incomplete at /finish"}},
		"one":             {seats{1}, []string{"finish.incomplete at /finish"}},
		"two of two":      {seats{1, 2}, []string{"finish.incomplete at /finish"}},
		"no seat":         {seats{1, 5}, []string{"finish.seat at /finish/1"}},
		"twice":           {seats{1, 2, 1}, []string{"finish.duplicate at /finish/2"}},
		"twice and wrong": {seats{0, 2, 2, 9}, []string{"finish.seat at /finish/0", "finish.duplicate at /finish/2", "finish.seat at /finish/3"}},
	} {
		_, faults := guandan.ReadOrder(test.finish)
		var got []string
		for _, fault := range faults {
			got = append(got, fault.Error())
		}
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}

func TestPasses(t *testing.T) {
	for _, test := range []struct {
		finish    seats
		condition string
		want      bool
	}{
		{seats{1, 3}, guandan.PassNotLast, true},
		{seats{1, 2, 3}, guandan.PassNotLast, true},
		{seats{1, 2, 4}, guandan.PassNotLast, false},
		{seats{1, 3}, guandan.PassDoubleDown, true},
		{seats{1, 2, 3}, guandan.PassDoubleDown, false},
	} {
		order, _ := guandan.ReadOrder(test.finish)
		if order.Passes(test.condition) != test.want {
			t.Errorf("%v under %s", test.finish, test.condition)
		}
	}
}

func college() *scoresheet.Terms {
	return &scoresheet.Terms{
		Tribute: "usual", TributeEqual: "next", TributeEqualLeads: "previous",
		ReturnMax: 10, ReturnTo: "giver",
	}
}

func TestDueTribute(t *testing.T) {
	folk := college()
	folk.TributeEqual = "own-next"
	previous := college()
	previous.TributeEqual, previous.TributeEqualLeads = "previous", "next"
	for name, test := range map[string]struct {
		terms  *scoresheet.Terms
		finish seats
		want   *scoresheet.TributeDue
	}{
		"single": {college(), seats{1, 2, 3, 4}, &scoresheet.TributeDue{
			From: seats{4}, To: seats{1}, RefusalLeads: 1, Leads: 4, ReturnMax: 10}},
		"single from the partner": {college(), seats{4, 1, 3, 2}, &scoresheet.TributeDue{
			From: seats{2}, To: seats{4}, RefusalLeads: 4, Leads: 2, ReturnMax: 10}},
		"double": {college(), seats{3, 1}, &scoresheet.TributeDue{
			From: seats{2, 4}, To: seats{3, 1}, RefusalLeads: 3, EqualGives: 4, EqualLeads: 2, ReturnMax: 10}},
		"double, each to its next": {folk, seats{1, 3}, &scoresheet.TributeDue{
			From: seats{2, 4}, To: seats{1, 3}, RefusalLeads: 1, EqualGives: 4, EqualLeads: 4, ReturnMax: 10}},
		"double, previous": {previous, seats{1, 3}, &scoresheet.TributeDue{
			From: seats{2, 4}, To: seats{1, 3}, RefusalLeads: 1, EqualGives: 4, EqualLeads: 2, ReturnMax: 10}},
		"none": {&scoresheet.Terms{Tribute: "none"}, seats{1, 3}, nil},
	} {
		order, _ := guandan.ReadOrder(test.finish)
		if got := guandan.DueTribute(test.terms, order); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
}

// TestTributeAsDueIsNeverAtFault: whoever owes gives a card that is not wild,
// the higher one to the first finisher, and gets a low card back.
func TestTributeAsDueIsNeverAtFault(t *testing.T) {
	cards := []string{"small", "SA", "DK", "C9", "S2"}
	rapid.Check(t, func(t *rapid.T) {
		terms := college()
		terms.TributeEqual = rapid.SampledFrom([]string{"next", "previous", "own-next"}).Draw(t, "equal")
		order, faults := guandan.ReadOrder(rapid.Permutation(seats{1, 2, 3, 4}).Draw(t, "finish"))
		if faults != nil {
			t.Fatal(faults)
		}
		due := guandan.DueTribute(terms, order)
		high := rapid.IntRange(0, len(cards)-1).Draw(t, "high")
		low := rapid.IntRange(high, len(cards)-1).Draw(t, "low")
		giver := due.From[rapid.IntRange(0, len(due.From)-1).Draw(t, "giver")]
		if len(due.From) == 2 && high == low {
			giver = due.EqualGives
		}
		tribute := &scoresheet.Tribute{}
		give := func(from, to scoresheet.Seat, card string) {
			tribute.Gives = append(tribute.Gives, scoresheet.CardMove{From: from, To: to, Card: card})
			tribute.Returns = append(tribute.Returns, scoresheet.CardMove{From: to, To: from, Card: "D10"})
		}
		give(giver, due.To[0], cards[high])
		if len(due.From) == 2 {
			give(giver.Opposite(guandan.Seats), due.To[1], cards[low])
		}
		level := scoresheet.Level(rapid.IntRange(3, 8).Draw(t, "level"))
		check := guandan.TributeCheck{Terms: terms, Due: due, Level: level}
		if faults := check.Faults(tribute); faults != nil {
			t.Fatalf("%+v after %v: %v", *tribute, order, faults)
		}
	})
}

func TestPlacedLast(t *testing.T) {
	for _, test := range []struct {
		finish []scoresheet.Seat
		seat   scoresheet.Seat
		want   guandan.Order
	}{
		{[]scoresheet.Seat{1, 2, 3, 4}, 1, guandan.Order{2, 3, 4, 1}},
		{[]scoresheet.Seat{1, 2, 3, 4}, 4, guandan.Order{1, 2, 3, 4}},
		{[]scoresheet.Seat{1, 3}, 3, guandan.Order{1, 2, 4, 3}},
		{[]scoresheet.Seat{1, 3}, 2, guandan.Order{1, 3, 4, 2}},
	} {
		order, faults := guandan.ReadOrder(test.finish)
		if faults != nil {
			t.Fatal(faults)
		}
		if got := order.PlacedLast(test.seat); got != test.want {
			t.Errorf("%v with %v last is %v, want %v", test.finish, test.seat, got, test.want)
		}
	}
}

package forecast_test

import (
	"testing"
	"time"

	"kiosk/api/rehearsal/forecast"
)

// figures are round ones, so that what must come out can be said by hand.
var figures = forecast.Measured{
	Request: 200 * time.Microsecond, View: 500 * time.Microsecond, Sync: time.Millisecond,
	Swap: 3 * time.Millisecond, SwapReport: 20 * time.Microsecond, Batch: 60, Watch: time.Millisecond,
	EntryBytes: 1000, ClusterBytes: 2000, HandBytes: 500, StreamBytes: 60000, PushBytes: 1500,
}

func venue(tables int) forecast.Venue {
	return forecast.Venue{Tables: tables, Rounds: 5, Hands: 10, Hand: 6 * time.Minute, Kiosks: 1, Processors: 2, Events: 1}
}

func TestOneTableWaitsForItsReportAlone(t *testing.T) {
	f := forecast.Of(venue(1), figures, 1)
	alone := figures.Request + figures.Sync
	if f.Bell.Reports != 4 || f.Bell.Middle != alone || f.Bell.Longest != alone || f.Bell.Raced != 0 {
		t.Errorf("four reports of one table, each %v: %+v", alone, f.Bell)
	}
	clustered := venue(1)
	clustered.Cluster = true
	f = forecast.Of(clustered, figures, 1)
	if alone := figures.Request + figures.Swap + figures.SwapReport; f.Bell.Longest != alone {
		t.Errorf("at a cluster a report alone waits %v, not %v", alone, f.Bell.Longest)
	}
}

func TestWhatIsMultiplied(t *testing.T) {
	f := forecast.Of(venue(100), figures, 1)
	if f.Hands != 5000 || f.Reports != 100*5*22 {
		t.Errorf("hands %d, reports %d", f.Hands, f.Reports)
	}
	if f.Disk != f.Reports*1000 || f.Memory != 5000*500+200*60000 {
		t.Errorf("disk %d, memory %d", f.Disk, f.Memory)
	}
	if f.Second < 0.55 || f.Second > 0.56 {
		t.Errorf("%f reports a second", f.Second)
	}
}

func TestEveryReportIsSavedAfterItCame(t *testing.T) {
	for _, v := range []forecast.Venue{
		{Tables: 3000, Rounds: 1, Hands: 1, Hand: time.Minute, Kiosks: 1, Processors: 2, Events: 1},
		{Tables: 3000, Rounds: 1, Hands: 1, Hand: time.Minute, Kiosks: 3, Processors: 2, Events: 1},
		{Tables: 3000, Rounds: 1, Hands: 1, Hand: time.Minute, Kiosks: 3, Processors: 2, Events: 6},
		{Tables: 3000, Rounds: 1, Hands: 1, Hand: time.Minute, Kiosks: 1, Processors: 2, Events: 1, Cluster: true},
	} {
		f := forecast.Of(v, figures, 7)
		if f.Bell.Reports != 12000 || f.Bell.Middle < figures.Request || f.Bell.Longest < f.Bell.Late || f.Bell.Late < f.Bell.Middle {
			t.Errorf("%+v: %+v", v, f.Bell)
		}
	}
}

func TestKiosksRaceOnlyForAnEventThatTheyShare(t *testing.T) {
	shared := forecast.Venue{Tables: 20000, Rounds: 1, Hands: 1, Hand: time.Minute, Kiosks: 3, Processors: 2, Events: 1}
	apart := shared
	apart.Events = 3
	one, three := forecast.Of(shared, figures, 1).Bell, forecast.Of(apart, figures, 1).Bell
	if one.Raced == 0 {
		t.Error("three kiosks that share an event never race")
	}
	if three.Raced != 0 {
		t.Errorf("kiosks with an event each race %d times", three.Raced)
	}
	if one.Middle <= three.Middle {
		t.Errorf("racing costs nothing: %v, apart %v", one.Middle, three.Middle)
	}
}

func TestTooManyTablesWait(t *testing.T) {
	few, many := forecast.Of(venue(100), figures, 1), forecast.Of(venue(200000), figures, 1)
	if few.Bell.Late > 10*time.Millisecond {
		t.Errorf("a hundred tables wait %v", few.Bell.Late)
	}
	// 800,000 reports at 10,000 a second take 80 s, most of them come in 60.
	if many.Bell.Late < time.Second {
		t.Errorf("two hundred thousand tables wait only %v", many.Bell.Late)
	}
	if few.Back > 16*time.Second || many.Back < 90*time.Second {
		t.Errorf("back after %v and %v", few.Back, many.Back)
	}
}

func TestTheSameSeedIsTheSameForecast(t *testing.T) {
	v := venue(1000)
	if forecast.Of(v, figures, 3) != forecast.Of(v, figures, 3) {
		t.Error("not the same")
	}
	if forecast.Of(v, figures, 3) == forecast.Of(v, figures, 4) {
		t.Error("another seed draws the same times")
	}
}

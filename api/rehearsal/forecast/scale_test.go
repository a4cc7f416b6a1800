package forecast_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"kiosk/api/rehearsal/forecast"
)

var update = flag.Bool("update", false, "write the table of SCALE.md anew")

const (
	scaleFile  = "../../../SCALE.md"
	tableBegin = "<!-- forecast -->\n"
	tableEnd   = "<!-- end of forecast -->\n"
)

// setups are the venues of SCALE.md: an event of eight rounds of ten hands.
var setups = []struct {
	name                   string
	tables, kiosks, events int
	cluster                bool
}{
	{"a laptop", 1, 1, 1, false},
	{"a laptop", 10, 1, 1, false},
	{"a laptop", 100, 1, 1, false},
	{"a laptop", 1000, 1, 1, false},
	{"3 kiosks, one event", 1000, 3, 1, true},
	{"a laptop", 10000, 1, 1, false},
	{"5 kiosks, one event", 10000, 5, 1, true},
	{"5 kiosks, an event each", 10000, 5, 5, true},
	{"a laptop", 100000, 1, 1, false},
	{"50 kiosks, an event each, one etcd", 100000, 50, 50, true},
}

// TestScaleFile keeps the table of SCALE.md what the forecast says:
//
//	go test ./api/rehearsal/forecast -args -update
func TestScaleFile(t *testing.T) {
	file, err := os.ReadFile(scaleFile)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(file), tableBegin)
	_, after, ended := strings.Cut(rest, tableEnd)
	if !found || !ended {
		t.Fatalf("%s has no place for the table", scaleFile)
	}
	want := before + tableBegin + scaleTable() + tableEnd + after
	if *update {
		if err := os.WriteFile(scaleFile, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(file) != want {
		t.Errorf("the table of %s is not what the forecast says; renew it with: go test ./api/rehearsal/forecast -args -update", scaleFile)
	}
}

func scaleTable() string {
	var b strings.Builder
	b.WriteString("| tables | on | reports/s in play | busiest second | half / 99 % wait | lost races | back after | data | memory of a kiosk | what to change |\n")
	b.WriteString("|---|---|---|---|---|---|---|---|---|---|\n")
	for _, s := range setups {
		v := forecast.Venue{
			Tables: s.tables, Rounds: 8, Hands: 10, Hand: 6 * time.Minute, Watching: 50,
			Kiosks: s.kiosks, Processors: 2, Events: s.events, Cluster: s.cluster,
		}
		f := forecast.Of(v, forecast.Figures, 1)
		var advice []string
		for _, a := range forecast.Advise(v, f) {
			if a.Code != forecast.AdvicePoints {
				advice = append(advice, a.Code)
			}
		}
		fmt.Fprintf(&b, "| %d | %s | %.1f | %d | %s / %s | %d | %.0f s | %s | %s | %s |\n", s.tables, s.name, f.Second, f.Bell.Busiest,
			wait(f.Bell.Middle), wait(f.Bell.Late), f.Bell.Raced, f.Back.Seconds(), size(f.Disk), size(f.Memory), strings.Join(advice, ", "))
	}
	return b.String()
}

func wait(d time.Duration) string {
	if d >= time.Second {
		return fmt.Sprintf("%.0f s", d.Seconds())
	}
	return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000)
}

func size(n int64) string {
	if n >= 1<<30 {
		return fmt.Sprintf("%.1f GiB", float64(n)/(1<<30))
	}
	return fmt.Sprintf("%.0f MiB", max(1, float64(n)/(1<<20)))
}

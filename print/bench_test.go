package print

import (
	"context"
	"fmt"
	"runtime/debug"
	memory "runtime/metrics"
	"sync"
	"testing"
	"time"
)

func thousand() []Certificate {
	list := make([]Certificate, 1000)
	for i := range list {
		list[i] = sampleCertificates()[i%3]
		list[i].Names = []string{fmt.Sprintf("张建国%d", i), "李秀英"}
		list[i].Number = fmt.Sprintf("GD-2026-%04d", i)
	}
	return list
}

// peak runs f and returns the most memory that the program held meanwhile, in bytes, above what it held before.
func peak(f func()) uint64 {
	held := func() uint64 {
		sample := []memory.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
		memory.Read(sample)
		return sample[0].Value.Uint64() - sample[1].Value.Uint64()
	}
	debug.FreeOSMemory()
	before, most := held(), uint64(0)
	done := make(chan struct{})
	var watch sync.WaitGroup
	watch.Go(func() {
		for {
			most = max(most, held())
			select {
			case <-done:
				return
			case <-time.After(time.Millisecond):
			}
		}
	})
	f()
	close(done)
	watch.Wait()
	return most - min(before, most)
}

// TestThousandCertificates holds the aim of the design: 1,000 certificates in under 5 s and 200 MiB. A machine that is busy
// with something else has three tries.
func TestThousandCertificates(t *testing.T) {
	if raced {
		t.Skip("measures time; the Makefile runs it without the race detector")
	}
	p, list, with := testPrinter(t), thousand(), setting(t, "zh-Hans")
	var took time.Duration
	var held uint64
	for range 3 {
		begun := time.Now()
		held = peak(func() {
			d, err := p.Certificates(context.Background(), with, list)
			if err != nil || d.Pages != len(list) {
				t.Errorf("%d pages, %v", d.Pages, err)
			}
		})
		if took = time.Since(begun); took < 5*time.Second && held < 200<<20 {
			return
		}
	}
	t.Errorf("took %v and %d MiB", took, held>>20)
}

func BenchmarkThousandCertificates(b *testing.B) {
	p, list, with := testPrinter(b), thousand(), setting(b, "zh-Hans")
	most := uint64(0)
	for b.Loop() {
		most = max(most, peak(func() {
			if _, err := p.Certificates(context.Background(), with, list); err != nil {
				b.Fatal(err)
			}
		}))
	}
	b.ReportMetric(float64(most)/(1<<20), "MiB-peak")
}

func BenchmarkScoresheet(b *testing.B) {
	p, with := testPrinter(b), setting(b, "zh-Hans")
	for b.Loop() {
		if _, err := p.Scoresheets(context.Background(), with, Scoresheets{Sheets: []Scoresheet{sampleSheet()}}); err != nil {
			b.Fatal(err)
		}
	}
}

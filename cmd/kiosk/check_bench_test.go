package main

import (
	"bufio"
	"io"
	"strings"
	"testing"

	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/judge"
)

// tenHands is a match as a table hands it in: ten hands, two of them with
// tribute, ended by the clock.
const tenHands = `{"rulebook":"guandan-college","games":[{"hands":[{"finish":[1,3]},` +
	`{"finish":[2,1,4,3],"tribute":{"gives":[{"from":2,"to":1,"card":"SA"},{"from":4,"to":3,"card":"DK"}],"returns":[{"from":1,"to":2,"card":"D7"},{"from":3,"to":4,"card":"C3"}]}},` +
	`{"finish":[1,2,4,3]},{"finish":[2,4]},{"finish":[1,2,3,4]},{"finish":[3,1],"tribute":{"refused":[4]}},` +
	`{"finish":[4,1,3,2]},{"finish":[2,1,3,4]},{"finish":[3,2,1,4]},{"finish":[2,3,4,1]}],"end":"time"}]}`

// BenchmarkCheckTenHands is decoding, judging and encoding together.
func BenchmarkCheckTenHands(b *testing.B) {
	words := config.NewWords(scoresheet.ZhHans)
	run := &checkRun{
		words: words, books: config.BuiltIn(), judges: map[judgeKey]*judge.Judge{},
		out: bufio.NewWriter(io.Discard), err: io.Discard,
	}
	data := []byte(tenHands)
	if err := run.sheet(data, 0); err != nil || run.code != 0 {
		b.Fatal(err, run.code)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := run.sheet(data, 0); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCheckLines is a stream of sheets, a line each.
func BenchmarkCheckLines(b *testing.B) {
	lines := strings.Repeat(tenHands+"\n", 1000)
	b.SetBytes(int64(len(lines)))
	for b.Loop() {
		if code := run([]string{"check"}, streams{in: strings.NewReader(lines), out: io.Discard, err: io.Discard}); code != 0 {
			b.Fatal(code)
		}
	}
}

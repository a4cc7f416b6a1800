package main

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kiosk/api"
	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/store"
)

// TestAnonymousRanksTheSame: an event without names, taken in by another kiosk,
// has the same results and the same standings, row by row.
func TestAnonymousRanksTheSame(t *testing.T) {
	words := config.NewWords(scoresheet.ZhHans)
	path := filepath.Join(t.TempDir(), dataFile)
	if err := makeDemo(t.Context(), path, config.BuiltIn(), words, demoDay); err != nil {
		t.Fatal(err)
	}
	from, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	read, err := from.Read(demoID)
	if err != nil {
		t.Fatal(err)
	}
	hidden, err := read.Anonymous(func(kind store.Hidden, n int) string {
		return words.T("anonymous."+string(kind), map[string]any{"N": n})
	})
	if err != nil {
		t.Fatal(err)
	}
	to, err := store.Open(filepath.Join(t.TempDir(), dataFile), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	if err := to.Import(context.Background(), hidden); err != nil {
		t.Fatal(err)
	}
	was, _ := from.State(demoID)
	is, ok := to.State(hidden.State.ID)
	if !ok {
		t.Fatal("it was not taken in")
	}
	before, err := api.Tables(was, demoDay, words)
	if err != nil {
		t.Fatal(err)
	}
	after, err := api.Tables(is, demoDay, words)
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for i, table := range before {
		names := namesIn(table)
		for r, row := range table.Rows {
			for c, cell := range row {
				other := after[i].Rows[r][c]
				if names[c] != (cell != other) && cell != "" {
					t.Errorf("%s, row %d, %s: %q, before %q", table.Kind, r+1, table.Heading[c], other, cell)
				}
			}
			rows++
		}
	}
	if rows < 40 {
		t.Errorf("%d rows were compared", rows)
	}
}

// namesIn are the columns of a table that tell of people.
func namesIn(table api.Table) map[int]bool {
	found := map[int]bool{}
	for c, heading := range table.Heading {
		found[c] = strings.HasPrefix(heading, "选手") || slices.Contains([]string{"单位", "队名", "备注", "参赛者", "南北", "东西", "胜方"}, heading)
	}
	return found
}

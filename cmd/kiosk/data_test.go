package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/xuri/excelize/v2"
	"go.etcd.io/bbolt"

	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/store"
)

// TestDataScripts runs the scripts of testdata/data. Beside "exits CODE ARGS…"
// they have
//
//	demo DIR          a data folder with the demonstration
//	early DIR         a data folder without any event
//	busy DIR          its file is in use until the script ends
//	damage HOW FILE   cut: half of it is gone; flip: a byte of an entry is
//	                  another; newer: a later program has written it
//	sheets FILE       the sheets of a workbook with their cells, on standard
//	                  output
func TestDataScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/data",
		Setup: func(env *testscript.Env) error {
			env.Setenv("TZ", "Asia/Shanghai")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "demo": demoCmd, "early": earlyCmd, "busy": busyCmd, "damage": damageCmd, "sheets": sheetsCmd,
		},
	})
}

var demoDay = time.Date(2026, 12, 5, 2, 0, 0, 0, time.UTC)

func demoCmd(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(path, 0o700))
	ts.Check(makeDemo(context.Background(), filepath.Join(path, dataFile), config.BuiltIn(), config.NewWords(scoresheet.ZhHans), demoDay))
}

func earlyCmd(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(path, 0o700))
	s, err := store.Open(filepath.Join(path, dataFile), store.Options{})
	ts.Check(err)
	ts.Check(s.Close())
}

func busyCmd(ts *testscript.TestScript, _ bool, args []string) {
	s, err := store.Open(filepath.Join(ts.MkAbs(args[0]), dataFile), store.Options{})
	ts.Check(err)
	ts.Defer(func() { ts.Check(s.Close()) })
}

func damageCmd(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: damage empty|cut|flip|newer FILE")
	}
	ts.Check(damage(args[0], ts.MkAbs(args[1])))
}

// damage spoils a data file, or an exported event.
func damage(how, path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	switch how {
	case "empty":
		return os.Truncate(path, 0)
	case "cut":
		return os.WriteFile(path, data[:len(data)/2], 0o600)
	case "flip":
		// A report of a hand, in the middle of the record.
		places := bytes.Count(data, []byte(`"kind":"hand.reported"`))
		at := 0
		for range places / 2 {
			at += bytes.Index(data[at:], []byte(`"kind":"hand.reported"`)) + 1
		}
		at += bytes.Index(data[at:], []byte(`"finish":[`)) + len(`"finish":[`)
		data[at] ^= 1
		return os.WriteFile(path, data, 0o600)
	case "newer":
		return makeNewer(path)
	}
	return fmt.Errorf("damage %s", how)
}

// makeNewer raises the layout of a data file, as a later program would.
func makeNewer(path string) error {
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		return err
	}
	defer db.Close()
	return db.Update(func(tx *bbolt.Tx) error {
		key, value := []byte("layout"), binary.BigEndian.AppendUint64(nil, store.Layout+1)
		table := crc32.MakeTable(crc32.Castagnoli)
		sealed := binary.BigEndian.AppendUint32(nil, crc32.Update(crc32.Checksum(key, table), table, value))
		return tx.Bucket([]byte("meta")).Put(key, append(sealed, value...))
	})
}

func sheetsCmd(ts *testscript.TestScript, _ bool, args []string) {
	book, err := excelize.OpenFile(ts.MkAbs(args[0]))
	ts.Check(err)
	defer book.Close()
	for _, sheet := range book.GetSheetList() {
		rows, err := book.GetRows(sheet)
		ts.Check(err)
		_, err = ts.Stdout().Write([]byte("sheet " + sheet + "\n"))
		ts.Check(err)
		for _, row := range rows {
			for _, cell := range row {
				_, err = ts.Stdout().Write([]byte(cell + "|"))
				ts.Check(err)
			}
			_, err = ts.Stdout().Write([]byte("\n"))
			ts.Check(err)
		}
	}
}

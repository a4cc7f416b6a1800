package main

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"

	"kiosk/api"
	"kiosk/scoresheet/event"
	"kiosk/store"
)

// exportCommand writes an event for other programs and other kiosks.
type exportCommand struct {
	place
	Event  string `help:"The event's id; needed where there are several. 赛事 id。" placeholder:"ID"`
	Format string `help:"json: the whole record, for kiosk import; xlsx or csv: entrants, schedule, standings. json 为完整记录；xlsx、csv 为名单、赛程成绩、排名。" enum:"json,xlsx,csv" default:"json"`
	Out    string `help:"File, - for standard output; else named after the event. 文件名，- 为标准输出。" placeholder:"FILE"`
}

// Run writes the file, or three for CSV, and names them.
func (c *exportCommand) Run(s streams) error {
	f, err := c.folder(s)
	if err != nil {
		return err
	}
	return f.with(func(s *store.Bolt) error {
		state, err := f.event(s, c.Event)
		if err != nil {
			return err
		}
		path := c.Out
		if path == "" {
			path = string(state.ID) + "." + c.Format
		}
		if c.Format == "json" {
			return f.put(path, func(w io.Writer) error { return s.Export(w, state.ID) })
		}
		return f.exportTables(state, path, c.Format)
	})
}

// put writes a file and names it.
func (f *folder) put(path string, work func(io.Writer) error) error {
	if err := f.write(path, work); err != nil {
		if _, said := err.(exit); said {
			return err
		}
		return f.refuse(exitFailed, err)
	}
	if path != "-" {
		f.say("written", map[string]any{"Path": path})
	}
	return nil
}

func (f *folder) exportTables(state *event.State, path, format string) error {
	tables, err := api.Tables(state, f.now(), f.words)
	if err != nil {
		return f.refuse(exitFailed, err)
	}
	if format == "xlsx" {
		var book bytes.Buffer
		if err := api.WriteWorkbook(&book, tables); err != nil {
			return f.refuse(exitFailed, err)
		}
		return f.put(path, func(w io.Writer) error {
			_, err := book.WriteTo(w)
			return err
		})
	}
	if path == "-" {
		return f.fail(exitUsage, "export.csv-out", nil)
	}
	base := strings.TrimSuffix(path, filepath.Ext(path))
	for _, table := range tables {
		if err := f.put(base+"-"+table.Kind+".csv", table.WriteCSV); err != nil {
			return err
		}
	}
	return nil
}

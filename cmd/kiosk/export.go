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
	Event     string `help:"The event's id; needed where there are several. 赛事 id。" placeholder:"ID"`
	What      string `help:"standings, schedule or results: one file of these alone, in any format. 只导出 standings 排名、schedule 赛程、results 成绩，格式任选。" enum:"event,standings,schedule,results" default:"event"`
	Format    string `help:"json: the whole record, for kiosk import; xlsx or csv: entrants, schedule, standings. json 为完整记录；xlsx、csv 为名单、赛程成绩、排名。" enum:"json,xlsx,csv" default:"json"`
	Encoding  string `help:"Of CSV: utf-8, with a mark for Excel, or gb18030. CSV 的编码。" enum:"utf-8,gb18030" default:"utf-8"`
	Anonymous bool   `help:"Without names: people, teams, units, notes, reasons and staff have others. 隐去人名、队名、单位、备注、理由。"`
	Out       string `help:"File, - for standard output; else named after the event. 文件名，- 为标准输出。" placeholder:"FILE"`
}

// Run writes the file, or three for an event as CSV, and names them.
func (c *exportCommand) Run(s streams) error {
	f, err := c.folder(s)
	if err != nil {
		return err
	}
	return f.with(func(s store.Kept) error {
		state, err := f.event(s, c.Event)
		if err != nil {
			return err
		}
		write := func(w io.Writer) error { return s.Export(w, state.ID) }
		if c.Anonymous {
			hidden, err := f.anonymous(s, state.ID)
			if err != nil {
				return err
			}
			state, write = hidden.State, hidden.Write
		}
		if c.What != "event" {
			return c.exportOne(f, state)
		}
		path := c.Out
		if path == "" {
			path = string(state.ID) + "." + c.Format
		}
		if c.Format == "json" {
			return f.put(path, write)
		}
		return f.exportTables(state, path, c.Format, api.Encoding(c.Encoding))
	})
}

// exportOne writes the standings, the schedule or the results.
func (c *exportCommand) exportOne(f *folder, state *event.State) error {
	x, err := api.NewExport(c.What, state, f.now(), f.words)
	if err != nil {
		return f.refuse(exitFailed, err)
	}
	path := c.Out
	if path == "" {
		path = string(state.ID) + "-" + c.What + "." + c.Format
	}
	return f.put(path, func(w io.Writer) error { return x.Write(w, api.FileFormat(c.Format), api.Encoding(c.Encoding)) })
}

// anonymous is an event without names, with words of the language in their
// place.
func (f *folder) anonymous(s store.Kept, id event.ID) (*store.Exported, error) {
	read, err := s.Read(id)
	if err == nil {
		read, err = read.Anonymous(func(kind store.Hidden, n int) string {
			return f.words.T("anonymous."+string(kind), map[string]any{"N": n})
		})
	}
	if err != nil {
		return nil, f.refuse(exitFailed, err)
	}
	return read, nil
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

func (f *folder) exportTables(state *event.State, path, format string, encoding api.Encoding) error {
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
		if err := f.put(base+"-"+table.Kind+".csv", func(w io.Writer) error { return table.WriteCSVIn(w, encoding) }); err != nil {
			return err
		}
	}
	return nil
}

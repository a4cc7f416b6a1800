package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"kiosk/store"
)

// importCommand takes in an event that another kiosk has exported.
type importCommand struct {
	place
	File string `arg:"" help:"The exported event (json). 导出的赛事（json）。"`
}

// Run checks the export to its last entry and adds the event under its own id;
// one that is there already is left alone.
func (c *importCommand) Run(s streams) error {
	f, err := c.folder(s)
	if err != nil {
		return err
	}
	read, err := readExport(c.File)
	if err != nil {
		return f.refuseFile(exitUsage, c.File, err)
	}
	if err := os.MkdirAll(filepath.Dir(f.file()), 0o700); err != nil {
		return f.refuse(exitFailed, err)
	}
	to, err := f.open(context.Background())
	if err != nil {
		return f.refuse(exitUsage, err)
	}
	err = errors.Join(to.Import(context.Background(), read), to.Close())
	if errors.Is(err, store.ErrExists) {
		return f.fail(exitFailed, "import.exists", map[string]any{"ID": string(read.State.ID), "Name": read.State.Name})
	}
	if err != nil {
		return f.refuse(exitFailed, err)
	}
	f.describe([]store.EventReport{read.Report()})
	f.say("import.done", nil)
	return nil
}

func readExport(path string) (*store.Exported, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return store.ReadExport(file)
}

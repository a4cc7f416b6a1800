package main

import (
	"bufio"
	"errors"
	"io"
	"os"

	"kiosk/store"
)

// verifyCommand reads a record back to its last entry.
type verifyCommand struct {
	place
	File string `arg:"" optional:"" help:"A data file, a backup or an exported event; the data folder's file if none. 数据文件、备份或导出的赛事；不写则为数据文件夹里的文件。"`
}

// Run tells each event with its chain's head; exit 1 at the first entry that
// does not fit, 2 for what cannot be read at all.
func (c *verifyCommand) Run(s streams) error {
	f, err := c.folder(s)
	if err != nil {
		return err
	}
	path := c.File
	if path == "" && f.settings.Store != "" {
		return f.with(f.verifyKept)
	}
	if path == "" {
		if err := f.have(); err != nil {
			return err
		}
		path = f.file()
	}
	if exported, err := isExport(path); err != nil {
		return f.refuse(exitUsage, err)
	} else if exported {
		return f.verifyExport(path)
	}
	return f.verifyFile(path)
}

// isExport tells an exported event from a data file by how it begins.
func isExport(path string) (bool, error) {
	file, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	in := bufio.NewReader(file)
	for {
		switch b, err := in.ReadByte(); {
		case errors.Is(err, io.EOF):
			return false, nil
		case err != nil:
			return false, err
		case b == '{':
			return true, nil
		case b != ' ' && b != '\t' && b != '\r' && b != '\n' && b != 0xef && b != 0xbb && b != 0xbf:
			return false, nil
		}
	}
}

func (f *folder) verifyFile(path string) error {
	report, err := store.Inspect(path)
	if err != nil {
		if errors.Is(err, store.ErrInUse) {
			return f.fail(exitUsage, "verify.in-use", map[string]any{"Path": path})
		}
		return f.refuseFile(verifyCode(err), path, err)
	}
	return f.verifiedAll(path, report)
}

// verifyKept reads back what a cluster has.
func (f *folder) verifyKept(s store.Kept) error {
	report, err := s.Verify()
	if err != nil {
		return f.refuse(verifyCode(err), err)
	}
	return f.verifiedAll(s.Path(), report)
}

func (f *folder) verifiedAll(path string, report store.Report) error {
	for _, e := range report.Events {
		f.verified(e)
	}
	if err := report.Err(); err != nil {
		for _, each := range flatten(err) {
			_ = f.refuseFile(exitFailed, path, each)
		}
		return exit(exitFailed)
	}
	if report.Torn {
		f.tell(f.words.T("command.verify.torn", map[string]any{"Path": path}))
	}
	f.say("verify.whole", map[string]any{"Path": path, "Events": len(report.Events)})
	return nil
}

func (f *folder) verifyExport(path string) error {
	read, err := readExport(path)
	if err != nil {
		return f.refuseFile(verifyCode(err), path, err)
	}
	f.verified(read.Report())
	f.say("verify.whole", map[string]any{"Path": path, "Events": 1})
	return nil
}

func (f *folder) verified(e store.EventReport) {
	name := string(e.ID)
	if e.State != nil {
		name = e.State.Name
	}
	f.say("verify.event", map[string]any{"ID": string(e.ID), "Name": name, "Entries": e.Entries, "Head": e.Head.Short()})
}

// verifyCode tells a record that does not fit from what is no record.
func verifyCode(err error) int {
	if errors.Is(err, store.ErrDamaged) {
		return exitFailed
	}
	return exitUsage
}

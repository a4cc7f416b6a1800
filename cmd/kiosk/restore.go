package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"kiosk/scoresheet/event"
	"kiosk/store"
)

// restoreCommand puts a backup in the place of the data file.
type restoreCommand struct {
	place
	Yes  bool   `short:"y" help:"Do not ask. 不再询问。"`
	File string `arg:"" help:"The backup, or a folder of backups: then its newest that is whole. 备份文件，或备份文件夹（用其中最新的完整备份）。"`
}

// Run says what the backup holds and what it would replace, asks, and restores;
// the old file stays beside the new one.
func (c *restoreCommand) Run(s streams) error {
	f, err := c.folder(s)
	if err != nil {
		return err
	}
	file, err := f.newest(c.File)
	if err != nil {
		return err
	}
	if f.isData(file) {
		return f.fail(exitUsage, "restore.same", map[string]any{"Path": file})
	}
	report, err := store.Inspect(file)
	if err == nil {
		err = report.Err()
	}
	if err != nil {
		return f.refuseFile(exitUsage, file, err)
	}
	f.say("restore.found", map[string]any{"Path": file})
	f.describe(report.Events)
	if f.settings.Store != "" {
		return c.intoCluster(f, file)
	}
	if err := f.replaces(report); err != nil {
		return err
	}
	if !c.Yes && !f.agreed("restore.ask") {
		return f.fail(exitFailed, "restore.left", nil)
	}
	if err := os.MkdirAll(f.settings.Data, 0o700); err != nil {
		return f.refuse(exitFailed, err)
	}
	keep := f.keepName()
	_, statErr := os.Stat(f.file())
	if _, err := store.Restore(file, f.file(), keep); err != nil {
		return f.refuse(exitFailed, err)
	}
	if statErr == nil {
		f.say("restore.kept", map[string]any{"Name": keep})
	}
	f.say("restore.done", map[string]any{"Path": f.file()})
	return nil
}

// intoCluster takes what a backup holds into the cluster, which must not have
// the same events otherwise.
func (c *restoreCommand) intoCluster(f *folder, file string) error {
	ctx := context.Background()
	from, done, err := f.source(ctx, file)
	if err != nil {
		return err
	}
	defer done()
	return f.with(func(to store.Kept) error {
		missing, err := f.notThere(from, to, from.Events())
		if err != nil {
			return err
		}
		if !c.Yes && !f.agreed("restore.ask-cluster") {
			return f.fail(exitFailed, "restore.left", nil)
		}
		for _, id := range missing {
			if _, err := store.Move(ctx, from, to, id); err != nil {
				return f.refuse(exitFailed, err)
			}
		}
		f.say("restore.done", map[string]any{"Path": to.Path()})
		return nil
	})
}

// keepName is a free name for the old file.
func (f *folder) keepName() string {
	stamp := "kiosk-before-restore-" + f.now().Format(fileStamp)
	for n := 1; ; n++ {
		name := stamp + ".db"
		if n > 1 {
			name = fmt.Sprintf("%s-%d.db", stamp, n)
		}
		if _, err := os.Stat(filepath.Join(f.settings.Data, name)); err != nil {
			return name
		}
	}
}

// newest is the backup that is meant: the file itself, or the newest of a
// folder that is whole. Those that are not are named.
func (f *folder) newest(path string) (string, error) {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return path, nil // What is wrong with a file, reading it tells.
	}
	found, broken, err := store.Newest(path)
	for _, name := range broken {
		f.tell(f.words.T("command.restore.broken", map[string]any{"Name": name}))
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", f.fail(exitUsage, "restore.none", map[string]any{"Path": path})
	case err != nil:
		return "", f.refuse(exitUsage, err)
	}
	return found, nil
}

// replaces says what is in the folder now, and what of it the backup has not. A
// file that cannot be read may be replaced; one in use may not.
func (f *folder) replaces(backup store.Report) error {
	if _, err := os.Stat(f.file()); err != nil {
		return nil
	}
	report, err := store.Inspect(f.file())
	if errors.Is(err, store.ErrInUse) {
		return f.refuse(exitUsage, err)
	}
	f.say("restore.replaces", map[string]any{"Path": f.file()})
	if err != nil || report.Err() != nil {
		f.say("restore.unreadable", nil)
	}
	if err == nil {
		f.describe(report.Events)
	}
	for _, e := range report.Events {
		if missing := e.Entries - entriesOf(backup, e.ID); missing > 0 && e.State != nil {
			f.say("restore.older", map[string]any{"Name": e.State.Name, "Entries": missing})
		}
	}
	return nil
}

// entriesOf is how many entries of an event a file has.
func entriesOf(report store.Report, id event.ID) int {
	for _, e := range report.Events {
		if e.ID == id {
			return e.Entries
		}
	}
	return 0
}

// agreed asks on standard output and reads a line.
func (f *folder) agreed(question string) bool {
	fmt.Fprint(f.out, f.words.T("command."+question, nil), " ")
	line, err := bufio.NewReader(f.in).ReadString('\n')
	fmt.Fprintln(f.out)
	if err != nil && line == "" {
		return false
	}
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "y", "yes", "是", "好":
		return true
	}
	return false
}

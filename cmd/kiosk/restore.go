package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"kiosk/store"
)

// restoreCommand puts a backup in the place of the data file.
type restoreCommand struct {
	place
	Yes  bool   `short:"y" help:"Do not ask. 不再询问。"`
	File string `arg:"" help:"The backup. 备份文件。"`
}

// Run says what the backup holds and what it would replace, asks, and restores;
// the old file stays beside the new one.
func (c *restoreCommand) Run(s streams) error {
	f, err := c.folder(s)
	if err != nil {
		return err
	}
	if f.isData(c.File) {
		return f.fail(exitUsage, "restore.same", map[string]any{"Path": c.File})
	}
	report, err := store.Inspect(c.File)
	if err == nil {
		err = report.Err()
	}
	if err != nil {
		return f.refuseFile(exitUsage, c.File, err)
	}
	f.say("restore.found", map[string]any{"Path": c.File})
	f.describe(report.Events)
	if err := f.replaces(); err != nil {
		return err
	}
	if !c.Yes && !f.agreed() {
		return f.fail(exitFailed, "restore.left", nil)
	}
	if err := os.MkdirAll(f.settings.Data, 0o700); err != nil {
		return f.refuse(exitFailed, err)
	}
	keep := f.keepName()
	_, statErr := os.Stat(f.file())
	if _, err := store.Restore(c.File, f.file(), keep); err != nil {
		return f.refuse(exitFailed, err)
	}
	if statErr == nil {
		f.say("restore.kept", map[string]any{"Name": keep})
	}
	f.say("restore.done", map[string]any{"Path": f.file()})
	return nil
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

// replaces says what is in the folder now. A file that cannot be read may be
// replaced; one in use may not.
func (f *folder) replaces() error {
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
	return nil
}

// agreed asks on standard output and reads a line.
func (f *folder) agreed() bool {
	fmt.Fprint(f.out, f.words.T("command.restore.ask", nil), " ")
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

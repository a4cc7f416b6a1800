package main

import (
	"errors"
	"os"
	"path/filepath"

	"kiosk/store"
)

// backupsFolder lies in the data folder.
const backupsFolder = "backups"

// fileStamp is how times stand in the names of files.
const fileStamp = "20060102-150405"

// backupCommand copies everything that a kiosk has.
type backupCommand struct {
	place
	Out string `help:"File of the backup; else one with the date, in the data folder's backups. 备份文件；不写则按日期放在数据文件夹的 backups 里。" placeholder:"FILE"`
}

// Run writes the backup, reads it back, and tells what is in it.
func (c *backupCommand) Run(s streams) error {
	f, err := c.folder(s)
	if err != nil {
		return err
	}
	path := c.Out
	if path == "" {
		path = filepath.Join(f.settings.Data, backupsFolder, "kiosk-"+f.now().Format(fileStamp)+".db")
	}
	return f.with(func(s store.Kept) error {
		if c.Out == "" {
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				return f.refuse(exitFailed, err)
			}
		}
		if err := f.replaceable(path); err != nil {
			return err
		}
		report, err := store.BackupFile(s, path)
		if err != nil {
			return f.refuse(exitFailed, err)
		}
		f.describe(report.Events)
		f.say("backup.done", map[string]any{"Path": path, "KiB": (report.Size + 1023) >> 10})
		return nil
	})
}

// replaceable lets a backup take the place of an older backup only.
func (f *folder) replaceable(path string) error {
	if f.isData(path) {
		return f.fail(exitUsage, "onto-data", map[string]any{"Path": path})
	}
	if _, err := os.Stat(path); err != nil {
		return nil // There is nothing, or writing will tell.
	}
	if _, err := store.Inspect(path); errors.Is(err, store.ErrForeign) || errors.Is(err, store.ErrDamaged) {
		return f.fail(exitUsage, "backup.exists", map[string]any{"Path": path})
	}
	return nil
}

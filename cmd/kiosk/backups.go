package main

import (
	"context"
	"log/slog"
	"path/filepath"
	"time"

	"kiosk/config"
	"kiosk/store"
)

// lastBackup is how long the end of the program waits for a last backup. A
// stick or a network that hangs must not keep it.
const lastBackup = 20 * time.Second

// backups are the kiosk's, with the one goroutine that makes them.
type backups struct {
	*store.Backups
	stop context.CancelFunc
	done chan struct{}
	log  *slog.Logger
}

// startBackups makes backups until close.
func startBackups(ctx context.Context, s store.Kept, settings config.Settings, now func() time.Time, log *slog.Logger) (*backups, error) {
	plan := store.BackupPlan{Every: settings.BackupEvery, Keep: settings.BackupKeep, For: settings.BackupFor}
	if settings.Backup != "" {
		folder, err := filepath.Abs(settings.Backup)
		if err != nil {
			return nil, err
		}
		plan.Folder = folder
	}
	b := &backups{Backups: store.NewBackups(s, plan, store.BackupOptions{Now: now, Logger: log}), done: make(chan struct{}), log: log}
	ctx, b.stop = context.WithCancel(context.WithoutCancel(ctx))
	go func() {
		defer close(b.done)
		b.Run(ctx)
	}()
	return b, nil
}

// close ends the goroutine, and makes a last backup of what has none.
func (b *backups) close() {
	b.stop()
	finished := make(chan struct{})
	ctx, cancel := context.WithTimeout(context.Background(), lastBackup)
	defer cancel()
	go func() {
		defer close(finished)
		<-b.done
		b.Finish(ctx)
	}()
	select {
	case <-finished:
	case <-ctx.Done():
		b.log.Warn("the last backup was given up: its folder does not answer", "folder", b.State().Plan.Folder)
	}
}

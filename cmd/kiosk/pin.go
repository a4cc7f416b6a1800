package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"kiosk/api"
	"kiosk/config"
	"kiosk/scoresheet/event"
	"kiosk/store"
)

// pinCommand makes a new PIN for the organiser who has lost theirs. Whoever can
// run it has the data file anyway.
type pinCommand struct {
	place
}

// Run makes the PIN, ends the organiser's sign-ins, and shows the PIN once. It
// needs the data for itself, so the kiosk must not be running.
func (c pinCommand) Run(s streams) error {
	settings, err := config.ReadSettings(c.given(), os.Environ())
	if err != nil {
		return tell(s, c.words(), err, exitUsage)
	}
	words := config.NewWords(settings.Lang)
	pin, err := resetPIN(context.Background(), whereabouts(settings))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		fmt.Fprintln(s.err, "kiosk:", words.T("pin.no-data", map[string]any{"Path": settings.Data}))
		return exit(1)
	case errors.Is(err, store.ErrInUse):
		fmt.Fprintln(s.err, "kiosk:", words.T("pin.running", nil))
		return exit(1)
	case err != nil:
		return tell(s, words, err, 1)
	}
	fmt.Fprintln(s.out, words.T("pin.made", map[string]any{"PIN": pin}))
	return nil
}

func resetPIN(ctx context.Context, at store.Whereabouts) (pin string, err error) {
	if at.Cluster == "" {
		if _, err := os.Stat(at.File); err != nil {
			return "", err // opening would make a new file
		}
	}
	kept, err := at.Open(ctx, store.Options{})
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	if pin, err = api.NewPINs(kept, time.Now, rand.Reader).Reset(ctx, event.Organiser); err != nil {
		return "", err
	}
	return pin, api.EndSessions(ctx, kept, event.Organiser)
}

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"kiosk/api"
	"kiosk/config"
	"kiosk/scoresheet/event"
	"kiosk/store"
)

// exitFailed is for what the command understood and could not do, or found to
// be wrong.
const exitFailed = 1

// folder is the data folder of a kiosk that is not running, and how the command
// speaks.
type folder struct {
	streams
	settings config.Settings
	words    *config.Words
	now      func() time.Time
}

// folder finds out which data folder is meant. It opens nothing.
func (p place) folder(s streams) (*folder, error) {
	settings, err := config.ReadSettings(p.given(), os.Environ())
	if err != nil {
		return nil, tell(s, p.words(), err, exitUsage)
	}
	return &folder{streams: s, settings: settings, words: config.NewWords(settings.Lang), now: time.Now}, nil
}

// file is the path of the data file.
func (f *folder) file() string { return filepath.Join(f.settings.Data, dataFile) }

// flatten are the errors that one joins.
func flatten(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}

// tell says a line on standard error.
func (f *folder) tell(text string) { fmt.Fprintln(f.err, "kiosk:", text) }

// say writes a line of the words on standard output.
func (f *folder) say(key string, args map[string]any) {
	fmt.Fprintln(f.out, f.words.T("command."+key, args))
}

// fail says in a line why the command ends, and what to do next.
func (f *folder) fail(code int, key string, args map[string]any) error {
	f.tell(f.words.T("command."+key, args))
	return exit(code)
}

// refuse puts an error of the parts into words. It ends the command with the
// code.
func (f *folder) refuse(code int, err error) error {
	var wrong *store.Error
	var path *fs.PathError
	switch {
	case errors.Is(err, store.ErrInUse) && f.settings.Store == "":
		return f.fail(exitUsage, "in-use", map[string]any{"Path": f.file()})
	case errors.As(err, &wrong):
		f.tell(f.words.T("problem."+wrong.Code, wrong.Args()))
	case errors.As(err, &path):
		return f.fail(exitUsage, "file", map[string]any{"Path": path.Path, "Why": whyNot(f.words, path.Err)})
	default:
		text, known := api.Sentence(err, f.words)
		if !known {
			text = err.Error()
		}
		f.tell(text)
	}
	return exit(code)
}

// refuseFile is refuse for a file that the command line names: a damaged backup
// wants another advice than a damaged data file.
func (f *folder) refuseFile(code int, file string, err error) error {
	var wrong *store.Error
	if errors.As(err, &wrong) && f.words.Has("command.given."+wrong.Code) {
		args := wrong.Args()
		args["Path"] = file
		return f.fail(code, "given."+wrong.Code, args)
	}
	return f.refuse(code, err)
}

// whereabouts are those of the journals, by the settings.
func whereabouts(s config.Settings) store.Whereabouts {
	return store.Whereabouts{Cluster: s.Store, Password: s.StorePassword, File: filepath.Join(s.Data, dataFile)}
}

// have wants a data file in the folder, or a cluster.
func (f *folder) have() error {
	if f.settings.Store != "" {
		return nil
	}
	if _, err := os.Stat(f.file()); errors.Is(err, fs.ErrNotExist) {
		return f.fail(exitUsage, "no-data", map[string]any{"Path": f.settings.Data})
	} else if err != nil {
		return f.refuse(exitUsage, err)
	}
	return nil
}

// open opens the store, in the folder or the cluster.
func (f *folder) open(ctx context.Context) (store.Kept, error) {
	return whereabouts(f.settings).Open(ctx, store.Options{Now: f.now})
}

// with opens the store, which must be there and in nobody's use, and hands it
// to the work.
func (f *folder) with(work func(store.Kept) error) error {
	if err := f.have(); err != nil {
		return err
	}
	s, err := f.open(context.Background())
	if err != nil {
		return f.refuse(exitUsage, err)
	}
	err = work(s)
	if closed := s.Close(); err == nil && closed != nil {
		err = f.refuse(exitFailed, closed)
	}
	return err
}

// event is the event that is named or, where none is, the only one.
func (f *folder) event(s store.Store, id string) (*event.State, error) {
	ids := s.Events()
	switch {
	case id == "" && len(ids) == 1:
		id = string(ids[0])
	case id == "" && len(ids) == 0:
		return nil, f.fail(exitUsage, "no-events", nil)
	}
	if state, ok := s.State(event.ID(id)); ok {
		return state, nil
	}
	f.tell(f.words.T("command.which-event", map[string]any{"ID": id}))
	for _, each := range ids {
		if state, ok := s.State(each); ok {
			fmt.Fprintf(f.err, "  %s  %s\n", each, state.Name)
		}
	}
	return nil, exit(exitUsage)
}

// write makes a file, or standard output for "-", from what the work writes. It
// is there only when all of it is; the data file itself is never written over.
func (f *folder) write(path string, work func(io.Writer) error) (err error) {
	if path == "-" {
		out := bufio.NewWriter(f.out)
		return errors.Join(work(out), out.Flush())
	}
	if f.isData(path) {
		return f.fail(exitUsage, "onto-data", map[string]any{"Path": path})
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".kiosk-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(file.Name()))
		}
	}()
	out := bufio.NewWriter(file)
	if err = errors.Join(work(out), out.Flush(), file.Chmod(0o644), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// isData reports whether the path is the data file.
func (f *folder) isData(path string) bool {
	there, err := os.Stat(path)
	if err != nil {
		return false
	}
	own, err := os.Stat(f.file())
	return err == nil && os.SameFile(there, own)
}

// clockTime is a time as people on the laptop read it.
func clockTime(at time.Time) string {
	if at.IsZero() {
		return "-"
	}
	return at.Local().Format("2006-01-02 15:04")
}

// describe tells what a file holds, an event a line.
func (f *folder) describe(events []store.EventReport) {
	for _, e := range events {
		args := map[string]any{"ID": string(e.ID), "Name": string(e.ID), "Entries": e.Entries, "Head": e.Head.Short(),
			"First": clockTime(e.First), "Last": clockTime(e.Last), "Hands": 0, "Rounds": 0}
		if e.State != nil {
			args["Name"], args["Hands"], args["Rounds"] = e.State.Name, handsOf(e.State), len(e.State.Rounds)
		}
		f.say("holds", args)
	}
	if len(events) == 0 {
		f.say("holds-nothing", nil)
	}
}

// handsOf counts the hands that stand in an event.
func handsOf(state *event.State) int {
	n := 0
	for number := 1; number <= state.Matches(); number++ {
		for _, game := range state.Match(number).Games {
			for _, hand := range game.Hands {
				if hand.State != event.Withdrawn {
					n++
				}
			}
		}
	}
	return n
}

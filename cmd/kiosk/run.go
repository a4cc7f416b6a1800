package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"kiosk/api"
	"kiosk/config"
	"kiosk/print"
	"kiosk/print/fonts"
	"kiosk/scoresheet"
	"kiosk/store"
	"kiosk/webui"
)

// version is set by the build.
var version = "dev"

// dataFile is the name of the store in the data folder.
const dataFile = "kiosk.db"

// kiosk is a running kiosk with all its parts.
type kiosk struct {
	store   store.Kept
	backups *backups
	server  *api.Server
	ln      net.Listener
	// local is the address for the browser on the laptop itself.
	local string
	// fontsDone closes the fonts of the machine that printing looks into.
	fontsDone func()
}

// start opens the data folder and the address, and says what to do next. What
// it opened is closed again when something fails.
func start(ctx context.Context, settings config.Settings, out io.Writer) (k *kiosk, err error) {
	if err := os.MkdirAll(filepath.Join(settings.Data, "rulebooks"), 0o700); err != nil {
		return nil, fmt.Errorf("data folder: %w", err)
	}
	opened := &kiosk{}
	k = opened
	defer func() {
		if err != nil {
			err = errors.Join(err, opened.close())
		}
	}()
	words := config.NewWords(settings.Lang)
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: settings.Log}))
	clock := newSteadyClock(time.Now(), sinceBoot)
	k.store, err = whereabouts(settings).Open(ctx, store.Options{Now: clock.now, Logger: log})
	if err != nil {
		return nil, err
	}
	if behind := clock.catchUp(k.store); behind > 0 {
		fmt.Fprintln(out, words.T("greet.clock", map[string]any{"Minutes": int(behind.Minutes() + 1)}))
	}
	secure, err := readCertificate(settings.TLSCert, settings.TLSKey, time.Now())
	if err != nil {
		return nil, err
	}
	if k.ln, err = net.Listen("tcp", settings.Addr); err != nil {
		return nil, fmt.Errorf("address %s: %w", settings.Addr, err)
	}
	if secure != nil {
		k.ln = secure.listen(k.ln)
	}
	pin, made, err := api.NewPINs(k.store, clock.now, rand.Reader).EnsureOrganiser(ctx)
	if err != nil {
		return nil, err
	}
	if k.backups, err = startBackups(ctx, k.store, settings, clock.now, log); err != nil {
		return nil, err
	}
	paper, done := printer(log)
	k.fontsDone = done
	k.server, err = api.New(ctx, api.Config{
		Store: k.store, Rulebooks: rulebooks(settings.Data, log), Pages: pages(), Printer: paper,
		Lang: settings.Lang, PublicURL: settings.PublicURL, Port: port(k.ln), Secure: secure != nil, Version: version,
		Backups: k.backups.Backups, Now: clock.now, Random: rand.Reader, Log: log,
	})
	if err != nil {
		return nil, err
	}
	k.local = localAddress(k.server.Address(), port(k.ln), secure)
	greet(out, words, k.server.Address(), k.local, pin, made)
	if note := secure.mismatch(k.server.Address()); note != nil {
		fmt.Fprintln(out, words.T("greet.certificate", note))
	}
	if settings.PublicURL == "" && aloneOn(k.ln) {
		fmt.Fprintln(out, words.T("greet.alone", map[string]any{"Addr": settings.Addr}))
	}
	return k, nil
}

// aloneOn reports whether only this laptop can reach the listener.
func aloneOn(ln net.Listener) bool {
	addr, ok := ln.Addr().(*net.TCPAddr)
	return ok && addr.IP.IsLoopback()
}

func port(ln net.Listener) int {
	if addr, ok := ln.Addr().(*net.TCPAddr); ok {
		return addr.Port
	}
	return 0
}

// rulebooks are those built in and the organiser's own; what is wrong with the
// latter is told, and keeps nobody from starting.
func rulebooks(data string, log *slog.Logger) *config.Rulebooks {
	all, problems := config.BuiltIn().WithOwn(os.DirFS(filepath.Join(data, "rulebooks")))
	words := config.NewWords(scoresheet.ZhHans)
	for _, problem := range problems {
		log.Warn(words.Problem(problem), slog.String("file", problem.File), slog.Int("line", problem.Line))
	}
	return all
}

func pages() fs.FS {
	if !webui.Built() {
		return nil
	}
	return webui.Files()
}

// printer is nil where no font is to be had; then the server says so when
// something is to be printed. The function closes the machine's fonts that it
// may look into for rare characters.
func printer(log *slog.Logger) (*print.Printer, func()) {
	font, err := fonts.Find()
	if err != nil {
		log.Warn("documents cannot be printed", slog.Any("error", err))
		return nil, func() {}
	}
	files := fonts.Rare()
	rare := make([]io.ReaderAt, len(files))
	for i, file := range files {
		rare[i] = file
	}
	done := func() {
		for _, file := range files {
			_ = file.Close() // only read from
		}
	}
	p, err := print.New(font.Data, rare...)
	if err != nil {
		log.Warn("documents cannot be printed", slog.Any("error", err))
		done()
		return nil, func() {}
	}
	return p, done
}

// greet tells the organiser where the kiosk is and what comes next.
func greet(out io.Writer, words *config.Words, address, local, pin string, made bool) {
	args := map[string]any{"Address": address, "Local": local, "PIN": pin}
	fmt.Fprintln(out, words.T("greet.address", args))
	if made {
		fmt.Fprintln(out, words.T("greet.pin", args))
	}
	fmt.Fprintln(out, words.T("greet.next", args))
}

// localAddress is the one that the laptop's own browser opens: with a
// certificate the one that it is made for.
func localAddress(address string, port int, secure *certificate) string {
	if secure != nil {
		return address + "/"
	}
	return "http://localhost:" + strconv.Itoa(port) + "/"
}

// serve runs the kiosk until the context ends.
func serve(ctx context.Context, settings config.Settings, out io.Writer) error {
	k, err := start(ctx, settings, out)
	if err != nil {
		return err
	}
	failed := make(chan error, 1)
	go func() { failed <- k.server.Serve(k.ln) }()
	if settings.OpenBrowser {
		openBrowser(k.local)
	}
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	if err = errors.Join(err, k.close()); err == nil {
		fmt.Fprintln(out, config.NewWords(settings.Lang).T("greet.stopped", nil))
	}
	return err
}

// close ends what was started, in the order that loses nothing.
func (k *kiosk) close() error {
	var errs []error
	if k.server != nil {
		errs = append(errs, k.server.Close())
	} else if k.ln != nil {
		errs = append(errs, k.ln.Close())
	}
	if k.backups != nil {
		k.backups.close()
	}
	if k.store != nil {
		errs = append(errs, k.store.Close())
	}
	if k.fontsDone != nil {
		k.fontsDone()
	}
	return errors.Join(errs...)
}

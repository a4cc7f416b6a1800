package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"kiosk/api"
	"kiosk/api/rehearsal"
	"kiosk/config"
	"kiosk/store"
)

// loadCommand rehearses an event over HTTP, with phones at every table.
type loadCommand struct {
	language
	Rulebook  string        `default:"guandan-national-2017" placeholder:"ID" help:"Rulebook of the event (guandan-national-2017). 规则书的 id。"`
	Tables    int           `default:"32" help:"Tables, with two phones each (32). 桌数，每桌两部手机。"`
	Rounds    int           `default:"2" help:"Rounds that are drawn and played (2). 轮数。"`
	Hands     int           `default:"10" help:"Hands of a match that come as they may (10); after them one side plays to win. 每场先随意打几副。"`
	Think     time.Duration `default:"0s" help:"How long a table plays between reports, such as 2s (0s). 两次报分之间的时间。"`
	Listeners int           `default:"0" help:"Pages that listen to the event (0). 同时观看的页面数。"`
	Trouble   float64       `default:"0.1" help:"Share of messages that the network spoils, 0 to 1 (0.1). 网络出问题的消息比例。"`
	Follow    bool          `default:"true" negatable:"" help:"Each phone listens to its table, as its page does. 手机接收本桌消息。"`
	Seed      uint64        `default:"1" help:"Makes the same hands again (1). 随机种子。"`
	URL       []string      `name:"url" placeholder:"URL" help:"A kiosk that runs already; several that serve the same events, one --url each; one of its own if none. 已在运行的记分台，可写几个；不写则自行启动。"`
	PIN       string        `name:"pin" placeholder:"PIN" help:"That kiosk's organiser PIN. 该记分台的组织者 PIN。"`
	JSON      bool          `name:"json" help:"Write the result as JSON. 输出 JSON。"`
}

// Help is what --help says besides.
func (loadCommand) Help() string {
	return `Without --url it starts a kiosk with a data folder of its own, and removes both in the end. Against a kiosk that runs already it makes an event named "rehearsal 1" there.
不写 --url 时自行启动一个使用临时文件夹的记分台，结束后删除；写了则在那个记分台里新建一个名为 rehearsal 1 的赛事。

Examples 例:
  kiosk load --tables 64 --rounds 3
  kiosk load --rulebook gouji-karamay --think 2s --listeners 200
  kiosk load --url http://192.168.1.10:8080 --pin 12345678 --json
  kiosk load --url http://192.168.1.10:8080 --url http://192.168.1.11:8080 --pin 12345678`
}

// measured is the result with what only the kiosk's own machine can tell.
type measured struct {
	rehearsal.Result
	// MemoryBytes is the most that the kiosk had resident, 0 where nobody
	// knows; FileBytes is what the data file grew by.
	MemoryBytes  int64   `json:"memory_bytes,omitempty"`
	FileBytes    int64   `json:"file_bytes,omitempty"`
	BytesPerHand float64 `json:"bytes_per_hand,omitempty"`
	// Whole says that the data file was read back to its last entry.
	Whole bool `json:"whole"`
}

// Run plays, and tells what came of it; exit 1 when anything was lost, doubled
// or answered in two ways.
func (c *loadCommand) Run(s streams) error {
	words := c.words()
	say := func(key string, args map[string]any) { fmt.Fprintln(s.err, words.T("command.load."+key, args)) }
	refuse := func(code int, key string, args map[string]any) error {
		fmt.Fprintln(s.err, "kiosk:", words.T("command.load."+key, args))
		return exit(code)
	}
	book, ok := config.BuiltIn().Get(c.Rulebook)
	switch {
	case !ok:
		return refuse(exitUsage, "rulebook", map[string]any{"ID": c.Rulebook})
	case c.Tables < 1 || c.Rounds < 1 || c.Hands < 0 || c.Think < 0 || c.Listeners < 0 || c.Trouble < 0 || c.Trouble > 1:
		return refuse(exitUsage, "numbers", nil)
	case (len(c.URL) == 0) != (c.PIN == ""):
		return refuse(exitUsage, "both", nil)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	plan := rehearsal.Plan{
		Book: book.Book, Tables: c.Tables, Rounds: c.Rounds, Hands: c.Hands, Think: c.Think, Listeners: c.Listeners,
		Follow: c.Follow, Trouble: c.Trouble, Seed: c.Seed,
	}
	result, err := c.play(ctx, plan, func(p rehearsal.Progress) {
		say("progress", map[string]any{
			"Round": p.Round, "Done": p.Done, "Tables": p.Tables, "Hands": p.Reports, "Rate": int(p.PerSecond), "Listening": p.Listening,
		})
	})
	if err != nil {
		code, key, args := loadTrouble(err)
		return refuse(code, key, args)
	}
	if err := c.tell(s.out, words, result); err != nil {
		return err
	}
	if !result.None() || !result.Whole {
		return exit(exitFailed)
	}
	return nil
}

// loadTrouble is why a rehearsal ended before its end: the exit code and the
// words.
func loadTrouble(err error) (code int, key string, args map[string]any) {
	var few *rehearsal.TooFewError
	var gone *rehearsal.GoneError
	var refused *rehearsal.RefusedError
	switch {
	case errors.As(err, &few):
		return exitUsage, "few", map[string]any{"Most": few.Most}
	case errors.As(err, &gone):
		return exitFailed, "gone", map[string]any{"URL": gone.URL, "Why": gone.Why.Error()}
	case errors.As(err, &refused):
		return exitFailed, "refused", map[string]any{"Asked": refused.Asked, "Status": refused.Status, "Text": refused.Text}
	case errors.Is(err, rehearsal.ErrNoRounds):
		return exitUsage, "no-rounds", nil
	case errors.Is(err, context.Canceled):
		return exitFailed, "stopped", nil
	}
	return exitFailed, "failed", map[string]any{"Why": err.Error()}
}

// play rehearses with the kiosk that was named, or with one of its own.
func (c *loadCommand) play(ctx context.Context, plan rehearsal.Plan, tell func(rehearsal.Progress)) (measured, error) {
	if len(c.URL) > 0 {
		result, err := rehearsal.Play(ctx, rehearsal.Address{URL: c.URL[0], Others: c.URL[1:], PIN: c.PIN}, plan, tell)
		return measured{Result: result, Whole: true}, err
	}
	own, err := startOwn(ctx)
	if err != nil {
		return measured{}, err
	}
	defer own.remove()
	result, err := rehearsal.Play(ctx, own.address, plan, tell)
	if err != nil {
		return measured{}, errors.Join(err, own.stop())
	}
	m := measured{Result: result}
	if err := own.measure(&m); err != nil {
		return measured{}, err
	}
	return m, nil
}

// ownKiosk is a kiosk that was started for a rehearsal, with its data.
type ownKiosk struct {
	cmd     *exec.Cmd
	address rehearsal.Address
	data    string
	// empty is the size of the data file before the first event.
	empty int64
	peak  int64
	done  chan struct{}
	wg    sync.WaitGroup
}

var whereLocal = regexp.MustCompile(`http://localhost:(\d+)/`)

// startOwn starts this program once more, on a fresh data folder and a free
// port.
func startOwn(ctx context.Context) (own *ownKiosk, err error) {
	own = &ownKiosk{done: make(chan struct{})}
	if own.data, err = os.MkdirTemp("", "kiosk-load-"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(own.data))
		}
	}()
	if err := own.prepare(ctx); err != nil {
		return nil, err
	}
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	own.cmd = exec.Command(program, "serve", "--data", own.data, "--addr", "127.0.0.1:0", "--lang", "en", "--open-browser", "false", "--log", "error")
	own.cmd.Dir = own.data // no settings file of somebody else
	own.cmd.Stderr = os.Stderr
	out, err := own.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := own.cmd.Start(); err != nil {
		return nil, err
	}
	port, err := portSaid(out)
	if err != nil {
		return nil, errors.Join(err, own.cmd.Process.Kill(), own.cmd.Wait())
	}
	own.address.URL = "http://127.0.0.1:" + strconv.Itoa(port)
	own.wg.Go(func() { _, _ = io.Copy(io.Discard, out) })
	own.wg.Go(own.watch)
	return own, nil
}

// prepare makes the data file with the organiser's PIN.
func (own *ownKiosk) prepare(ctx context.Context) error {
	kept, err := store.Open(filepath.Join(own.data, dataFile), store.Options{})
	if err != nil {
		return err
	}
	own.address.PIN, _, err = api.NewPINs(kept, time.Now, rand.Reader).EnsureOrganiser(ctx)
	if err == nil {
		own.empty, err = kept.Backup(io.Discard)
	}
	return errors.Join(err, kept.Close())
}

// portSaid reads where a kiosk says that it is.
func portSaid(out io.Reader) (int, error) {
	var said strings.Builder
	chunk := make([]byte, 1024)
	for {
		n, err := out.Read(chunk)
		said.Write(chunk[:n])
		if found := whereLocal.FindStringSubmatch(said.String()); found != nil {
			return strconv.Atoi(found[1])
		}
		if err != nil {
			return 0, fmt.Errorf("the kiosk did not start: %w: %s", err, strings.TrimSpace(said.String()))
		}
	}
}

// watchEvery is how often the kiosk's memory is looked at.
const watchEvery = 250 * time.Millisecond

// watch notes the most memory that the kiosk had.
func (own *ownKiosk) watch() {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-own.done:
			return
		case <-tick.C:
			own.peak = max(own.peak, resident(own.cmd.Process.Pid))
		}
	}
}

// stop ends the kiosk in good order.
func (own *ownKiosk) stop() error {
	select {
	case <-own.done:
		return nil
	default:
	}
	close(own.done)
	killed := false
	if err := own.cmd.Process.Signal(os.Interrupt); err != nil {
		// Not to be had on Windows; what was answered is on disk all the same.
		killed = true
		if err := own.cmd.Process.Kill(); err != nil {
			return err
		}
	}
	own.wg.Wait()
	if err := own.cmd.Wait(); err != nil && !killed {
		return fmt.Errorf("the kiosk did not end well: %w", err)
	}
	return nil
}

// measure stops the kiosk, and says what it cost and whether its record is
// whole.
func (own *ownKiosk) measure(m *measured) error {
	if err := own.stop(); err != nil {
		return err
	}
	path := filepath.Join(own.data, dataFile)
	report, err := store.Inspect(path)
	if err != nil {
		return err
	}
	m.Whole, m.MemoryBytes = report.Err() == nil, own.peak
	kept, err := store.Open(path, store.Options{})
	if err != nil {
		return err
	}
	size, err := kept.Backup(io.Discard)
	m.FileBytes = size - own.empty
	if m.Reports > 0 {
		m.BytesPerHand = float64(m.FileBytes) / float64(m.Reports)
	}
	return errors.Join(err, kept.Close())
}

// remove ends the kiosk if it still runs, and removes its data. What is left
// of a temporary folder does no harm.
func (own *ownKiosk) remove() {
	_ = own.stop()
	_ = os.RemoveAll(own.data)
}

// tell writes the result: as JSON, or in words.
func (c *loadCommand) tell(out io.Writer, words *config.Words, m measured) error {
	if c.JSON {
		encoder := json.NewEncoder(out)
		encoder.SetEscapeHTML(false)
		return encoder.Encode(m)
	}
	millis := func(ms float64) string { return strconv.FormatFloat(ms, 'f', 1, 64) }
	args := map[string]any{
		"Rulebook": m.Rulebook, "Rounds": m.Rounds, "Matches": m.Matches, "Phones": m.Phones, "Listeners": m.Listening.Listeners,
		"Hands": m.Reports, "Standing": m.Hands, "Seconds": strconv.FormatFloat(m.Seconds, 'f', 1, 64), "Rate": int(m.PerSecond),
		"P50": millis(m.Latency.P50), "P95": millis(m.Latency.P95), "P99": millis(m.Latency.P99),
		"Memory": mebibytes(m.MemoryBytes), "PerHand": int(m.BytesPerHand), "File": mebibytes(m.FileBytes),
		"HungUp": m.Network.HungUp, "Twice": m.Network.Repeated + m.Network.AtOnce, "Reconnected": m.Network.Reconnected,
		"TakeOvers": m.Network.TakeOvers, "Moved": m.Network.Moved, "Again": m.Network.Again,
		"Changes": m.Listening.Changes, "Lost": m.Lost, "Doubled": m.Doubled, "Contradicted": m.Contradicted, "Behind": m.Behind, "Whole": m.Whole,
	}
	lines := []string{"played", "rate", "latency"}
	if m.MemoryBytes > 0 {
		lines = append(lines, "memory")
	}
	if m.FileBytes > 0 {
		lines = append(lines, "file")
	}
	for _, key := range append(lines, "network", "found") {
		if _, err := fmt.Fprintln(out, words.T("command.load."+key, args)); err != nil {
			return err
		}
	}
	for _, finding := range m.Told {
		if _, err := fmt.Fprintln(out, "  "+finding); err != nil {
			return err
		}
	}
	return nil
}

func mebibytes(n int64) string { return strconv.FormatFloat(float64(n)/(1<<20), 'f', 1, 64) }

package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"kiosk/config"
	"kiosk/scoresheet/event"
	"kiosk/store"
)

// moveCommand copies events between a laptop and a cluster.
type moveCommand struct {
	Lang   *string `help:"Language: zh-Hans, zh-Hant or en. 语言。" placeholder:"LANG"`
	Config *string `help:"Settings file (./kiosk.toml, if it is there). 设置文件。" placeholder:"FILE"`
	Event  string  `help:"The event's id; all events if none. 赛事 id；不写则为全部赛事。" placeholder:"ID"`
	From   string  `arg:"" help:"A data folder, a data file or backup, or the address of a cluster. 数据文件夹、数据文件或备份，或集群地址。"`
	To     string  `arg:"" help:"A data folder, a data file, or the address of a cluster. 数据文件夹、数据文件，或集群地址。"`
}

// Help is what --help says besides.
func (moveCommand) Help() string {
	return `Events stay where they were, each is read back at its new place through its hash chain, and what is there already is never written over. The first to arrive brings the keys of its kiosk along, so that printed cards, PINs and sign-ins stay good. A data file must not be in use.
原处的赛事保留不动；到达后按哈希链逐条读回核对，已有的赛事绝不覆盖。新处的第一项赛事会带去记分台的密钥，已印的桌卡、PIN 和登录继续有效。数据文件不能正在使用。

The address of a cluster 集群地址:
  etcd://[USER@]HOST:2379,HOST:2379,HOST:2379/PREFIX[?ca=FILE&cert=FILE&key=FILE&server-name=NAME&password-file=FILE]
  ca: who vouches for the servers 服务器证书的签发者 · cert, key: the kiosk's own certificate 记分台自己的证书 · tls=true: encrypted with a certificate that the system trusts 使用系统信任的证书加密
  The password of USER is in password-file, in $KIOSK_STORE_PASSWORD, or store-password in kiosk.toml; a command line is no place for it. 密码放在 password-file、环境变量 KIOSK_STORE_PASSWORD 或 kiosk.toml 的 store-password 中，不写在命令行上。

Examples 例:
  kiosk move kiosk-data etcd://10.0.0.1,10.0.0.2,10.0.0.3/final
  kiosk serve --store etcd://10.0.0.1,10.0.0.2,10.0.0.3/final
  kiosk move etcd://10.0.0.1,10.0.0.2,10.0.0.3/final kiosk-data --event abc123`
}

// Run moves the events one after the other, and stops at the first that cannot
// be moved; those before it are at their new place. The same command goes on
// from there.
func (c *moveCommand) Run(s streams) error {
	here := place{Lang: c.Lang, Config: c.Config}
	settings, err := config.ReadSettings(here.given(), os.Environ())
	if err != nil {
		return tell(s, here.words(), err, exitUsage)
	}
	settings.Store = "" // The places are named.
	f := &folder{streams: s, settings: settings, words: config.NewWords(settings.Lang), now: time.Now}
	for _, end := range []string{c.From, c.To} {
		if config.ShowsPassword(end) {
			return tell(s, f.words, &config.SettingsError{Code: "password"}, exitUsage)
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	from, done, err := f.source(ctx, c.From)
	if err != nil {
		return err
	}
	defer done()
	ids := from.Events()
	if c.Event != "" {
		state, err := f.event(from, c.Event)
		if err != nil {
			return err
		}
		ids = []event.ID{state.ID}
	}
	if len(ids) == 0 {
		return f.fail(exitUsage, "move.nothing", map[string]any{"Path": c.From})
	}
	f.say("move.found", map[string]any{"Path": whereOf(from, c.From)})
	f.describe(store.Survey(from, ids))
	to, err := f.goal(ctx, c.To)
	if err != nil {
		return err
	}
	err = f.moveAll(ctx, from, to, ids)
	if closed := to.Close(); err == nil && closed != nil {
		err = f.refuse(exitFailed, closed)
	}
	return err
}

// whereOf is a place as people named it, unless it is a cluster, whose address
// may have in it what is not for the screen.
func whereOf(s store.Kept, named string) string {
	if store.IsEtcd(named) {
		return s.Path()
	}
	return named
}

// fileAt is the data file that a path means: itself, or the one in the folder.
func fileAt(path string, fresh bool) string {
	if info, err := os.Stat(path); err == nil && info.IsDir() || err != nil && fresh && filepath.Ext(path) != ".db" {
		return filepath.Join(path, dataFile)
	}
	return path
}

// source opens what is only read from. A file is copied first, and not touched;
// it must be whole. The function closes it.
func (f *folder) source(ctx context.Context, place string) (from store.Kept, done func(), err error) {
	if store.IsEtcd(place) {
		from, err := f.cluster(ctx, place)
		if err != nil {
			return nil, nil, err
		}
		return from, func() { _ = from.Close() }, nil // Nothing was written to it.
	}
	file := fileAt(place, false)
	if _, err := os.Stat(file); err != nil {
		return nil, nil, f.fail(exitUsage, "no-data", map[string]any{"Path": place})
	}
	if _, err := store.Inspect(file); errors.Is(err, store.ErrInUse) {
		return nil, nil, f.fail(exitUsage, "move.in-use", map[string]any{"Path": file})
	}
	aside, err := os.MkdirTemp("", "kiosk-move-")
	if err != nil {
		return nil, nil, f.refuse(exitFailed, err)
	}
	remove := func() { _ = os.RemoveAll(aside) } // The system clears what stays.
	copied := filepath.Join(aside, dataFile)
	if _, err := store.Restore(file, copied, "none"); err != nil {
		remove()
		return nil, nil, f.refuseFile(exitUsage, file, err)
	}
	from, err = store.Whereabouts{File: copied}.Open(ctx, store.Options{})
	if err != nil {
		remove()
		return nil, nil, f.refuseFile(exitUsage, file, err)
	}
	return from, func() { _ = from.Close(); remove() }, nil
}

// goal opens what is moved to, and makes the file where there is none.
func (f *folder) goal(ctx context.Context, place string) (store.Kept, error) {
	if store.IsEtcd(place) {
		return f.cluster(ctx, place)
	}
	file := fileAt(place, true)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return nil, f.refuse(exitFailed, err)
	}
	to, err := store.Whereabouts{File: file}.Open(ctx, store.Options{})
	if errors.Is(err, store.ErrInUse) {
		return nil, f.fail(exitUsage, "move.in-use", map[string]any{"Path": file})
	}
	if err != nil {
		return nil, f.refuseFile(exitUsage, file, err)
	}
	return to, nil
}

// cluster opens a cluster.
func (f *folder) cluster(ctx context.Context, address string) (store.Kept, error) {
	s, err := store.Whereabouts{Cluster: address, Password: f.settings.StorePassword}.Open(ctx, store.Options{})
	if err != nil {
		return nil, f.refuse(exitUsage, err)
	}
	return s, nil
}

// moveAll moves events, unless another of the same id is there already. One that
// is there as it is here was moved before, and is passed over.
func (f *folder) moveAll(ctx context.Context, from, to store.Kept, ids []event.ID) error {
	missing, err := f.notThere(from, to, ids)
	if err != nil {
		return err
	}
	keys := true
	for _, id := range missing {
		moved, err := store.Move(ctx, from, to, id)
		if errors.Is(err, store.ErrExists) {
			return f.fail(exitFailed, "move.exists", map[string]any{"ID": string(id)})
		}
		if err != nil {
			return f.refuse(exitFailed, err)
		}
		keys = moved.Keys
		f.say("move.moved", map[string]any{"ID": string(id), "Name": moved.Event.State.Name, "Entries": moved.Event.Entries, "Head": moved.Event.Head.Short()})
	}
	done := "move.done"
	if !keys {
		done = "move.done-cards"
	}
	f.say(done, map[string]any{"Path": to.Path()})
	return nil
}

// notThere says what is at the goal, and gives the events that are not.
func (f *folder) notThere(from, to store.Kept, ids []event.ID) ([]event.ID, error) {
	if there := to.Events(); len(there) > 0 {
		f.say("move.there", map[string]any{"Path": to.Path()})
		f.describe(store.Survey(to, there))
	}
	var missing []event.ID
	for _, id := range ids {
		here, _ := from.State(id)
		there, ok := to.State(id)
		switch {
		case !ok:
			missing = append(missing, id)
		case there.Head != here.Head:
			return nil, f.fail(exitFailed, "move.exists", map[string]any{"ID": string(id)})
		default:
			f.say("move.same", map[string]any{"ID": string(id), "Name": here.Name})
		}
	}
	return missing, nil
}

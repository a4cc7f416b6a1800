package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/store"
)

// place is the flags of every command that works on a kiosk's data. What is
// not given comes from the environment or kiosk.toml.
type place struct {
	Data   *string `help:"Data folder (./kiosk-data). 数据文件夹。" placeholder:"DIR"`
	Store  *string `help:"An etcd cluster in place of the data file; more under kiosk move --help. 用 etcd 集群代替数据文件。" placeholder:"etcd://HOST,HOST,HOST/PREFIX"`
	Lang   *string `help:"Language: zh-Hans, zh-Hant or en. 语言。" placeholder:"LANG"`
	Config *string `help:"Settings file (./kiosk.toml, if it is there). 设置文件。" placeholder:"FILE"`
}

// given are the flags that were given, by the names of settings.
func (p place) given() map[string]string {
	return withGiven(map[string]string{}, map[string]*string{"data": p.Data, "store": p.Store, "lang": p.Lang, "config": p.Config})
}

func withGiven(flags map[string]string, more map[string]*string) map[string]string {
	for name, value := range more {
		if value != nil {
			flags[name] = *value
		}
	}
	return flags
}

// words are those of the language that the flag names.
func (p place) words() *config.Words {
	if p.Lang == nil {
		return config.NewWords(scoresheet.ZhHans)
	}
	return config.NewWords(scoresheet.Lang(*p.Lang))
}

// serveCommand runs the kiosk. It is what the program does when it is told
// nothing else.
type serveCommand struct {
	place
	Addr        *string `help:"Address to listen on (0.0.0.0:8080). 监听地址。" placeholder:"HOST:PORT"`
	PublicURL   *string `name:"public-url" help:"Address that QR codes carry; chosen on the page if not given. 二维码里的地址。" placeholder:"URL"`
	OpenBrowser *string `name:"open-browser" help:"Open the kiosk's page at the start: true or false. 启动时打开浏览器。" placeholder:"BOOL"`
	Backup      *string `help:"Folder for backups, such as a USB stick. 备份文件夹，例如 U 盘。" placeholder:"DIR"`
	BackupEvery *string `name:"backup-every" help:"Minutes that anything waits for a backup (10); 0: until the round is over. 备份间隔（分钟）。" placeholder:"MINUTES"`
	BackupKeep  *string `name:"backup-keep" help:"How many backups stay (30). 保留多少份备份。" placeholder:"N"`
	BackupDays  *string `name:"backup-days" help:"How many days a backup stays (30); 0: no limit. 备份保留天数。" placeholder:"DAYS"`
	TLSCert     *string `name:"tls-cert" help:"Your own certificate (PEM): HTTPS only. 自己的证书。" placeholder:"FILE"`
	TLSKey      *string `name:"tls-key" help:"Its key (PEM). 证书的私钥。" placeholder:"FILE"`
	Log         *string `help:"What is logged: debug, info, warn or error. 日志级别。" placeholder:"LEVEL"`
	Demo        bool    `help:"Fill a fresh data folder with an event in mid-round. 演示数据。"`
}

func (c serveCommand) given() map[string]string {
	return withGiven(c.place.given(), map[string]*string{
		"addr": c.Addr, "public-url": c.PublicURL, "open-browser": c.OpenBrowser, "log": c.Log,
		"backup": c.Backup, "backup-every": c.BackupEvery, "backup-keep": c.BackupKeep, "backup-days": c.BackupDays,
		"tls-cert": c.TLSCert, "tls-key": c.TLSKey,
	})
}

// Run serves until the program is interrupted.
func (c serveCommand) Run(s streams) error {
	settings, err := config.ReadSettings(c.given(), os.Environ())
	if err != nil {
		return tell(s, c.words(), err, exitUsage)
	}
	settings.Demo = c.Demo
	if settings.Demo && settings.Store != "" {
		fmt.Fprintln(s.err, "kiosk:", config.NewWords(settings.Lang).T("command.demo.cluster", nil))
		return exit(exitUsage)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if settings.Demo {
		f := &folder{streams: s, settings: settings, words: config.NewWords(settings.Lang), now: time.Now}
		if err := f.demo(ctx); err != nil {
			return err
		}
	}
	if err := serve(ctx, settings, s.out); err != nil {
		return tell(s, config.NewWords(settings.Lang), err, 1)
	}
	return nil
}

// tell says on standard error what went wrong, and ends with the code.
func tell(s streams, words *config.Words, err error, code exit) error {
	for _, sentence := range sentences(words, err) {
		fmt.Fprintln(s.err, "kiosk:", sentence)
	}
	return code
}

// sentences put an error, or all that were joined, into words.
func sentences(words *config.Words, err error) []string {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var all []string
		for _, each := range joined.Unwrap() {
			all = append(all, sentences(words, each)...)
		}
		return all
	}
	var setting *config.SettingsError
	var kept *store.Error
	var network *net.OpError
	var file *fs.PathError
	var certificate *certificateError
	switch {
	case errors.As(err, &certificate):
		return []string{words.T("serve.tls."+certificate.code, certificate.args)}
	case errors.As(err, &setting):
		return []string{words.T("settings."+setting.Code, setting.Args())}
	case errors.As(err, &kept):
		return []string{words.T("problem."+kept.Code, kept.Args())}
	case errors.As(err, &network) && network.Op == "listen":
		return []string{words.T("serve.address", map[string]any{"Addr": network.Addr.String(), "Why": network.Err.Error()})}
	case errors.As(err, &file):
		return []string{words.T("command.file", map[string]any{"Path": file.Path, "Why": whyNot(words, file.Err)})}
	}
	return []string{strings.TrimSpace(err.Error())}
}

// whyNot says why a file cannot be read or written: in words where it is
// something that happens, as the system says it otherwise.
func whyNot(words *config.Words, err error) string {
	why := store.Why(err)
	if errors.Is(err, fs.ErrPermission) {
		why = "permission"
	}
	if why == "other" {
		return err.Error()
	}
	return words.T("why."+why, nil)
}

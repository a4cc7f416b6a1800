package config

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kiosk/scoresheet"
)

func TestSettingsWithoutAny(t *testing.T) {
	t.Chdir(t.TempDir())
	got, err := ReadSettings(nil, []string{"PATH=/bin", "KIOSK_LANG=", "KIOSKS=1"})
	want := Settings{Data: "kiosk-data", Addr: "0.0.0.0:8080", OpenBrowser: true, Log: slog.LevelInfo, BackupEvery: 10 * time.Minute, BackupKeep: 30, BackupFor: 30 * 24 * time.Hour}
	if err != nil || got != want {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
}

func writeSettings(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "kiosk.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Each setting, from each source; a flag counts before the environment, and
// that before the file.
func TestSourcesOfSettings(t *testing.T) {
	pick := map[string]func(Settings) string{
		"data":           func(s Settings) string { return s.Data },
		"addr":           func(s Settings) string { return s.Addr },
		"store":          func(s Settings) string { return s.Store },
		"store-password": func(s Settings) string { return s.StorePassword },
		"public-url":     func(s Settings) string { return s.PublicURL },
		"lang":           func(s Settings) string { return string(s.Lang) },
		"open-browser":   func(s Settings) string { return fmt.Sprint(s.OpenBrowser) },
		"log":            func(s Settings) string { return s.Log.String() },
		"backup":         func(s Settings) string { return s.Backup },
		"backup-every":   func(s Settings) string { return fmt.Sprint(int(s.BackupEvery / time.Minute)) },
		"backup-keep":    func(s Settings) string { return fmt.Sprint(s.BackupKeep) },
		"backup-days":    func(s Settings) string { return fmt.Sprint(int(s.BackupFor / (24 * time.Hour))) },
		"tls-cert":       func(s Settings) string { return s.TLSCert },
		"tls-key":        func(s Settings) string { return s.TLSKey },
	}
	values := map[string][3]string{ // by file, environment, flag
		"data":           {"/file", "/env", "/flag"},
		"addr":           {"127.0.0.1:1", "localhost:2", "[::1]:3"},
		"store":          {"etcd://u:secret@file/x", "etcd://u:secret@env/x", "etcd://u@flag/x"},
		"store-password": {"file", "env"},
		"public-url":     {"http://file:1", "http://env:2", "https://flag:3"},
		"lang":           {"en", "zh-Hant", "zh-Hans"},
		"open-browser":   {"false", "true", "false"},
		"log":            {"DEBUG", "WARN", "ERROR"},
		"backup":         {"/file", "/env", "/flag"},
		"backup-every":   {"0", "5", "1440"},
		"backup-keep":    {"3", "40", "50"},
		"backup-days":    {"0", "2", "3"},
		"tls-cert":       {"file.pem", "env.pem", "flag.pem"},
		"tls-key":        {"file.key", "env.key", "flag.key"},
	}
	for _, setting := range programSettings {
		t.Run(setting.name, func(t *testing.T) {
			given := values[setting.name]
			written := fmt.Sprintf("%q", given[0])
			if setting.is != ofText {
				written = given[0]
			}
			path := writeSettings(t, setting.name+" = "+written+"\n")
			env := []string{"KIOSK_CONFIG=" + path}
			flags := map[string]string{}
			for source := range given {
				if given[source] == "" {
					continue // It is no flag.
				}
				if source >= 1 {
					env = append(env, envName(setting.name)+"="+given[1])
				}
				if source == 2 {
					flags[setting.name] = given[2]
				}
				got, err := ReadSettings(flags, env)
				if err != nil {
					t.Fatal(err)
				}
				if text := pick[setting.name](got); text != given[source] {
					t.Errorf("source %d gives %q, want %q", source, text, given[source])
				}
			}
		})
	}
}

func TestSettingsFileInTheFolder(t *testing.T) {
	t.Chdir(filepath.Dir(writeSettings(t, "\xef\xbb\xbf# 会场\r\nlang = \"en\"\r\n")))
	got, err := ReadSettings(nil, nil)
	if err != nil || got.Lang != scoresheet.En {
		t.Errorf("%q, %v", got.Lang, err)
	}
	other := writeSettings(t, `lang = "zh-Hant"`)
	if got, err = ReadSettings(map[string]string{"config": other}, []string{"KIOSK_CONFIG=/none"}); err != nil || got.Lang != scoresheet.ZhHant {
		t.Errorf("%q, %v", got.Lang, err)
	}
}

func TestSettingsRefused(t *testing.T) {
	cases := []struct {
		name, file string
		env        []string
		flags      map[string]string
		want       []SettingsError // Place without the folder; Want is not compared
	}{
		{name: "unknown key", file: "data = \"x\"\n\nlnag = \"en\"\n", want: []SettingsError{{Code: "unknown", Place: "kiosk.toml:3", Key: "lnag"}}},
		{name: "two unknown keys", file: "a = 1\nb = 2\n", want: []SettingsError{{Code: "unknown", Place: "kiosk.toml:1", Key: "a"}, {Code: "unknown", Place: "kiosk.toml:2", Key: "b"}}},
		{name: "table", file: "[server]\naddr = \"x\"\n", want: []SettingsError{{Code: "unknown", Place: "kiosk.toml:1", Key: "server"}}},
		{name: "another case", file: "Lang = \"en\"\n", want: []SettingsError{{Code: "unknown", Place: "kiosk.toml:1", Key: "Lang"}}},
		{name: "value", file: "\nlang = \"fr\"\n", want: []SettingsError{{Code: "value", Place: "kiosk.toml:2", Key: "lang", Value: "fr"}}},
		{name: "type", file: "open-browser = \"yes\"\naddr = 8080\n", want: []SettingsError{{Code: "value", Place: "kiosk.toml:1", Key: "open-browser", Value: "yes"}, {Code: "value", Place: "kiosk.toml:2", Key: "addr", Value: "8080"}}},
		{name: "numbers", file: "backup-every = \"5\"\nbackup-keep = 2\nbackup-days = 1.5\n", want: []SettingsError{
			{Code: "value", Place: "kiosk.toml:1", Key: "backup-every", Value: "5"}, {Code: "value", Place: "kiosk.toml:3", Key: "backup-days", Value: "1.5"}, {Code: "value", Place: "kiosk.toml:2", Key: "backup-keep", Value: "2"}}},
		{name: "broken", file: "lang = \n", want: []SettingsError{{Code: "syntax", Place: "kiosk.toml:1:8"}}},
		{name: "key twice", file: "lang = \"en\"\nlang = \"en\"\n", want: []SettingsError{{Code: "syntax", Place: "kiosk.toml"}}},
		{name: "large", file: "# " + strings.Repeat("x", maxSettingsFile), want: []SettingsError{{Code: "file", Place: "kiosk.toml"}}},
		{name: "unknown variable", env: []string{"KIOSK_ADR=x"}, want: []SettingsError{{Code: "unknown", Place: "$KIOSK_ADR", Key: "KIOSK_ADR"}}},
		{name: "value of a variable", env: []string{"KIOSK_ADDR=8080"}, want: []SettingsError{{Code: "value", Place: "$KIOSK_ADDR", Key: "addr", Value: "8080"}}},
		{name: "no such file", flags: map[string]string{"config": "/none/kiosk.toml"}, want: []SettingsError{{Code: "file", Place: "kiosk.toml"}}},
		{name: "unknown flag", flags: map[string]string{"adr": "x"}, want: []SettingsError{{Code: "unknown", Place: "--adr", Key: "adr"}}},
		{name: "port", flags: map[string]string{"addr": "0.0.0.0:80800"}, want: []SettingsError{{Code: "value", Place: "--addr", Key: "addr", Value: "0.0.0.0:80800"}}},
		{name: "address of the codes", flags: map[string]string{"public-url": "http://x/y"}, want: []SettingsError{{Code: "value", Place: "--public-url", Key: "public-url", Value: "http://x/y"}}},
		{name: "log", flags: map[string]string{"log": "loud"}, want: []SettingsError{{Code: "value", Place: "--log", Key: "log", Value: "loud"}}},
		{name: "store", flags: map[string]string{"store": "http://u:secret@host"}, want: []SettingsError{{Code: "value", Place: "--store", Key: "store", Value: "…"}}},
		{name: "password on the command line", flags: map[string]string{"store": "etcd://u:secret@host"}, want: []SettingsError{{Code: "password", Place: "--store", Key: "store"}}},
		{name: "password as a flag", flags: map[string]string{"store-password": "secret"}, want: []SettingsError{{Code: "unknown", Place: "--store-password", Key: "store-password"}}},
		{name: "password of two lines", file: "store-password = \"a\\nb\"\n", want: []SettingsError{{Code: "value", Place: "kiosk.toml", Key: "store-password", Value: "…"}}},
		{name: "no folder", flags: map[string]string{"data": " "}, want: []SettingsError{{Code: "value", Place: "--data", Key: "data", Value: " "}}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if c.file != "" {
				c.env = append(c.env, "KIOSK_CONFIG="+writeSettings(t, c.file))
			}
			_, err := ReadSettings(c.flags, c.env)
			got := settingsErrors(err)
			if len(got) != len(c.want) {
				t.Fatalf("%v", err)
			}
			for i, want := range c.want {
				e := *got[i]
				e.Place = e.Place[strings.LastIndex(e.Place, "/")+1:]
				if want.Code == "syntax" || want.Code == "file" {
					e.Value = ""
				}
				if (e.Want == "") != (want.Code == "syntax" || want.Code == "file" || want.Code == "password") {
					t.Errorf("wants %q", e.Want)
				}
				if e.Want = ""; !strings.HasPrefix(e.Place, want.Place) || e.Code != want.Code || e.Key != want.Key || e.Value != want.Value {
					t.Errorf("%+v, want %+v", e, want)
				}
			}
		})
	}
}

// settingsErrors takes a joined error apart.
func settingsErrors(err error) []*SettingsError {
	var one *SettingsError
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var all []*SettingsError
		for _, each := range joined.Unwrap() {
			all = append(all, settingsErrors(each)...)
		}
		return all
	}
	if errors.As(err, &one) {
		return []*SettingsError{one}
	}
	return nil
}

func TestSettingsErrorsHaveWords(t *testing.T) {
	for _, lang := range scoresheet.Langs {
		words := NewWords(lang)
		for _, code := range []string{"unknown", "value", "syntax", "file"} {
			e := &SettingsError{Code: code, Place: "kiosk.toml:3", Key: "lang", Value: "fr", Want: "en"}
			text := words.T("settings."+code, e.Args())
			if !strings.Contains(text, "kiosk.toml:3") || strings.Contains(text, "no value") {
				t.Errorf("%s: %s", lang, text)
			}
			if !strings.Contains(e.Error(), "kiosk.toml:3") {
				t.Errorf("%s", e.Error())
			}
		}
	}
}

func FuzzParseSettings(f *testing.F) {
	f.Add([]byte("data = \"x\"\n[a]\nb = 1\n"))
	f.Add([]byte("a.b.c = 1\nlang = 'en'\nopen-browser = true"))
	f.Fuzz(func(t *testing.T, text []byte) {
		found, errs := parseSettings("kiosk.toml", text)
		for name := range found {
			if !slices.ContainsFunc(programSettings, func(s programSetting) bool { return s.name == name }) {
				t.Errorf("%q was found", name)
			}
		}
		for _, err := range errs {
			if len(settingsErrors(err)) != 1 {
				t.Errorf("%v", err)
			}
		}
	})
}

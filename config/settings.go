package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"kiosk/scoresheet"
)

// Settings are the program's. The zero value is not usable; ReadSettings makes
// complete ones.
type Settings struct {
	// Data is the folder of the kiosk's data.
	Data string
	// Store is the address of an etcd cluster that has the journals; empty is the
	// file in the data folder.
	Store string
	// StorePassword is that of the user of the address, where it has none. It
	// comes from the environment or the settings file, which nobody else reads.
	StorePassword string
	// Addr is what the kiosk listens on, HOST:PORT.
	Addr string
	// PublicURL is the address that codes carry, in the form of CleanAddress;
	// empty leaves it to the organiser and the laptop.
	PublicURL string
	// Lang is the language of those who ask for none; empty leaves it to the
	// organiser.
	Lang scoresheet.Lang
	// OpenBrowser says to open the kiosk's page at the start.
	OpenBrowser bool
	// Log is the least important kind of message that is logged.
	Log slog.Level
	// Backup is the folder that backups go into; empty leaves it to the
	// organiser and the data folder.
	Backup string
	// BackupEvery is the longest that anything written waits for a backup; 0 is
	// until the round is over. BackupKeep is how many backups stay, and
	// BackupFor how long each does, 0 being no limit.
	BackupEvery time.Duration
	BackupKeep  int
	BackupFor   time.Duration
	// TLSCert and TLSKey are files with the organiser's own certificate and its
	// key, in PEM; both empty is plain HTTP.
	TLSCert, TLSKey string
	// Demo says to fill a fresh data folder with an event in mid-round. It
	// comes from the command line only.
	Demo bool
}

// settingsFile is read when no other is named and it is there.
const settingsFile = "kiosk.toml"

// configKey names the settings file, by flag or environment.
const configKey = "config"

// envPrefix begins the environment's names: KIOSK_PUBLIC_URL is public-url.
const envPrefix = "KIOSK_"

// maxSettingsFile bounds a settings file, in bytes.
const maxSettingsFile = 64 << 10

// settingType is what a settings file writes for a value.
type settingType int

const (
	ofText settingType = iota
	ofTruth
	ofNumber
)

// programSetting is a setting by name, with its first value and what it takes.
type programSetting struct {
	name, first, want string
	is                settingType
	// secret values are not shown, hidden ones are no flags.
	secret, hidden bool
	set            func(s *Settings, value string) error
}

var errValue = errors.New("not a value of the setting")

var programSettings = []programSetting{
	{name: "data", first: "kiosk-data", want: "DIR", set: func(s *Settings, value string) error {
		s.Data = value
		return bad(strings.TrimSpace(value) == "" || strings.ContainsRune(value, 0))
	}},
	{name: "store", want: "etcd://HOST:PORT,HOST:PORT,HOST:PORT/PREFIX", secret: true, set: func(s *Settings, value string) error {
		s.Store = value
		return bad(value != "" && !strings.HasPrefix(value, clusterScheme))
	}},
	{name: "store-password", want: "PASSWORD", secret: true, hidden: true, set: func(s *Settings, value string) error {
		s.StorePassword = value
		return bad(strings.ContainsAny(value, "\r\n\x00"))
	}},
	{name: "addr", first: "0.0.0.0:8080", want: "HOST:PORT", set: func(s *Settings, value string) error {
		s.Addr = value
		_, port, err := net.SplitHostPort(value)
		if err != nil {
			return errValue
		}
		_, err = strconv.ParseUint(port, 10, 16)
		return bad(err != nil)
	}},
	{name: "public-url", want: "http://HOST:PORT", set: func(s *Settings, value string) (err error) {
		if value == "" {
			return nil
		}
		s.PublicURL, err = CleanAddress(value)
		return err
	}},
	{name: "lang", want: "zh-Hans, zh-Hant, en", set: func(s *Settings, value string) error {
		s.Lang = scoresheet.Lang(value)
		return bad(value != "" && !slices.Contains(scoresheet.Langs, s.Lang))
	}},
	{name: "open-browser", first: "true", want: "true, false", is: ofTruth, set: func(s *Settings, value string) (err error) {
		s.OpenBrowser, err = strconv.ParseBool(value)
		return err
	}},
	{name: "log", first: "info", want: "debug, info, warn, error", set: func(s *Settings, value string) error {
		levels := map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError}
		level, ok := levels[strings.ToLower(value)]
		s.Log = level
		return bad(!ok)
	}},
	{name: "backup", want: "DIR", set: func(s *Settings, value string) error {
		s.Backup = value
		return bad(strings.ContainsRune(value, 0))
	}},
	{name: "backup-every", first: "10", want: "0–1440 (min)", is: ofNumber, set: func(s *Settings, value string) error {
		return whole(value, 0, 1440, func(n int) { s.BackupEvery = time.Duration(n) * time.Minute })
	}},
	{name: "backup-keep", first: "30", want: "3–10000", is: ofNumber, set: func(s *Settings, value string) error {
		return whole(value, 3, 10000, func(n int) { s.BackupKeep = n })
	}},
	{name: "backup-days", first: "30", want: "0–3650", is: ofNumber, set: func(s *Settings, value string) error {
		return whole(value, 0, 3650, func(n int) { s.BackupFor = time.Duration(n) * 24 * time.Hour })
	}},
	{name: "tls-cert", want: "FILE", set: func(s *Settings, value string) error {
		s.TLSCert = value
		return bad(strings.ContainsRune(value, 0))
	}},
	{name: "tls-key", want: "FILE", set: func(s *Settings, value string) error {
		s.TLSKey = value
		return bad(strings.ContainsRune(value, 0))
	}},
}

// whole reads a whole number between two.
func whole(value string, low, high int, set func(int)) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < low || n > high {
		return errValue
	}
	set(n)
	return nil
}

func bad(is bool) error {
	if is {
		return errValue
	}
	return nil
}

// clusterScheme begins the address of a cluster.
const clusterScheme = "etcd://"

// ShowsPassword reports whether the address of a cluster has a password in it.
// Such a one must not stand on a command line, which everybody on the machine
// can read.
func ShowsPassword(address string) bool {
	rest, ok := strings.CutPrefix(address, clusterScheme)
	if !ok {
		return false
	}
	rest, _, _ = strings.Cut(rest, "?")
	at := strings.LastIndexByte(rest, '@')
	return at >= 0 && strings.Contains(rest[:at], ":")
}

// SettingsError refuses a setting. Its words are "settings.<code>".
type SettingsError struct {
	// Code is "unknown", "value", "syntax", "file" or "password".
	Code string
	// Place is where it stands: "kiosk.toml:3", "$KIOSK_ADDR" or "--addr".
	Place string
	Key   string
	Value string
	// Want says what would do: the names there are, or the values.
	Want string
}

// Error names the place, the key and what would do.
func (e *SettingsError) Error() string {
	switch e.Code {
	case "unknown":
		return fmt.Sprintf("%s: unknown setting %q, there are: %s", e.Place, e.Key, e.Want)
	case "value":
		return fmt.Sprintf("%s: %s cannot be %q, want %s", e.Place, e.Key, e.Value, e.Want)
	}
	return fmt.Sprintf("%s: %s", e.Place, cmp.Or(e.Value, e.Code))
}

// Args fill the places of the sentence.
func (e *SettingsError) Args() map[string]any {
	return map[string]any{"Place": e.Place, "Key": e.Key, "Value": e.Value, "Want": e.Want}
}

// given is a value of a setting and where it stands.
type given struct {
	value, place string
}

// ReadSettings makes the settings from flags, which count before the
// environment ("NAME=value", as os.Environ gives it), which counts before the
// settings file. The file is the one named by the flag config or by
// KIOSK_CONFIG, or else kiosk.toml in the working folder if it is there. Names
// of flags are those of the settings. The error joins a *SettingsError for
// each name that is not known and each value that will not do.
func ReadSettings(flags map[string]string, env []string) (Settings, error) {
	fromEnv, errs := readEnv(env)
	fromFlags := map[string]given{}
	for name, value := range flags {
		fromFlags[name] = given{value: value, place: "--" + name}
	}
	path, named := settingsFile, false
	for _, source := range []map[string]given{fromEnv, fromFlags} {
		if value, ok := source[configKey]; ok {
			path, named = value.value, true
		}
	}
	fromFile, fileErrs := readSettingsFile(path, named)
	errs = append(errs, fileErrs...)
	var s Settings
	bare := false
	for _, setting := range programSettings {
		for _, source := range []map[string]given{{setting.name: {value: setting.first}}, fromFile, fromEnv, fromFlags} {
			value, ok := source[setting.name]
			if !ok {
				continue
			}
			if setting.name == "store" && value.place == "--store" && ShowsPassword(value.value) {
				errs = append(errs, &SettingsError{Code: "password", Place: value.place, Key: setting.name})
				continue
			}
			if setting.name == "public-url" {
				bare = value.value != "" && !strings.Contains(value.value, "://")
			}
			if err := setting.set(&s, value.value); err != nil {
				errs = append(errs, &SettingsError{Code: "value", Place: value.place, Key: setting.name, Value: setting.shown(value.value), Want: setting.want})
			}
		}
	}
	if bare && s.TLSCert != "" {
		s.PublicURL = strings.Replace(s.PublicURL, "http://", "https://", 1)
	}
	for _, name := range sortedKeys(fromFlags) {
		if setting, ok := findSetting(name); (!ok || setting.hidden) && name != configKey {
			errs = append(errs, &SettingsError{Code: "unknown", Place: "--" + name, Key: name, Want: settingNames(plainName)})
		}
	}
	return s, errors.Join(errs...)
}

func findSetting(name string) (programSetting, bool) {
	at := slices.IndexFunc(programSettings, func(s programSetting) bool { return s.name == name })
	if at < 0 {
		return programSetting{}, false
	}
	return programSettings[at], true
}

// shown is a value as an error may show it.
func (s programSetting) shown(value string) string {
	if s.secret {
		return "…"
	}
	return value
}

func plainName(name string) string { return name }

// envName is a setting's name in the environment.
func envName(name string) string {
	return envPrefix + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

func settingNames(form func(string) string) string {
	names := make([]string, len(programSettings))
	for i, setting := range programSettings {
		names[i] = form(setting.name)
	}
	return strings.Join(names, ", ")
}

func sortedKeys(values map[string]given) []string {
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// readEnv takes what begins with KIOSK_. An empty value is none.
func readEnv(env []string) (map[string]given, []error) {
	names := map[string]string{envName(configKey): configKey}
	for _, setting := range programSettings {
		names[envName(setting.name)] = setting.name
	}
	found := map[string]given{}
	var errs []error
	for _, line := range env {
		key, value, _ := strings.Cut(line, "=")
		key = strings.ToUpper(key) // Windows does not tell them apart
		if !strings.HasPrefix(key, envPrefix) {
			continue
		}
		name, ok := names[key]
		switch {
		case !ok:
			errs = append(errs, &SettingsError{Code: "unknown", Place: "$" + key, Key: key, Want: envName(configKey) + ", " + settingNames(envName)})
		case value != "":
			found[name] = given{value: value, place: "$" + key}
		}
	}
	return found, errs
}

// readSettingsFile reads a file; one that nobody named need not be there.
func readSettingsFile(path string, named bool) (map[string]given, []error) {
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !named:
		return nil, nil
	case err != nil:
		return nil, []error{&SettingsError{Code: "file", Place: path, Value: reason(err)}}
	case len(text) > maxSettingsFile:
		return nil, []error{&SettingsError{Code: "file", Place: path, Value: fmt.Sprintf("> %d KiB", maxSettingsFile>>10)}}
	}
	return parseSettings(path, bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")))
}

// reason is an error of the file system without the path, which is said
// anyhow.
func reason(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}

// parseSettings finds every key with its line: a strict reading into nothing
// complains about all of them.
func parseSettings(path string, text []byte) (map[string]given, []error) {
	var values map[string]any
	if err := toml.Unmarshal(text, &values); err != nil {
		return nil, []error{brokenSettings(path, err)}
	}
	var missing *toml.StrictMissingError
	err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(&struct{}{})
	if err == nil {
		return nil, nil
	}
	if !errors.As(err, &missing) {
		return nil, []error{brokenSettings(path, err)}
	}
	found := map[string]given{}
	var errs []error
	for _, each := range missing.Errors {
		line, _ := each.Position()
		key := strings.Join(each.Key(), ".")
		place := path + ":" + strconv.Itoa(line)
		setting, ok := findSetting(key)
		if !ok {
			errs = append(errs, &SettingsError{Code: "unknown", Place: place, Key: key, Want: settingNames(plainName)})
			continue
		}
		value, fits := setting.read(values[key])
		if !fits {
			errs = append(errs, &SettingsError{Code: "value", Place: place, Key: key, Value: setting.shown(value), Want: setting.want})
			continue
		}
		found[key] = given{value: value, place: place}
	}
	return found, errs
}

// read is the text of a value from a file, and whether it is of the setting's
// type.
func (s programSetting) read(value any) (text string, fits bool) {
	is := settingType(-1)
	switch value.(type) {
	case string:
		is = ofText
	case bool:
		is = ofTruth
	case int64:
		is = ofNumber
	}
	return fmt.Sprint(value), is == s.is
}

func brokenSettings(path string, err error) error {
	var decode *toml.DecodeError
	if !errors.As(err, &decode) {
		return &SettingsError{Code: "syntax", Place: path, Value: err.Error()}
	}
	line, column := decode.Position()
	return &SettingsError{Code: "syntax", Place: fmt.Sprintf("%s:%d:%d", path, line, column), Value: strings.TrimPrefix(decode.Error(), "toml: ")}
}

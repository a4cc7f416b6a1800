package main

import (
	"bytes"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/store"
)

func TestServeSaysThatThePortIsTaken(t *testing.T) {
	t.Chdir(t.TempDir())
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	code, _, said := kioskSays("--addr", taken.Addr().String(), "--lang", "en")
	if code != 1 || !strings.Contains(said, taken.Addr().String()) || !strings.Contains(said, "another port") {
		t.Errorf("exit %d: %s", code, said)
	}
}

func TestServeSaysThatTheDataIsInUse(t *testing.T) {
	dir := t.TempDir()
	kept, err := store.Open(filepath.Join(dir, dataFile), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	code, _, said := kioskSays("--data", dir, "--addr", "127.0.0.1:0", "--lang", "en")
	if code != 1 || !strings.Contains(said, "Another kiosk") || !strings.Contains(said, dataFile) {
		t.Errorf("exit %d: %s", code, said)
	}
}

// TestServeRefusesDataThatIsWrong: in the organiser's language, with the place,
// and without touching the file.
func TestServeRefusesDataThatIsWrong(t *testing.T) {
	sound := filepath.Join(t.TempDir(), dataFile)
	if err := makeDemo(t.Context(), sound, config.BuiltIn(), config.NewWords(scoresheet.En), demoDay); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(sound)
	if err != nil {
		t.Fatal(err)
	}
	for how, want := range map[string][]string{ // zh-Hans, zh-Hant, en
		"empty": {"是空的（0 字节）", "是空的（0 位元組）", "is empty (0 bytes)"},
		"cut":   {"已损坏", "已損壞", "is damaged"},
		"flip":  {"已损坏（赛事 demo，第 ", "已損壞（賽事 demo，第 ", "is damaged (event demo, entry "},
		"newer": {"更新版本", "更新版本", "A newer program wrote"},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, dataFile)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := damage(how, path); err != nil {
			t.Fatal(err)
		}
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i, lang := range scoresheet.Langs {
			code, out, said := kioskSays("--data", dir, "--addr", "127.0.0.1:0", "--open-browser", "false", "--lang", string(lang))
			if code != 1 || out != "" || !strings.Contains(said, want[i]) || !strings.Contains(said, path) {
				t.Errorf("%s: exit %d, %s%s", how, code, out, said)
			}
		}
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
			t.Errorf("%s: the file was touched, %v", how, err)
		}
	}
}

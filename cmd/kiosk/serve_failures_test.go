package main

import (
	"net"
	"path/filepath"
	"strings"
	"testing"

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

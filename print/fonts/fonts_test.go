package fonts

import (
	"bytes"
	"encoding/binary"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// pinned returns the font that the build copies here; without it these tests fail, for then nothing can be printed.
func pinned(t *testing.T) []byte {
	t.Helper()
	names, err := filepath.Glob("*.ttf")
	if err != nil || len(names) == 0 {
		t.Fatal("no font beside this test: run `make font`")
	}
	data, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestFind(t *testing.T) {
	pinned(t)
	found, err := Find()
	if err != nil {
		t.Fatal(err)
	}
	if found.Path != "" || !strings.HasSuffix(found.Name, ".ttf") {
		t.Errorf("found %s at %q, not the font inside", found.Name, found.Path)
	}
	// Whoever gets the font may write into it: a second one must be whole.
	clear(found.Data)
	again, err := Find()
	if err != nil {
		t.Fatal(err)
	}
	if err := Usable(again.Data); err != nil {
		t.Error(err)
	}
}

// renamed gives a table of a font another name.
func renamed(data []byte, from, to string) []byte {
	out := bytes.Clone(data)
	for i := range int(binary.BigEndian.Uint16(out[4:])) {
		record := out[12+16*i:]
		if string(record[:4]) == from {
			copy(record, to)
		}
	}
	return out
}

// patched writes bytes into a table of a font.
func patched(data []byte, table string, at int, with ...byte) []byte {
	out := bytes.Clone(data)
	for i := range int(binary.BigEndian.Uint16(out[4:])) {
		record := out[12+16*i:]
		if string(record[:4]) == table {
			copy(out[int(binary.BigEndian.Uint32(record[8:]))+at:], with)
		}
	}
	return out
}

func TestUsable(t *testing.T) {
	font := pinned(t)
	latin, err := os.ReadFile("/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf")
	if err != nil {
		t.Fatalf("%v (fonts-dejavu-core is needed)", err)
	}
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"the pinned font", font, ""},
		{"nothing", nil, "not a font"},
		{"a text", []byte("this is a text and no font"), "not a font"},
		{"cut short", font[:len(font)/2], "is cut short"},
		{"cut in its directory", font[:60], "is cut short"},
		{"CFF outlines", append([]byte("OTTO"), font[4:]...), "has CFF outlines"},
		{"a collection", append([]byte("ttcf"), font[4:]...), "is a collection"},
		{"a variable font", renamed(font, "gasp", "fvar"), "is a variable font"},
		{"no outlines", renamed(font, "glyf", "none"), "has no table glyf"},
		{"names in another format", patched(font, "name", 0, 0, 1), "table of names"},
		{"no embedding", patched(font, "OS/2", 8, 0, 2), "forbids embedding"},
		{"no Chinese", latin, "has no "},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := Usable(c.data)
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func FuzzUsable(f *testing.F) {
	f.Add([]byte{0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 'g', 'l', 'y', 'f', 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		if Usable(data) == nil {
			t.Errorf("%d bytes pass for a Chinese font", len(data))
		}
	})
}

func TestEmbedded(t *testing.T) {
	font := pinned(t)
	for _, c := range []struct {
		name   string
		folder fs.FS
		want   string
		err    string
	}{
		{"empty", fstest.MapFS{"fonts.go": {}}, "", ErrNone.Error()},
		{"one", fstest.MapFS{"a.ttf": {Data: font}}, "a.ttf", ""},
		{"a broken one before a good one", fstest.MapFS{"a.ttf": {Data: font[:9]}, "b.ttf": {Data: font}}, "b.ttf", ""},
		{"a broken one", fstest.MapFS{"a.ttf": {Data: font[:9]}}, "", "a.ttf: not a font"},
	} {
		t.Run(c.name, func(t *testing.T) {
			found, err := embedded(c.folder)
			if found.Name != c.want {
				t.Errorf("found %q", found.Name)
			}
			if c.err != "" && (err == nil || err.Error() != c.err) || c.err == "" && err != nil {
				t.Errorf("got %v, want %q", err, c.err)
			}
		})
	}
}

func TestSearch(t *testing.T) {
	font, root := pinned(t), t.TempDir()
	write := func(name string, data []byte) {
		t.Helper()
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	dirs := []string{filepath.Join(root, "missing"), root}
	write("broken/simhei.ttf", font[:2<<20])
	write("small.ttf", []byte("small"))
	if found, ok := search(dirs); ok {
		t.Fatalf("found %s", found.Path)
	}
	write("a/another.ttf", font)
	if found, _ := search(dirs); found.Name != "another.ttf" {
		t.Errorf("found %q, want another.ttf", found.Path)
	}
	write("z/SimHei.TTF", font)
	if found, _ := search(dirs); found.Name != "SimHei.TTF" {
		t.Errorf("found %q, want the favourite", found.Path)
	}
}

func TestRare(t *testing.T) {
	font, root := pinned(t), t.TempDir()
	for name, data := range map[string][]byte{"SimSunB.TTF": font, "hanaminb.ttf": font[:100], "other.ttf": font} {
		if err := os.WriteFile(filepath.Join(root, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	files := rare([]string{filepath.Join(root, "missing"), root})
	if len(files) != 1 || filepath.Base(files[0].Name()) != "SimSunB.TTF" {
		t.Errorf("opened %v", files)
	}
	for _, file := range files {
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestPlaces(t *testing.T) {
	env := map[string]string{"WINDIR": `C:\Windows`, "HOME": "/home/a"}
	get := func(name string) string { return env[name] }
	for system, want := range map[string]string{
		"windows": filepath.Join(`C:\Windows`, "Fonts"),
		"darwin":  "/System/Library/Fonts /Library/Fonts " + filepath.Join("/home/a", "Library", "Fonts"),
		"linux": "/usr/share/fonts /usr/local/share/fonts " + filepath.Join("/home/a", ".local", "share", "fonts") + " " +
			filepath.Join("/home/a", ".fonts"),
	} {
		if got := strings.Join(places(system, get), " "); got != want {
			t.Errorf("%s: got %s, want %s", system, got, want)
		}
	}
}

func TestErrNoneIsOneLine(t *testing.T) {
	if strings.Contains(ErrNone.Error(), "\n") || !strings.Contains(ErrNone.Error(), "make font") {
		t.Error(ErrNone)
	}
}

// Package fonts finds the Chinese font that documents are set in.
//
// The build copies one static TrueType font beside this file; git ignores it, so a build without it still compiles and
// falls back on a font of the machine.
package fonts

import (
	"embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/image/font/sfnt"
)

// The package embeds itself and whatever .ttf lies there: a pattern that names the font would not compile without it.
//
//go:embed *
var folder embed.FS

// Font is a static TrueType font that covers Chinese.
type Font struct {
	// Name is the name of the file, without its folder.
	Name string
	// Path is where the file lies on the machine; empty for the font inside the program.
	Path string
	// Data is the file. Whoever gets it may write into it.
	Data []byte
}

// ErrNone is returned by Find where neither the program nor the machine has a usable font. Its text is one line that
// says what to do.
var ErrNone = errors.New("no usable Chinese TrueType font: run `make font` and build again, or install SimHei, DengXian or Arial Unicode")

// Find returns the font inside the program or, where the build put none there, the first usable one of the machine.
// It reads files; call it once and keep the answer.
func Find() (Font, error) {
	found, err := embedded(folder)
	if err == nil {
		return found, nil
	}
	if found, ok := search(places(runtime.GOOS, os.Getenv)); ok {
		return found, nil
	}
	if errors.Is(err, ErrNone) {
		return Font{}, ErrNone
	}
	return Font{}, fmt.Errorf("%w (%w)", ErrNone, err)
}

// embedded returns the first usable .ttf of a folder, and ErrNone where there is none at all.
func embedded(from fs.FS) (Font, error) {
	names, err := fs.Glob(from, "*.ttf")
	if err != nil || len(names) == 0 {
		return Font{}, ErrNone
	}
	var faults []error
	for _, name := range names {
		data, err := fs.ReadFile(from, name)
		if err == nil {
			err = Usable(data)
		}
		if err == nil {
			return Font{Name: path.Base(name), Data: data}, nil
		}
		faults = append(faults, fmt.Errorf("%s: %w", name, err))
	}
	return Font{}, errors.Join(faults...)
}

// favourites are the static Chinese fonts of the common systems, best first.
var favourites = []string{
	"notosanssc-regular.ttf", "deng.ttf", "simhei.ttf", "arial unicode.ttf", "arialuni.ttf", "simkai.ttf", "simfang.ttf",
	"droidsansfallbackfull.ttf",
}

// bigSets are fonts of the common systems that have tens of thousands of rare characters, best first.
var bigSets = []string{
	"simsunb.ttf", "simsunextg.ttf", "hanaminb.ttf", "pingfang.ttc", "songti.ttc", "notosanscjk-regular.ttc", "notoserifcjk-regular.ttc",
}

// Rare opens the fonts of the machine that have rare characters, for names that the font of the documents lacks. They may
// be of any kind that golang.org/x/image/font/sfnt reads; there may be none. Close them when documents are no longer made.
func Rare() []*os.File {
	return rare(places(runtime.GOOS, os.Getenv))
}

func rare(dirs []string) []*os.File {
	found := make(map[string]string)
	for _, dir := range dirs {
		_ = filepath.WalkDir(dir, func(file string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() && found[strings.ToLower(entry.Name())] == "" {
				found[strings.ToLower(entry.Name())] = file
			}
			return nil
		})
	}
	var out []*os.File
	for _, name := range bigSets {
		file, err := os.Open(found[name])
		if err != nil {
			continue
		}
		if !parses(file) {
			_ = file.Close()
			continue
		}
		out = append(out, file)
	}
	return out
}

func parses(file io.ReaderAt) bool {
	collection, err := sfnt.ParseCollectionReaderAt(file)
	if err != nil {
		return false
	}
	_, err = collection.Font(0)
	return err == nil
}

// places lists the font folders of a system. env is os.Getenv or a stand-in.
func places(system string, env func(string) string) []string {
	switch system {
	case "windows":
		return existing(env, "WINDIR", "Fonts", "LOCALAPPDATA", "Microsoft/Windows/Fonts")
	case "darwin":
		return append([]string{"/System/Library/Fonts", "/Library/Fonts"}, existing(env, "HOME", "Library/Fonts")...)
	default:
		return append([]string{"/usr/share/fonts", "/usr/local/share/fonts"},
			existing(env, "HOME", ".local/share/fonts", "HOME", ".fonts")...)
	}
}

// existing joins pairs of a variable and a folder below it, leaving out variables that are not set.
func existing(env func(string) string, pairs ...string) []string {
	var dirs []string
	for i := 0; i+1 < len(pairs); i += 2 {
		if root := env(pairs[i]); root != "" {
			dirs = append(dirs, filepath.Join(root, filepath.FromSlash(pairs[i+1])))
		}
	}
	return dirs
}

// search looks through folders for the favourites first, then for any usable .ttf, in the order of their paths.
func search(dirs []string) (Font, bool) {
	ranked := make([][]string, len(favourites)+1)
	for _, dir := range dirs {
		// A folder that is missing or closed to us is no fault: the next one may do.
		_ = filepath.WalkDir(dir, func(file string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() && strings.EqualFold(filepath.Ext(file), ".ttf") {
				rank := favourite(filepath.Base(file))
				ranked[rank] = append(ranked[rank], file)
			}
			return nil
		})
	}
	for _, files := range ranked {
		for _, file := range files {
			if data, err := readLarge(file); err == nil && Usable(data) == nil {
				return Font{Name: filepath.Base(file), Path: file, Data: data}, true
			}
		}
	}
	return Font{}, false
}

func favourite(name string) int {
	for rank, known := range favourites {
		if strings.EqualFold(name, known) {
			return rank
		}
	}
	return len(favourites)
}

// readLarge reads a file that may be a Chinese font: those have a megabyte at the least, and nothing above 64 MiB is read.
func readLarge(file string) ([]byte, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	if info.Size() < 1<<20 || info.Size() > 64<<20 {
		return nil, errors.New("not the size of a Chinese font")
	}
	return os.ReadFile(file)
}

// sample are characters that every document needs: simplified and traditional Chinese, Latin, digits, marks, the box.
const sample = "掼蛋够级双升记分表荣誉证书成绩公告冠军校工会〇二年月日摜夠級雙記證書（），。：《》、·—…□" +
	"ABCXYZabcxyz0123456789-/.,:"

// Usable says whether data is a font that documents can be set in: TrueType outlines, one weight (no variable font, no
// collection), a character table for the basic plane, no ban on embedding, and Chinese. The error names the first reason
// against it.
func Usable(data []byte) error {
	tables, err := directory(data)
	if err != nil {
		return err
	}
	if err := outlines(tables); err != nil {
		return err
	}
	if err := names(tables["name"]); err != nil {
		return err
	}
	if err := characterTable(tables["cmap"]); err != nil {
		return err
	}
	if os2 := tables["OS/2"]; len(os2) >= 10 {
		if kind := binary.BigEndian.Uint16(os2[8:]); kind == 0x0002 || kind&0x0300 != 0 {
			return errors.New("its licence forbids embedding")
		}
	}
	return covers(data)
}

// directory reads the table directory of a single TrueType font.
func directory(data []byte) (map[string][]byte, error) {
	if len(data) < 12 {
		return nil, errors.New("not a font")
	}
	switch binary.BigEndian.Uint32(data) {
	case 0x00010000, 0x74727565:
	case 0x4F54544F:
		return nil, errors.New("has CFF outlines, not TrueType ones")
	case 0x74746366:
		return nil, errors.New("is a collection of fonts")
	default:
		return nil, errors.New("not a font")
	}
	count := int(binary.BigEndian.Uint16(data[4:]))
	if len(data) < 12+16*count {
		return nil, errors.New("is cut short")
	}
	tables := make(map[string][]byte, count)
	for i := range count {
		record := data[12+16*i:]
		start, size := uint64(binary.BigEndian.Uint32(record[8:])), uint64(binary.BigEndian.Uint32(record[12:]))
		if start+size > uint64(len(data)) {
			return nil, errors.New("is cut short")
		}
		tables[string(record[:4])] = data[start : start+size]
	}
	return tables, nil
}

func outlines(tables map[string][]byte) error {
	if _, variable := tables["fvar"]; variable {
		return errors.New("is a variable font")
	}
	for _, needed := range []string{"glyf", "loca", "head", "hhea", "hmtx", "maxp", "name", "post", "cmap"} {
		if len(tables[needed]) == 0 {
			return fmt.Errorf("has no table %s", needed)
		}
	}
	return nil
}

// names refuses name tables of the newer format, which the PDF writer does not read.
func names(table []byte) error {
	if len(table) < 6 || binary.BigEndian.Uint16(table) != 0 {
		return errors.New("has a table of names in an unknown format")
	}
	return nil
}

// characterTable asks for a Unicode subtable of format 4, the only one that the PDF writer reads.
func characterTable(table []byte) error {
	if len(table) < 4 {
		return errors.New("has no character table")
	}
	count := int(binary.BigEndian.Uint16(table[2:]))
	for i := 0; i < count && len(table) >= 4+8*(i+1); i++ {
		record := table[4+8*i:]
		platform, encoding := binary.BigEndian.Uint16(record), binary.BigEndian.Uint16(record[2:])
		at := uint64(binary.BigEndian.Uint32(record[4:]))
		unicode := platform == 0 || platform == 3 && encoding == 1
		if unicode && at+2 <= uint64(len(table)) && binary.BigEndian.Uint16(table[at:]) == 4 {
			return nil
		}
	}
	return errors.New("has no character table of format 4")
}

func covers(data []byte) error {
	font, err := sfnt.Parse(data)
	if err != nil {
		return err
	}
	var buffer sfnt.Buffer
	for _, r := range sample {
		index, err := font.GlyphIndex(&buffer, r)
		if err != nil {
			return err
		}
		if index == 0 {
			return fmt.Errorf("has no %c", r)
		}
	}
	return nil
}

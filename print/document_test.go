package print

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"image"
	imagecolor "image/color"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/jung-kurt/gofpdf"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden compares the text of each document, as pdftotext takes it out, with what was approved. Run with -update
// after a change that is meant.
func TestGolden(t *testing.T) {
	p := testPrinter(t)
	for name := range samples {
		for _, language := range languages {
			t.Run(name+"."+language, func(t *testing.T) {
				got := tool(t, "pdftotext", "-layout", saved(t, madeSample(t, p, name, language)), "-")
				file := filepath.Join("testdata", name+"."+language+".txt")
				if *update {
					if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if squeezed(got) != squeezed(string(want)) {
					t.Errorf("the text is not that of %s:\n%s", file, got)
				}
			})
		}
	}
}

// squeezed takes out the blanks by which pdftotext imitates the page: other versions of it set other ones.
func squeezed(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if words := strings.Join(strings.Fields(line), " "); words != "" {
			lines = append(lines, words)
		}
	}
	return strings.Join(lines, "\n")
}

func TestPages(t *testing.T) {
	p := testPrinter(t)
	want := map[string]int{"scoresheet-blank": 1, "scoresheet-filled": 3, "scoresheet-two": 2, "table-cards": 2, "round-sheet": 1,
		"draw-sheet": 4, "standings": 1, "certificates": 3, "rulebook": 3, "bracket": 1, "bracket-parts": 5, "bracket-redrawn": 1,
		"cross-table": 2, "bulletin": 3, "lots": 1, "seat-cards": 2, "penalty-record": 2, "appeal-record": 1, "entry-form": 1,
		"entry-form-teams": 1, "ladder": 1, "score-cards": 3}
	landscape := "841.89 x 595.28 pts (A4)"
	size := map[string]string{"certificates": landscape, "bracket": landscape, "bracket-parts": landscape, "bracket-redrawn": landscape,
		"cross-table": landscape, "bulletin": landscape, "penalty-record": landscape}
	for name := range samples {
		t.Run(name, func(t *testing.T) {
			d := madeSample(t, p, name, "zh-Hans")
			info := tool(t, "pdfinfo", saved(t, d))
			pages := regexp.MustCompile(`Pages:\s+(\d+)`).FindStringSubmatch(info)[1]
			if d.Pages != want[name] || pages != strconv.Itoa(want[name]) {
				t.Errorf("%d pages, in the file %s, want %d", d.Pages, pages, want[name])
			}
			paper := size[name]
			if paper == "" {
				paper = "595.28 x 841.89 pts (A4)"
			}
			if !strings.Contains(info, paper) {
				t.Errorf("not on %s:\n%s", paper, info)
			}
		})
	}
}

// TestCodesRead renders pages as a printer would and reads their codes.
func TestCodesRead(t *testing.T) {
	p := testPrinter(t)
	sheet := sampleSheet().URL
	for name, want := range map[string][]string{
		"scoresheet-blank":  {sheet},
		"scoresheet-filled": {sheet, sheet, sheet},
		"scoresheet-two":    {sheet, sheet, sheet, sheet},
		"table-cards":       {phoneURL, phoneURL, phoneURL, phoneURL},
	} {
		file := saved(t, madeSample(t, p, name, "zh-Hans"))
		for _, resolution := range []string{"75", "150"} {
			t.Run(name+"/"+resolution, func(t *testing.T) {
				dir := t.TempDir()
				tool(t, "pdftoppm", "-r", resolution, "-gray", file, filepath.Join(dir, "page"))
				pictures, err := filepath.Glob(filepath.Join(dir, "*.pgm"))
				if err != nil {
					t.Fatal(err)
				}
				got := strings.Fields(tool(t, "zbarimg", append([]string{"--quiet", "--raw"}, pictures...)...))
				if !slices.Equal(got, want) {
					t.Errorf("read %q, want %q", got, want)
				}
			})
		}
	}
}

func TestSameInputSameBytes(t *testing.T) {
	first, second := testPrinter(t), testPrinter(t)
	for name := range samples {
		a, b := madeSample(t, first, name, "zh-Hans"), madeSample(t, second, name, "zh-Hans")
		if !bytes.Equal(a.PDF, b.PDF) {
			t.Errorf("%s: the same input gave other bytes", name)
		}
	}
}

// TestTogether makes all documents at once on one printer: each must be what it is alone, and the font must not be
// written into.
func TestTogether(t *testing.T) {
	p := testPrinter(t)
	font := bytes.Clone(p.face.data)
	alone := make(map[string]Document)
	for name := range samples {
		alone[name] = madeSample(t, p, name, "zh-Hans")
	}
	var all sync.WaitGroup
	for name := range samples {
		for range 2 {
			all.Go(func() {
				d, err := samples[name](p, context.Background(), setting(t, "zh-Hans"))
				if err != nil || !bytes.Equal(d.PDF, alone[name].PDF) {
					t.Errorf("%s: other bytes than alone (%v)", name, err)
				}
			})
		}
	}
	all.Wait()
	if !bytes.Equal(font, p.face.data) {
		t.Error("the font was written into")
	}
}

func TestTwoAtATime(t *testing.T) {
	p := testPrinter(t)
	begun, release := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	for range atATime {
		all.Go(func() {
			_, err := p.make(context.Background(), setting(t, "zh-Hans"), "print.card.title", func(*layout) error {
				begun <- struct{}{}
				<-release
				return nil
			})
			var fault *Fault
			if !errors.As(err, &fault) || fault.Code != FaultEmpty {
				t.Errorf("a document without pages: %v", err)
			}
		})
	}
	for range atATime {
		<-begun
	}
	// Both slots are taken: a third document waits, and goes when its caller does.
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := samples["table-cards"](p, ctx, setting(t, "zh-Hans")); !errors.Is(err, context.Canceled) {
		t.Errorf("a third document did not wait: %v", err)
	}
	close(release)
	all.Wait()
	madeSample(t, p, "table-cards", "zh-Hans")
}

func TestPanicBecomesFault(t *testing.T) {
	p := testPrinter(t)
	for range atATime + 1 {
		_, err := p.make(context.Background(), setting(t, "zh-Hans"), "print.card.title", func(*layout) error { panic("as the PDF writer does") })
		var fault *Fault
		if !errors.As(err, &fault) || fault.Code != FaultFailed || !strings.Contains(err.Error(), "as the PDF writer does") {
			t.Fatalf("got %v", err)
		}
	}
}

func TestFaults(t *testing.T) {
	p := testPrinter(t)
	long := sampleSheet()
	long.URL = strings.Repeat("x", 3000)
	dense := sampleSheet()
	dense.URL = strings.Repeat("x", 1500)
	words := wordsOf(t, "zh-Hans")
	for _, c := range []struct {
		name   string
		sheets []Scoresheet
		code   string
	}{
		{"no sheet", nil, FaultEmpty},
		{"an address too long for any code", []Scoresheet{long}, FaultQR},
		{"an address whose code is too fine to read", []Scoresheet{dense}, FaultQR},
		{"no address", []Scoresheet{{}}, FaultQR},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := p.Scoresheets(context.Background(), setting(t, "zh-Hans"), Scoresheets{Sheets: c.sheets})
			var fault *Fault
			if !errors.As(err, &fault) || fault.Code != c.code {
				t.Fatalf("got %v, want %s", err, c.code)
			}
			if fault.In(words) == "" {
				t.Error("the fault has no words")
			}
		})
	}
	if _, err := New([]byte("no font")); err == nil {
		t.Error("took something that is no font")
	}
}

// TestRareCharacters: what the font has beyond the basic plane is drawn, and can be searched for; what no font has is □,
// and named.
func TestRareCharacters(t *testing.T) {
	p := testPrinter(t)
	c := sampleCertificates()[0]
	c.Names = []string{"欧阳𬱟", "王𠮷😀"}
	d, err := p.Certificates(context.Background(), setting(t, "zh-Hans"), []Certificate{c})
	if err != nil {
		t.Fatal(err)
	}
	text := tool(t, "pdftotext", saved(t, d), "-")
	if !strings.Contains(text, "欧阳𬱟") || !strings.Contains(text, "王□□") {
		t.Errorf("names are not in the text:\n%s", text)
	}
	want := []rune("𠮷😀")
	if len(d.Notes) != 1 || d.Notes[0].Code != NoteMissing || !slices.Equal(d.Notes[0].Characters, want) || d.Notes[0].Field != "name" {
		t.Fatalf("notes: %+v", d.Notes)
	}
	line := d.Notes[0].In(wordsOf(t, "zh-Hans"))
	if !strings.Contains(line, "U+20BB7") || !strings.Contains(line, "姓名") || !strings.Contains(line, "第 1 页") {
		t.Errorf("note in words: %s", line)
	}
}

// TestRareFont: what the font lacks and another one has is drawn from there, and no longer noted.
func TestRareFont(t *testing.T) {
	other, err := os.Open("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc")
	if err != nil {
		t.Fatalf("%v (fonts-noto-cjk is needed)", err)
	}
	defer func() { _ = other.Close() }()
	p, err := New(testPrinter(t).face.data, other)
	if err != nil {
		t.Fatal(err)
	}
	c := sampleCertificates()[0]
	c.Names = []string{"王𠮷😀"}
	d, err := p.Certificates(context.Background(), setting(t, "zh-Hans"), []Certificate{c})
	if err != nil {
		t.Fatal(err)
	}
	if text := tool(t, "pdftotext", saved(t, d), "-"); !strings.Contains(text, "王𠮷□") {
		t.Errorf("the name is not in the text:\n%s", text)
	}
	if len(d.Notes) != 1 || !slices.Equal(d.Notes[0].Characters, []rune("😀")) {
		t.Errorf("notes: %+v", d.Notes)
	}
	if _, err := New(p.face.data, strings.NewReader("no font")); err == nil {
		t.Error("took something that is no font")
	}
}

// TestRareCharacterHasInk compares the page with and without the outline.
func TestRareCharacterHasInk(t *testing.T) {
	p := testPrinter(t)
	ink := func(name string) int {
		c := Certificate{Kind: Award, Names: []string{name}, Date: Date{2026, 1, 1}}
		d, err := p.Certificates(context.Background(), setting(t, "zh-Hans"), []Certificate{c})
		if err != nil {
			t.Fatal(err)
		}
		return dark(t, tool(t, "pdftoppm", "-r", "60", "-gray", "-png", saved(t, d)))
	}
	if rare, blank := ink("\U0002CC5F"), ink("\u3000"); rare-blank < 60 {
		t.Errorf("%d dark dots with the character, %d without", rare, blank)
	}
}

// dark counts the dots of a picture, or of a part of it, that are clearly darker than paper.
func dark(t *testing.T, picture string, part ...image.Rectangle) int {
	t.Helper()
	decoded, err := png.Decode(strings.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	within := decoded.Bounds()
	for _, p := range part {
		within = within.Intersect(p)
	}
	count := 0
	for y := within.Min.Y; y < within.Max.Y; y++ {
		for x := within.Min.X; x < within.Max.X; x++ {
			if r, _, _, _ := decoded.At(x, y).RGBA(); r < 0x9000 {
				count++
			}
		}
	}
	return count
}

// TestFrameInItsPlace looks at the four corners of every certificate: the frame is in the file once and put on each page.
func TestFrameInItsPlace(t *testing.T) {
	file := saved(t, madeSample(t, testPrinter(t), "certificates", "zh-Hans"))
	const perMM = 4
	for n := range 3 {
		number := strconv.Itoa(n + 1)
		picture := tool(t, "pdftoppm", "-r", strconv.FormatFloat(perMM*25.4, 'f', 1, 64), "-gray", "-png", "-f", number, "-l", number, file)
		for _, x := range []int{9, int(a4Long) - 17} {
			for _, y := range []int{9, int(a4Short) - 17} {
				corner := image.Rect(x*perMM, y*perMM, (x+8)*perMM, (y+8)*perMM)
				if ink := dark(t, picture, corner); ink < 150 {
					t.Errorf("page %s: %d dots of the frame in the corner at %d, %d mm", number, ink, x, y)
				}
			}
		}
		if ink := dark(t, picture, image.Rect(0, 0, int(a4Long)*perMM, 8*perMM)); ink > 0 {
			t.Errorf("page %s: %d dots in the margin", number, ink)
		}
	}
}

func TestNotesSayWhatShrank(t *testing.T) {
	p := testPrinter(t)
	c := sampleCertificates()[0]
	c.Names = []string{strings.Repeat("很长的名字", 12)}
	d, err := p.Certificates(context.Background(), setting(t, "zh-Hans"), []Certificate{c, c})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Notes) != 1 || d.Notes[0].Code != NoteShrunk || d.Notes[0].From != 30 || d.Notes[0].To >= 30 || d.Notes[0].Page != 1 {
		t.Errorf("notes: %+v", d.Notes)
	}
}

// TestGlyphsMatchWriter holds the two readers of the font together: every character of the basic plane that we measure,
// the PDF writer knows, with the same width.
func TestGlyphsMatchWriter(t *testing.T) {
	p := testPrinter(t)
	m := newMetrics(p.face)
	pdf := gofpdf.New("P", "mm", "A4", "")
	pdf.AddUTF8FontFromBytes("f", "", bytes.Clone(p.face.data))
	pdf.SetFont("f", "", 10)
	known := 0
	for r := rune(0x20); r < 0xFFFF; r++ {
		if g, ok := m.glyph(r); ok {
			known++
			if want := float64(pdf.GetStringSymbolWidth(string(r))) / 1000; g.advance-want > 0.001 || want-g.advance > 0.001 {
				t.Errorf("%U: %.3f, the writer has %.3f", r, g.advance, want)
			}
		}
	}
	if known < 20000 {
		t.Errorf("the font has %d characters of the basic plane", known)
	}
}

func TestQRSVG(t *testing.T) {
	for _, level := range []Level{LevelM, LevelQ} {
		svg, err := QRSVG(phoneURL, level)
		if err != nil {
			t.Fatal(err)
		}
		side, _ := strconv.Atoi(regexp.MustCompile(`viewBox="0 0 (\d+) `).FindStringSubmatch(svg)[1])
		const scale = 4
		picture := image.NewGray(image.Rect(0, 0, side*scale, side*scale))
		for i := range picture.Pix {
			picture.Pix[i] = 255
		}
		for _, m := range regexp.MustCompile(`M(\d+) (\d+)h(\d+)v1h-(\d+)z`).FindAllStringSubmatch(svg, -1) {
			x, _ := strconv.Atoi(m[1])
			y, _ := strconv.Atoi(m[2])
			w, _ := strconv.Atoi(m[3])
			if x < quietZone || y < quietZone || x+w > side-quietZone || m[3] != m[4] {
				t.Fatalf("module run %q in a code of %d", m[0], side)
			}
			for dy := range scale {
				for dx := range w * scale {
					picture.SetGray(x*scale+dx, y*scale+dy, imagecolor.Gray{})
				}
			}
		}
		file := filepath.Join(t.TempDir(), "code.png")
		var out bytes.Buffer
		if err := png.Encode(&out, picture); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(tool(t, "zbarimg", "--quiet", "--raw", file)); got != phoneURL {
			t.Errorf("read %q", got)
		}
	}
	if _, err := QRSVG(strings.Repeat("x", 3000), LevelQ); err == nil {
		t.Error("made a code of 3000 bytes")
	}
}

// TestSmallCode: an address in capitals makes a code of version 3, as the table cards count on.
func TestSmallCode(t *testing.T) {
	modules, err := QRModules(phoneURL, LevelM)
	if err != nil || len(modules) > 29 {
		t.Errorf("%d modules, %v", len(modules), err)
	}
}

func TestChineseDate(t *testing.T) {
	for _, c := range []struct {
		date Date
		want string
	}{
		{Date{2026, 11, 29}, "二〇二六年十一月二十九日"},
		{Date{2030, 1, 10}, "二〇三〇年一月十日"},
		{Date{1999, 10, 20}, "一九九九年十月二十日"},
		{Date{2000, 12, 31}, "二〇〇〇年十二月三十一日"},
	} {
		if got := ChineseDate(c.date); got != c.want {
			t.Errorf("%v: got %s, want %s", c.date, got, c.want)
		}
	}
}

func TestNumerals(t *testing.T) {
	for n, want := range map[int]string{0: "〇", 1: "一", 10: "十", 11: "十一", 20: "二十", 99: "九十九", 100: "一百", 105: "一百〇五",
		110: "一百一十", 1000: "一千", 1005: "一千〇五", 1050: "一千〇五十", 9999: "九千九百九十九", 12345: "一二三四五"} {
		if got := ChineseNumber(n); got != want {
			t.Errorf("%d: got %s, want %s", n, got, want)
		}
	}
	for n, want := range map[int]string{1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st", 101: "101st", 111: "111th"} {
		if got := ordinal(n); got != want {
			t.Errorf("%d: got %s, want %s", n, got, want)
		}
	}
}

// TestLocales: the three languages have the same keys and arguments, the font has every character of theirs, and every
// name of a field has its words.
func TestLocales(t *testing.T) {
	p := testPrinter(t)
	m := newMetrics(p.face)
	first := locale(t, languages[0])
	argument := regexp.MustCompile(`{{\.\w+}}`)
	for _, language := range languages {
		texts := locale(t, language)
		if len(texts) != len(first) {
			t.Errorf("%s has %d keys, %s has %d", language, len(texts), languages[0], len(first))
		}
		for key, text := range texts {
			if _, ok := first[key]; !ok || !strings.HasPrefix(key, "print.") || text == "" {
				t.Errorf("%s: %s", language, key)
			}
			if _, missing := m.resolve(argument.ReplaceAllString(text, "")); len(missing) > 0 {
				t.Errorf("%s: the font has no %c of %s", language, missing, key)
			}
		}
	}
	data, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	used := regexp.MustCompile(`l\.text\("([a-z-]+)"|textIn\("([a-z-]+)"|field: "([a-z-]+)"|\{"([a-z-]+)", style`)
	for _, file := range data {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, match := range used.FindAllStringSubmatch(string(source), -1) {
			field := strings.Join(match[1:], "")
			if _, ok := first["print.field."+field]; !ok {
				t.Errorf("%s: no words for the field %q", file, field)
			}
		}
	}
}

// TestEveryKeyIsUsed keeps the locale files free of words that nothing prints.
func TestEveryKeyIsUsed(t *testing.T) {
	var source strings.Builder
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !strings.HasSuffix(file, "_test.go") {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			source.Write(data)
		}
	}
	for key := range locale(t, languages[0]) {
		family := regexp.MustCompile(`^print\.(month|field|note|fault|strip|certificate\.(honour|award|participation))\.`)
		if !family.MatchString(key) && !strings.Contains(source.String(), strconv.Quote(key)) {
			t.Errorf("nothing uses %s", key)
		}
	}
}

package print

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"text/template"
	"time"

	"kiosk/print/fonts"
)

// languages are those of the locale files.
var languages = []string{"zh-Hans", "zh-Hant", "en"}

// made is the time that stands in every document of the tests.
var made = time.Date(2026, 11, 29, 9, 30, 0, 0, time.UTC)

// locale reads the words of a language: those of the locale files, and those that are not in them yet.
func locale(tb testing.TB, language string) map[string]string {
	tb.Helper()
	texts := make(map[string]string)
	for _, file := range []string{filepath.Join("..", "config", "locales", "print."+language+".json")} {
		data, err := os.ReadFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		if err := json.Unmarshal(data, &texts); err != nil {
			tb.Fatal(err)
		}
	}
	return texts
}

// wordsOf returns the words of a language; a key that is missing, or an argument that is not given, fails the test.
func wordsOf(tb testing.TB, language string) Words {
	tb.Helper()
	texts := locale(tb, language)
	return func(key string, args map[string]any) string {
		text, ok := texts[key]
		if !ok {
			tb.Errorf("no words for %q in %s", key, language)
			return key
		}
		if !strings.Contains(text, "{{") {
			return text
		}
		parsed, err := template.New(key).Option("missingkey=error").Parse(text)
		if err != nil {
			tb.Errorf("%s: %v", key, err)
			return key
		}
		var out bytes.Buffer
		if err := parsed.Execute(&out, args); err != nil {
			tb.Errorf("%s: %v", key, err)
		}
		return out.String()
	}
}

func setting(tb testing.TB, language string) Setting {
	tb.Helper()
	return Setting{Words: wordsOf(tb, language), Made: made}
}

func testPrinter(tb testing.TB) *Printer {
	tb.Helper()
	font, err := fonts.Find()
	if err != nil {
		tb.Fatal(err)
	}
	p, err := New(font.Data)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// tool runs a program of the machine; one that is missing fails the test.
func tool(tb testing.TB, name string, args ...string) string {
	tb.Helper()
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		tb.Fatalf("%s %s: %v (poppler-utils and zbar-tools are needed)", name, strings.Join(args, " "), err)
	}
	return string(out)
}

// saved writes a document to a file and returns its path.
func saved(tb testing.TB, d Document) string {
	tb.Helper()
	file := filepath.Join(tb.TempDir(), "document.pdf")
	if err := os.WriteFile(file, d.PDF, 0o600); err != nil {
		tb.Fatal(err)
	}
	return file
}

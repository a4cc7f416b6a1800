package webui_test

import (
	"io/fs"
	"regexp"
	"testing"

	"kiosk/webui"
)

// The content security policy forbids script and style inside a page, and the
// files that a page names must be there.
func TestPages(t *testing.T) {
	if !webui.Built() {
		t.Skip("pages are not built")
	}
	files := webui.Files()
	inline := regexp.MustCompile(`<script[^>]*>[^<]|<style|\sstyle=|\son[a-z]+=`)
	names := regexp.MustCompile(`(?:src|href)="/([^"]+)"`)
	for _, page := range []string{"index", "phone", "referee", "hall", "public", "check", "match", "signin", "rules"} {
		t.Run(page, func(t *testing.T) {
			text, err := fs.ReadFile(files, page+".html")
			if err != nil {
				t.Fatal(err)
			}
			if found := inline.Find(text); found != nil {
				t.Errorf("inline script or style: %s", found)
			}
			for _, name := range names.FindAllSubmatch(text, -1) {
				if _, err := fs.Stat(files, string(name[1])); err != nil {
					t.Errorf("names a file that is not there: %v", err)
				}
			}
		})
	}
}

package api_test

import (
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kiosk/api"
)

// at asks with a Host header.
func (k *kiosk) at(method, path, host, origin, body string) *http.Response {
	k.Helper()
	req := httptest.NewRequest(method, path, strings.NewReader(body))
	req.Host = host
	if origin != "" {
		req.Header.Set("Origin", origin)
	}
	res, err := k.server.App().Test(req, 60_000)
	if err != nil {
		k.Fatal(err)
	}
	k.Cleanup(func() { _ = res.Body.Close() })
	return res
}

// A page of the internet whose name leads to the kiosk since a moment ago counts
// as the kiosk's own in that browser. It gets nothing, not even a try at a PIN.
func TestNamesThatAreNotTheKiosks(t *testing.T) {
	k := newKiosk(t)
	for host, own := range map[string]bool{
		"192.168.1.10:8080": true, "[fe80::1]:8080": true, "localhost:8080": true, "kiosk:8080": true, "kiosk.local": true,
		"guandan.lan:8080": true, "venue.test:8080": true, "KIOSK.HOME.ARPA.": true,
		"evil.example.org:8080": false, "evil.org": false, "192.168.1.10.nip.io:8080": false, "local.evil.org": false, "test.": true,
		"evillocal.org": false, "notlan": true, "evil.xlan": false,
	} {
		res := k.at(http.MethodPost, "/api/v1/check", host, "http://"+host, `{"device":"PHONE-1"}`)
		want := http.StatusMisdirectedRequest
		if own {
			want = http.StatusOK
		}
		if res.StatusCode != want {
			t.Errorf("%s: %d, want %d", host, res.StatusCode, want)
		}
		res = k.at(http.MethodGet, "/T/ABC", host, "", "")
		if led := res.StatusCode == http.StatusTemporaryRedirect && res.Header.Get("Location") == address+"/"; led == own {
			t.Errorf("%s: a page is answered %d %s", host, res.StatusCode, res.Header.Get("Location"))
		}
	}
	refused, err := io.ReadAll(k.at(http.MethodGet, "/api/v1/events", "evil.org", "", "").Body)
	if err != nil || !strings.Contains(string(refused), address) || !strings.Contains(string(refused), "evil.org") {
		t.Errorf("refused without the right address: %s", refused)
	}
	// What phones ask to find out where a Wi-Fi leads goes to other names.
	if res := k.at(http.MethodGet, "/generate_204", "connectivitycheck.gstatic.com", "", ""); res.StatusCode != http.StatusNoContent {
		t.Errorf("a phone's question: %d", res.StatusCode)
	}
}

// The name that the organiser chose is the kiosk's own.
func TestTheChosenNameIsTheKiosks(t *testing.T) {
	k := newKioskWith(t, api.Config{PublicURL: "http://guandan.college.edu.cn:8080"})
	for host, want := range map[string]int{"guandan.college.edu.cn:8080": http.StatusOK, "Guandan.College.edu.cn": http.StatusOK, "guandan.college.edu.cn.evil.org": http.StatusMisdirectedRequest} {
		if res := k.at(http.MethodGet, "/api/v1/kiosk", host, "", ""); res.StatusCode != want {
			t.Errorf("%s: %d, want %d", host, res.StatusCode, want)
		}
	}
}

// No page may be framed, none may load or run anything from elsewhere, and no
// answer is taken for something else than it says: pages, data, documents,
// refusals.
func TestEveryAnswerCarriesTheHeaders(t *testing.T) {
	k, id, a, _ := table(t)
	for _, path := range []string{"/", "/T/x", "/assets/none.js", "/api/v1/kiosk", "/api/v1/none", "/API/V1/KIOSK", a.path, "/api/v1/events/" + id + "/public",
		"/healthz", "/api/v1/events/" + id + "/print/draw-sheet.pdf", "/api/v1/events/" + id + "/entrants/template.xlsx", "/generate_204", "//api/v1/kiosk", "/%2e%2e/kiosk.db"} {
		req := httptest.NewRequest(http.MethodGet, path, nil)
		req.Header.Set("Authorization", "Bearer "+k.token)
		res, err := k.server.App().Test(req, 60_000)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		policy := res.Header.Get("Content-Security-Policy")
		for _, rule := range []string{"default-src 'self'", "script-src 'self'", "object-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"} {
			if !strings.Contains(policy, rule) {
				t.Errorf("%s: the policy lacks %s", path, rule)
			}
		}
		if strings.Contains(policy, "unsafe") || strings.Contains(policy, "*") {
			t.Errorf("%s: %s", path, policy)
		}
		for name, want := range map[string]string{"X-Frame-Options": "DENY", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin"} {
			if got := res.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q", path, name, got)
			}
		}
		if res.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s lets other sites read", path)
		}
	}
}

// The pages are made of nothing that could take a name for a part of them: no
// source writes markup from text, and no page has a script, a style or a handler
// of its own, so the policy need not allow any.
func TestPagesWriteNoMarkup(t *testing.T) {
	markup := regexp.MustCompile(`dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|document\.write|srcdoc|\beval\(|new Function\(|javascript:`)
	inline := regexp.MustCompile(`(?i)<style|\sstyle=|\son[a-z]+=|<script(?:[^>]*)>\s*[^<\s]|<script(?:\s+type="[^"]*")?>`)
	read := 0
	check := func(path string, forbidden *regexp.Regexp) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		read++
		if found := forbidden.Find(text); found != nil {
			t.Errorf("%s has %q", path, found)
		}
	}
	err := filepath.WalkDir("../webui/src", func(path string, entry fs.DirEntry, err error) error {
		if ext := filepath.Ext(path); err == nil && !entry.IsDir() && (ext == ".ts" || ext == ".tsx") {
			check(path, markup)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob("../webui/*.html")
	if err != nil || len(pages) == 0 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	for _, page := range pages {
		check(page, inline)
	}
	if read < 50 {
		t.Errorf("only %d files were read", read)
	}
}

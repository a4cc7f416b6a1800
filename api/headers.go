package api

import (
	"bytes"
	"context"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"
)

// pageRules say what the pages may load: only what the kiosk itself serves. No
// script or style stands in a page, so text that somebody typed can never
// become one.
const pageRules = "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; " +
	"object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

var securityHeaders = []struct{ name, value string }{
	{fiber.HeaderContentSecurityPolicy, pageRules},
	{fiber.HeaderXContentTypeOptions, "nosniff"},
	{fiber.HeaderReferrerPolicy, "no-referrer"},
	{fiber.HeaderXFrameOptions, "DENY"},
	{"Cross-Origin-Resource-Policy", "same-origin"},
}

// secureHeaders sets the headers that every answer carries, refusals too.
// Answers of the interface are kept by nobody unless their handler says
// otherwise.
func secureHeaders(c *fiber.Ctx) error {
	setHeaders(c)
	return c.Next()
}

func setHeaders(c *fiber.Ctx) {
	for _, header := range securityHeaders {
		c.Set(header.name, header.value)
	}
	if strings.HasPrefix(strings.ToLower(c.Path()), "/api/") {
		c.Set(fiber.HeaderCacheControl, "no-store")
	}
}

// plainBodies refuses packed bodies before anybody reads them: a small one
// could unpack to more than the machine has.
func plainBodies(c *fiber.Ctx) error {
	if packed(c) {
		return newProblem(http.StatusUnsupportedMediaType, "media-type")
	}
	return c.Next()
}

func packed(c *fiber.Ctx) bool {
	encoding := c.Get(fiber.HeaderContentEncoding)
	return encoding != "" && !strings.EqualFold(encoding, "identity")
}

// expect says how long a request's body may be, and take, once its head is read:
// a length alone must not make the kiosk set memory aside for a stranger.
func (s *Server) expect(header *fasthttp.RequestHeader) fasthttp.RequestConfig {
	if n := header.ContentLength(); n >= 0 && n <= maxStrangerBody {
		return fasthttp.RequestConfig{}
	}
	path, _, _ := bytes.Cut(header.RequestURI(), []byte("?"))
	switch _, ok := s.sessions.find(context.Background(), bearer(header)); {
	case !ok:
		return fasthttp.RequestConfig{MaxRequestBodySize: maxStrangerBody}
	case !bytes.HasSuffix(bytes.ToLower(path), []byte("/entrants")):
		return fasthttp.RequestConfig{MaxRequestBodySize: maxJSONBody}
	}
	return fasthttp.RequestConfig{ReadTimeout: s.Limits.Upload}
}

// bearer is the token of a session that a request carries, however it does.
func bearer(header *fasthttp.RequestHeader) string {
	if given := header.Peek(fiber.HeaderAuthorization); len(given) > 0 {
		_, token, _ := bytes.Cut(given, []byte(" "))
		return string(bytes.TrimSpace(token))
	}
	return string(header.Cookie(sessionCookie))
}

// reserved are endings of names that nobody outside the house can own (RFC 2606,
// 6761, 6762, 8375 and what routers use), so that no page of the internet is
// behind them.
var reserved = []string{"localhost", "local", "lan", "home", "internal", "test", "invalid", "example", "example.com", "home.arpa", "localdomain"}

// ownHost refuses requests to a name that is not the kiosk's. Somebody who owns
// a name can let it lead to the kiosk after their page was loaded, and their page
// then counts as the kiosk's own in that browser. Addresses in figures, names
// that only the house can give, and the one that the organiser chose cannot be
// had that way. Pages are led to the right address.
func (s *Server) ownHost(c *fiber.Ctx) error {
	host := hostOf(string(c.Context().Host()))
	if s.isOwnHost(host) || c.Context().IsTLS() || isProbe(c.Path()) {
		return c.Next()
	}
	if c.Method() == fiber.MethodGet && !strings.HasPrefix(strings.ToLower(c.Path()), "/api/") {
		return c.Redirect(s.baseURL()+"/", http.StatusTemporaryRedirect)
	}
	return newProblem(http.StatusMisdirectedRequest, "host.unknown", "Host", excerpt(host), "URL", s.baseURL())
}

func (s *Server) isOwnHost(host string) bool {
	if _, err := netip.ParseAddr(host); err == nil || !strings.Contains(host, ".") {
		return true
	}
	if slices.ContainsFunc(reserved, func(ending string) bool { return host == ending || strings.HasSuffix(host, "."+ending) }) {
		return true
	}
	own, err := url.Parse(s.baseURL())
	return err == nil && strings.EqualFold(own.Hostname(), host)
}

// hostOf is the host of a Host header without its port, in small letters.
func hostOf(header string) string {
	at := url.URL{Host: header}
	return strings.ToLower(strings.TrimSuffix(at.Hostname(), "."))
}

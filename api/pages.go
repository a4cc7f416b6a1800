package api

import (
	"io/fs"
	"net/http"
	"strings"

	"github.com/gofiber/fiber/v2"

	"kiosk/print"
	"kiosk/scoresheet/event"
)

// pageFiles say which built page a path opens; the first part of the path
// decides, in any case, since small QR codes are written in capitals.
var pageFiles = map[string]string{
	"": "index.html", "t": "phone.html", "referee": "referee.html", "hall": "hall.html", "e": "public.html",
	"check": "check.html", "m": "match.html", "s": "signin.html", "rules": "rules.html",
	"draw": "draw.html",
}

// probes are what phones ask to find out whether a Wi-Fi leads anywhere. The
// answers that they expect keep them from leaving it.
var probes = map[string]struct {
	status int
	body   string
}{
	"/generate_204":              {http.StatusNoContent, ""},
	"/gen_204":                   {http.StatusNoContent, ""},
	"/hotspot-detect.html":       {http.StatusOK, "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"},
	"/library/test/success.html": {http.StatusOK, "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"},
	"/connecttest.txt":           {http.StatusOK, "Microsoft Connect Test"},
	"/ncsi.txt":                  {http.StatusOK, "Microsoft NCSI"},
	"/success.txt":               {http.StatusOK, "success\n"},
}

func isProbe(path string) bool { _, ok := probes[strings.ToLower(path)]; return ok }

func (s *Server) page(c *fiber.Ctx) error {
	path := c.Path()
	if probe, ok := probes[strings.ToLower(path)]; ok {
		c.Status(probe.status)
		if probe.body != "" {
			c.Set(fiber.HeaderContentType, fiber.MIMETextHTMLCharsetUTF8)
		}
		return c.SendString(probe.body)
	}
	first, _, _ := strings.Cut(strings.Trim(path, "/"), "/")
	if name, ok := pageFiles[strings.ToLower(first)]; ok {
		c.Set(fiber.HeaderCacheControl, "no-cache")
		s.reachOthers(c)
		return s.file(c, name)
	}
	if strings.HasPrefix(path, "/assets/") {
		// Their names change with their content.
		c.Set(fiber.HeaderCacheControl, "public, max-age=31536000, immutable")
		return s.file(c, strings.TrimPrefix(path, "/"))
	}
	return s.file(c, strings.TrimPrefix(path, "/"))
}

// file sends a built file.
func (s *Server) file(c *fiber.Ctx, name string) error {
	if s.Pages == nil {
		return newProblem(http.StatusServiceUnavailable, "pages.missing")
	}
	data, err := fs.ReadFile(s.Pages, name)
	if err != nil {
		if name == "index.html" {
			return newProblem(http.StatusServiceUnavailable, "pages.missing")
		}
		c.Set(fiber.HeaderCacheControl, "no-store")
		return newProblem(http.StatusNotFound, "not-found")
	}
	c.Type(name[strings.LastIndexByte(name, '.')+1:], "utf-8")
	return c.Send(data)
}

// qr draws a code for a link of this kiosk.
func (s *Server) qr(c *fiber.Ctx) error {
	if _, err := s.require(c, event.CmdQueue); err != nil {
		return err
	}
	text := c.Query("text")
	base := strings.ToLower(s.baseURL())
	if lower := strings.ToLower(text); lower != base && !strings.HasPrefix(lower, base+"/") || len(text) > 300 {
		return newProblem(http.StatusUnprocessableEntity, "qr.text")
	}
	svg, err := print.QRSVG(text, print.LevelM)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, "image/svg+xml")
	return c.SendString(svg)
}

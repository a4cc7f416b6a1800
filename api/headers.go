package api

import (
	"net/http"
	"strings"

	"github.com/gofiber/fiber/v2"
)

// pageRules say what the pages may load: only what the kiosk itself serves. No
// script or style stands in a page, so text that somebody typed can never
// become one.
const pageRules = "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; " +
	"frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

var securityHeaders = []struct{ name, value string }{
	{fiber.HeaderContentSecurityPolicy, pageRules},
	{fiber.HeaderXContentTypeOptions, "nosniff"},
	{fiber.HeaderReferrerPolicy, "no-referrer"},
	{fiber.HeaderXFrameOptions, "DENY"},
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

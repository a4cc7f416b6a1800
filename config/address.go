package config

import (
	"errors"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxAddress is the length of an address that codes carry, in characters: a
// longer one makes codes that phones read badly.
const MaxAddress = 80

// What is wrong with an address.
var (
	// ErrAddressLong: it has more than MaxAddress characters.
	ErrAddressLong = errors.New("address too long")
	// ErrAddressShape: it is not scheme, host and port alone.
	ErrAddressShape = errors.New("no address of the form http://HOST:PORT")
)

// CleanAddress is an address for codes in its one form: http or https, a host
// and perhaps a port, in small letters, with nothing behind. Without a scheme
// it is http. The error is ErrAddressLong or ErrAddressShape.
func CleanAddress(text string) (string, error) {
	text = strings.TrimSpace(text)
	if !strings.Contains(text, "://") {
		text = "http://" + text
	}
	if utf8.RuneCountInString(text) > MaxAddress {
		return "", ErrAddressLong
	}
	parsed, err := url.Parse(text)
	if err != nil || !plainAddress(parsed) {
		return "", ErrAddressShape
	}
	return strings.ToLower(parsed.Scheme + "://" + parsed.Host), nil
}

func plainAddress(u *url.URL) bool {
	scheme := strings.ToLower(u.Scheme)
	if scheme != "http" && scheme != "https" {
		return false
	}
	if port := u.Port(); port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return false
		}
	}
	return plainHost(u.Hostname()) && !strings.HasSuffix(u.Host, ":") && u.User == nil && u.RawQuery == "" && u.Fragment == "" &&
		(u.Path == "" || u.Path == "/")
}

// plainHost takes names and numbers as networks have them, so that nothing
// else gets into codes and pages.
func plainHost(host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.Zone() == "" && !ip.IsUnspecified()
	}
	return host != "" && !strings.HasPrefix(host, "-") && strings.IndexFunc(host, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '.'
	}) < 0
}

package config

import (
	"errors"
	"strings"
	"testing"
)

func TestCleanAddress(t *testing.T) {
	cases := []struct {
		text, want string
		err        error
	}{
		{"192.168.1.5:8080", "http://192.168.1.5:8080", nil},
		{" HTTP://Kiosk.Local:8080/ ", "http://kiosk.local:8080", nil},
		{"https://[fd00::1]:8443", "https://[fd00::1]:8443", nil},
		{"", "", ErrAddressShape},
		{"http://192.168.1.5/t/ABC", "", ErrAddressShape},
		{"http://u:p@192.168.1.5", "", ErrAddressShape},
		{"http://192.168.1.5?x=1", "", ErrAddressShape},
		{"http://192.168.1.5#x", "", ErrAddressShape},
		{"http://192.168.1.5:99999", "", ErrAddressShape},
		{"http://192.168.1.5:0", "", ErrAddressShape},
		{"http://192.168.1.5:", "", ErrAddressShape},
		{"http://0.0.0.0:8080", "", ErrAddressShape},
		{"http://[fe80::1%25eth0]:8080", "", ErrAddressShape},
		{"javascript://alert(1)", "", ErrAddressShape},
		{"ftp://192.168.1.5", "", ErrAddressShape},
		{"http://a b", "", ErrAddressShape},
		{"http://<script>", "", ErrAddressShape},
		{"http://", "", ErrAddressShape},
		{"http://" + strings.Repeat("a", MaxAddress), "", ErrAddressLong},
		{strings.Repeat("a", MaxAddress-1), "", ErrAddressLong},
	}
	for _, c := range cases {
		if got, err := CleanAddress(c.text); got != c.want || !errors.Is(err, c.err) {
			t.Errorf("%q gives %q, %v; want %q, %v", c.text, got, err, c.want, c.err)
		}
	}
}

func FuzzCleanAddress(f *testing.F) {
	for _, text := range []string{"192.168.1.5:8080", "http://[fd00::1]/", "HTTPS://X"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		clean, err := CleanAddress(text)
		if err != nil {
			return
		}
		if again, err := CleanAddress(clean); again != clean || err != nil {
			t.Errorf("%q gives %q, and that %q, %v", text, clean, again, err)
		}
	})
}

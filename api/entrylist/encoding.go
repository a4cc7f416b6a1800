package entrylist

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

// texts decodes bytes into the texts they may be, the likeliest first. A byte
// that does not belong becomes U+FFFD in its place, so that its cell can be
// named.
func texts(data []byte) []string {
	switch {
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		return []string{validText(data[3:])}
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")):
		return []string{decoded(data, unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM))}
	case utf8.Valid(data), mostlyUTF8(data):
		return []string{validText(data)}
	}
	// Excel writes the code page of its system: GB18030 on the mainland, Big5
	// elsewhere. Each reads the other's bytes as some Chinese; the heading row
	// decides.
	return []string{decoded(data, simplifiedchinese.GB18030), decoded(data, traditionalchinese.Big5)}
}

func validText(data []byte) string {
	return lineFeeds(strings.ToValidUTF8(string(data), string(utf8.RuneError)))
}

func decoded(data []byte, from encoding.Encoding) string {
	text, err := from.NewDecoder().Bytes(data)
	if err != nil {
		return validText(data)
	}
	return lineFeeds(strings.TrimPrefix(string(text), "\ufeff"))
}

// lineFeeds ends every line with a line feed alone.
func lineFeeds(text string) string {
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
}

// mostlyUTF8 tells a UTF-8 file with a few spoilt lines from one in another
// encoding: most of its lines that are not plain ASCII read well.
func mostlyUTF8(data []byte) bool {
	good, bad := 0, 0
	for line := range bytes.Lines(data) {
		switch {
		case isASCII(line):
		case utf8.Valid(line):
			good++
		default:
			bad++
		}
	}
	return good > bad
}

func isASCII(line []byte) bool {
	return !bytes.ContainsFunc(line, func(r rune) bool { return r >= utf8.RuneSelf })
}

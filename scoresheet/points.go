package scoresheet

import (
	"fmt"
	"strconv"
	"strings"
)

// Points is a number of points in tenths, the smallest unit that any rulebook
// gives: 1 point is 10, half a point 5. Sums are exact.
type Points int64

// Point is one whole point.
const Point Points = 10

// WholePoints is n points.
func WholePoints(n int) Points { return Points(n) * Point }

// String writes the points as a decimal without needless zeros: "3", "0.5".
func (p Points) String() string {
	sign := ""
	if p < 0 {
		sign, p = "-", -p
	}
	whole := strconv.FormatInt(int64(p/Point), 10)
	if tenth := p % Point; tenth != 0 {
		return sign + whole + "." + strconv.FormatInt(int64(tenth), 10)
	}
	return sign + whole
}

// ParsePoints reads a decimal of at most one place.
func ParsePoints(text string) (Points, error) {
	whole, tenth, fraction := strings.Cut(strings.TrimPrefix(text, "-"), ".")
	n, err := strconv.ParseInt(whole, 10, 32)
	if err != nil || n < 0 || strings.HasPrefix(whole, "+") {
		return 0, fmt.Errorf("points must be a number, not %s", strconv.Quote(text))
	}
	points := Points(n) * Point
	if fraction {
		tenth = strings.TrimRight(tenth, "0")
		if len(tenth) > 1 || (tenth != "" && (tenth[0] < '1' || tenth[0] > '9')) {
			return 0, fmt.Errorf("points come in tenths, not %s", strconv.Quote(text))
		}
		if tenth != "" {
			points += Points(tenth[0] - '0')
		}
	}
	if strings.HasPrefix(text, "-") {
		points = -points
	}
	return points, nil
}

// MarshalJSON writes a JSON number.
func (p Points) MarshalJSON() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalJSON reads a JSON number of at most one decimal place.
func (p *Points) UnmarshalJSON(data []byte) error { return p.UnmarshalText(data) }

// MarshalText writes the decimal.
func (p Points) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads the decimal.
func (p *Points) UnmarshalText(text []byte) error {
	points, err := ParsePoints(string(text))
	if err != nil {
		return err
	}
	*p = points
	return nil
}

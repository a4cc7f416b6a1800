package print

import (
	"fmt"
	"strconv"
	"strings"

	qrcode "github.com/skip2/go-qrcode"
)

// Level says how much dirt a QR code bears.
type Level int

const (
	// LevelM bears the loss of 15 %: for sheets and screens.
	LevelM Level = iota
	// LevelQ bears the loss of 25 %: for cards that lie on a table all day.
	LevelQ
)

func (l Level) recovery() qrcode.RecoveryLevel {
	if l == LevelQ {
		return qrcode.High
	}
	return qrcode.Medium
}

// quietZone is the white border that a reader needs, in modules.
const quietZone = 4

// QRModules returns the modules of the QR code of a text, row by row, true for a dark one, without the quiet zone of
// four modules that whoever draws them has to leave. A text too long for a QR code is an error.
func QRModules(text string, level Level) ([][]bool, error) {
	code, err := qrcode.New(text, level.recovery())
	if err != nil {
		return nil, fmt.Errorf("making a QR code of %d bytes: %w", len(text), err)
	}
	code.DisableBorder = true
	return code.Bitmap(), nil
}

// QRSVG returns the QR code of a text as a whole SVG element: black on white, quiet zone included, one unit a module,
// without a size of its own. The text itself is not part of it, so nothing needs escaping.
func QRSVG(text string, level Level) (string, error) {
	modules, err := QRModules(text, level)
	if err != nil {
		return "", err
	}
	side := strconv.Itoa(len(modules) + 2*quietZone)
	var out strings.Builder
	out.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ` + side + " " + side +
		`" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h` + side + "v" + side + `H0z"/><path d="`)
	for _, r := range runs(modules) {
		fmt.Fprintf(&out, "M%d %dh%dv1h-%dz", r.column+quietZone, r.row+quietZone, r.length, r.length)
	}
	out.WriteString(`"/></svg>`)
	return out.String(), nil
}

// run is a row of dark modules side by side.
type run struct{ row, column, length int }

// runs merges the dark modules of each row.
func runs(modules [][]bool) []run {
	var out []run
	for y, row := range modules {
		for x := 0; x < len(row); x++ {
			start := x
			for x < len(row) && row[x] {
				x++
			}
			if x > start {
				out = append(out, run{y, start, x - start})
			}
		}
	}
	return out
}

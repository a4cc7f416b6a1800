// Package webui holds the built pages. They are made by Vite into dist and lie
// inside the program, so that a kiosk needs no folder beside it.
package webui

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Files returns the built pages: one HTML file a page (index.html, phone.html,
// referee.html, hall.html, public.html, check.html, match.html, signin.html,
// rules.html),
// and below assets/ what they load, whose names change with their content. In
// a program built without pages it holds no page; see Built.
func Files() fs.FS {
	// The folder is named in the embed directive above, so Sub cannot fail.
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err)
	}
	return files
}

// Built reports whether the pages were built before the program was, that is
// whether Files holds index.html.
func Built() bool {
	_, err := fs.Stat(dist, "dist/index.html")
	return err == nil
}

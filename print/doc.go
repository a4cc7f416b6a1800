// Package print makes the documents of an event as PDF: scoresheets, table cards and round sheets; standings, brackets, cross
// tables, bulletins and ladders; certificates; lots, seat cards, score cards and the forms for entries, penalties and appeals.
// It makes QR codes as SVG.
//
// Every document is a pure function from a plain struct to bytes. The caller hands in the font, the words of the
// language and the time that stands in the file; the same input gives the same bytes. What had to shrink, and which
// characters no font has, comes back as notes beside the bytes, for the preview.
//
// A document is laid out first, as pages of placed lines, rules and codes in millimetres, and drawn afterwards. The
// layout is what the tests look at: no line leaves its box, no two boxes overlap, nothing leaves the page.
package print

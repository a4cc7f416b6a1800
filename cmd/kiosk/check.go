package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/judge"
)

// The exit codes of check.
const (
	exitFaults  = 1
	exitNoSheet = 2
)

// checkCommand judges scoresheets.
type checkCommand struct {
	language
	ownRulebooks
	File string `arg:"" optional:"" default:"-" help:"A scoresheet, or one on each line; - is standard input. 记分单文件，- 为标准输入。"`
}

// Run reads sheets and writes their verdicts, one a line.
func (c *checkCommand) Run(s streams) error {
	in, name := s.in, "-"
	if c.File != "-" {
		file, err := os.Open(c.File)
		if err != nil {
			fmt.Fprintln(s.err, "kiosk:", err)
			return exit(exitNoSheet)
		}
		defer file.Close()
		in, name = file, c.File
	}
	words := c.words()
	run := &checkRun{
		words:  words,
		books:  c.load(words, s),
		judges: map[judgeKey]*judge.Judge{},
		name:   name,
		out:    bufio.NewWriter(s.out),
		err:    s.err,
	}
	err := run.all(bufio.NewReaderSize(in, 64<<10))
	if flushed := run.out.Flush(); err == nil {
		err = flushed
	}
	if err == nil && run.code != 0 {
		return exit(run.code)
	}
	return err
}

type judgeKey struct{ rulebook, phase string }

// checkRun is one run of check over one input.
type checkRun struct {
	words  *config.Words
	books  *config.Rulebooks
	judges map[judgeKey]*judge.Judge
	name   string
	out    *bufio.Writer
	err    io.Writer
	code   int
}

// all reads one document, however it is broken into lines, or a sheet on each
// line. What the first line is tells which.
func (r *checkRun) all(in *bufio.Reader) error {
	first, number, err := firstLine(in)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if isJSON(first) {
		return r.lines(first, number, in)
	}
	rest, err := io.ReadAll(io.LimitReader(in, scoresheet.MaxSheetBytes+1))
	if err != nil {
		return err
	}
	whole := append(bytes.Clone(first), rest...)
	if !isJSON(whole) && severalSheets(first, rest) {
		return r.lines(first, number, bufio.NewReader(io.MultiReader(bytes.NewReader(rest), in)))
	}
	return r.sheet(whole, 0)
}

// firstLine is the first line that is not blank, with its number.
func firstLine(in *bufio.Reader) ([]byte, int, error) {
	for number := 1; ; number++ {
		line, err := readLine(in)
		if err != nil || len(bytes.TrimSpace(line)) > 0 {
			return line, number, err
		}
	}
}

// readLine is a line with its end. One that is longer than a sheet may be is
// cut short, still too long to be taken.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		if len(line) <= scoresheet.MaxSheetBytes {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

func isJSON(data []byte) bool {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	return jsontext.Value(data).IsValid(jsontext.AllowDuplicateNames(true))
}

// severalSheets tells lines of sheets with a broken first one from one broken
// document.
func severalSheets(first, rest []byte) bool {
	first = bytes.TrimSpace(first)
	if !bytes.HasPrefix(first, []byte("{")) || !bytes.HasSuffix(first, []byte("}")) {
		return false
	}
	for line := range bytes.Lines(rest) {
		if bytes.HasPrefix(line, []byte("{")) && isJSON(line) {
			return true
		}
	}
	return false
}

func (r *checkRun) lines(line []byte, number int, in *bufio.Reader) error {
	for {
		if len(bytes.TrimSpace(line)) > 0 {
			if err := r.sheet(bytes.TrimRight(line, "\r\n"), number); err != nil {
				return err
			}
		}
		if in.Buffered() == 0 {
			if err := r.out.Flush(); err != nil {
				return err
			}
		}
		var err error
		line, err = readLine(in)
		number++
		if err != nil && len(line) == 0 {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
}

// sheet judges one sheet; what is none is told on standard error. The error is
// one of writing.
func (r *checkRun) sheet(data []byte, line int) error {
	verdict, err := r.judge(data)
	if err != nil {
		r.code = exitNoSheet
		r.refuse(err, line)
		return nil
	}
	if !verdict.Valid && r.code == 0 {
		r.code = exitFaults
	}
	if err := json.MarshalWrite(r.out, verdict); err != nil {
		return err
	}
	return r.out.WriteByte('\n')
}

func (r *checkRun) refuse(err error, line int) {
	place := r.name
	if line > 0 {
		place = fmt.Sprintf("%s:%d", r.name, line)
	}
	text := err.Error()
	var refused *scoresheet.SheetError
	if errors.As(err, &refused) {
		text = r.words.SheetError(refused)
	}
	fmt.Fprintf(r.err, "%s: %s\n", place, text)
}

func (r *checkRun) judge(data []byte) (*scoresheet.Verdict, error) {
	sheet, err := scoresheet.DecodeSheet(data)
	if err != nil {
		return nil, err
	}
	book, ok := r.books.Get(sheet.Rulebook)
	if !ok {
		return nil, scoresheet.RefuseSheet("rulebook.unknown", "/rulebook", "")
	}
	judge, err := r.judgeFor(book.Book, &sheet)
	if err != nil {
		return nil, err
	}
	verdict := judge.Verdict(sheet)
	r.words.Explain(book.Book, &verdict)
	return &verdict, nil
}

// judgeFor keeps the judges of sheets without settings of their own.
func (r *checkRun) judgeFor(book *scoresheet.Rulebook, sheet *scoresheet.Sheet) (*judge.Judge, error) {
	if len(sheet.Settings) > 0 {
		return judge.For(book, sheet)
	}
	key := judgeKey{sheet.Rulebook, sheet.Phase}
	if known := r.judges[key]; known != nil {
		return known, known.Admit(sheet)
	}
	made, err := judge.For(book, sheet)
	if err == nil {
		r.judges[key] = made
	}
	return made, err
}

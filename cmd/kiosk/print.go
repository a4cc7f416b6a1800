package main

import (
	"context"
	"crypto/rand"
	"io"
	"log/slog"
	"net"
	"slices"
	"strconv"
	"strings"

	"kiosk/api"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
	"kiosk/store"
)

// printCommand makes a document without the server.
type printCommand struct {
	place
	Event     string `help:"The event's id; needed where there are several. 赛事 id。" placeholder:"ID"`
	Out       string `help:"File, - for standard output; else named after the event and the document. 文件名，- 为标准输出。" placeholder:"FILE"`
	Round     int    `help:"Round; else the current one. 轮次；不写为当前轮。"`
	Match     int    `help:"Number of a single match. 只打印一场。"`
	Group     string `help:"Group; else all. 组别；不写为全部。"`
	Phase     string `help:"Phase; else the newest. 阶段；不写为最新。"`
	Entrants  string `help:"Numbers of entrants, with commas between: only theirs. 只要这些编号的参赛队，逗号分隔。" placeholder:"N,N"`
	First     int    `help:"Certificates for the first so many places. 前几名的奖状。"`
	Entries   int    `help:"Entrants that an entry form has room for. 报名表可填几队。"`
	Two       bool   `help:"Two scoresheets on a page. 一页两张记分单。"`
	PublicURL string `name:"public-url" help:"Address in the codes; else the kiosk's. 二维码里的地址。" placeholder:"URL"`
	What      string `arg:"" help:"scoresheets, table-cards, seat-cards, entry-form, lots, draw-sheet, round-sheet, bracket, cross-table, score-cards, ladder, standings, bulletin, penalty-record, appeal-record, certificates, participation or rulebook. 要打印什么。"`
}

// Run writes the PDF, and on standard error what had to be changed to make it
// fit.
func (c *printCommand) Run(s streams) error {
	f, err := c.folder(s)
	if err != nil {
		return err
	}
	if !slices.Contains(api.DocumentNames, c.What) {
		return f.fail(exitUsage, "print.unknown", map[string]any{"What": strconv.Quote(c.What), "Names": strings.Join(api.DocumentNames, ", ")})
	}
	return f.with(func(s store.Kept) error { return c.print(f, s) })
}

func (c *printCommand) print(f *folder, s store.Kept) error {
	state, err := f.event(s, c.Event)
	if err != nil {
		return err
	}
	if c.Match != 0 && state.Match(c.Match) == nil {
		return f.fail(exitUsage, "print.no-match", map[string]any{"Match": c.Match})
	}
	entrants, err := c.entrants(f, state)
	if err != nil {
		return err
	}
	address := c.PublicURL
	if address == "" {
		address = f.settings.PublicURL
	}
	ctx := context.Background()
	paper, done := printer(slog.New(slog.DiscardHandler))
	defer done()
	documents, err := api.NewDocuments(ctx, s, paper, address, f.port(), rand.Reader)
	if err != nil {
		return f.refuse(exitFailed, err)
	}
	made, err := documents.Make(ctx, c.What, state, f.now(), f.words, api.Selection{
		Round: c.Round, Match: c.Match, Group: c.Group, Phase: c.Phase, Entrants: entrants, First: c.First, Entries: c.Entries, TwoAPage: c.Two,
	})
	if err != nil {
		return f.refuse(exitFailed, err)
	}
	for _, note := range made.Notes {
		f.tell(note.In(f.words.T))
	}
	path := c.Out
	if path == "" {
		path = string(state.ID) + "-" + c.What + ".pdf"
	}
	return f.put(path, func(w io.Writer) error {
		_, err := w.Write(made.PDF)
		return err
	})
}

// entrants are those whose numbers, or else ids, were named.
func (c *printCommand) entrants(f *folder, state *event.State) ([]contest.EntrantID, error) {
	var ids []contest.EntrantID
	for _, name := range strings.FieldsFunc(c.Entrants, func(r rune) bool { return r == ',' || r == '，' || r == ' ' }) {
		at := slices.IndexFunc(state.Entrants, func(e event.Entrant) bool { return e.Number == name })
		if at < 0 {
			at = slices.IndexFunc(state.Entrants, func(e event.Entrant) bool { return string(e.ID) == name })
		}
		if at < 0 {
			return nil, f.fail(exitUsage, "print.no-entrant", map[string]any{"Entrant": name})
		}
		ids = append(ids, state.Entrants[at].ID)
	}
	return ids, nil
}

// port is the one that the kiosk would listen on.
func (f *folder) port() int {
	_, text, err := net.SplitHostPort(f.settings.Addr)
	if err != nil {
		return 0
	}
	port, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return port
}

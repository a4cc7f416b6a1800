package api

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"kiosk/scoresheet/event"
	"kiosk/store"
)

// backupRoutes registers what steers the backups.
func (s *Server) backupRoutes(r fiber.Router) {
	r.Put("/api/v1/kiosk/backup", s.putBackup)
	r.Post("/api/v1/kiosk/backup", s.makeBackup)
}

type backupView struct {
	Folder string `json:"folder"`
	// Own: nobody has named a folder. SameDisk: it is lost with the data.
	Own      bool `json:"own"`
	SameDisk bool `json:"same_disk"`
	EveryS   int  `json:"every_s"`
	Keep     int  `json:"keep"`
	Days     int  `json:"days"`
	Running  bool `json:"running"`
	// Current says that the last one holds all that was written.
	Current bool            `json:"current"`
	Last    *backupDoneView `json:"last"`
	// Error is a sentence in the language of the request.
	Error      string     `json:"error,omitempty"`
	ErrorSince *time.Time `json:"error_since,omitempty"`
	// Sticks are disks that could take backups.
	Sticks []string `json:"sticks"`
}

type backupDoneView struct {
	File string    `json:"file"`
	At   time.Time `json:"at"`
	// AgeS is how old it is, in seconds.
	AgeS  int   `json:"age_s"`
	Bytes int64 `json:"bytes"`
}

// backupView is nil where no backups are made.
func (s *Server) backupView(w words) *backupView {
	if s.Backups == nil {
		return nil
	}
	state := s.Backups.State()
	view := &backupView{
		Folder: state.Plan.Folder, Own: state.Own, SameDisk: state.SameDisk, EveryS: int(state.Plan.Every / time.Second),
		Keep: state.Plan.Keep, Days: int(state.Plan.For / (24 * time.Hour)), Running: state.Running, Current: state.Current,
		Sticks: notNil(store.Sticks()),
	}
	if last := state.Last; last.Path != "" {
		age := max(0, s.Now().Sub(last.At))
		view.Last = &backupDoneView{File: last.Path, At: last.At.UTC().Truncate(time.Millisecond), AgeS: int(age / time.Second), Bytes: last.Size}
	}
	if state.Trouble != nil {
		p := backupProblem(state.Trouble)
		since := state.Since.UTC().Truncate(time.Millisecond)
		view.Error, view.ErrorSince = w.T("problem."+p.code, p.args), &since
	}
	return view
}

// backupProblem turns what the store says of backups into a refusal.
func backupProblem(err error) *problem {
	var kept *store.Error
	if !errors.As(err, &kept) || errors.Is(err, store.ErrUnwritable) {
		return asProblem(err)
	}
	return &problem{status: http.StatusUnprocessableEntity, code: kept.Code, args: kept.Args()}
}

// putBackup names the folder, and has a backup made into it.
func (s *Server) putBackup(c *fiber.Ctx) error {
	if _, err := s.require(c, event.CmdKioskSetting); err != nil {
		return err
	}
	var body struct {
		Folder string `json:"folder"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	if s.Backups == nil {
		return newProblem(http.StatusConflict, "backup.none")
	}
	if len(body.Folder) > maxFolder {
		return newProblem(http.StatusUnprocessableEntity, "too-large")
	}
	if err := s.Backups.Choose(c.UserContext(), strings.TrimSpace(body.Folder)); err != nil {
		return backupProblem(err)
	}
	return c.JSON(s.backupView(s.words(c)))
}

// maxFolder bounds the path of a folder, in bytes.
const maxFolder = 1024

// makeBackup has a backup made now. Whether it went well shows in the view.
func (s *Server) makeBackup(c *fiber.Ctx) error {
	if _, err := s.require(c, event.CmdKioskSetting); err != nil {
		return err
	}
	if s.Backups == nil {
		return newProblem(http.StatusConflict, "backup.none")
	}
	return s.repeats.once(c, func() (answer, error) {
		s.Backups.Ask()
		return answer{status: http.StatusOK, body: s.backupView(s.words(c))}, nil
	})
}

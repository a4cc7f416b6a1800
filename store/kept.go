package store

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"time"

	"kiosk/scoresheet/event"
)

// Kept is a Store of this package, with all that can be done with one: a *Bolt
// or an *Etcd.
type Kept interface {
	Store
	// Path is the file, or the address of the cluster without its secrets.
	Path() string
	// Export writes an event as its journal. An unknown one is the
	// *event.Refusal of one.
	Export(w io.Writer, id event.ID) error
	// Read is an event as its export would be read.
	Read(id event.ID) (*Exported, error)
	// Import adds an exported event with its journal as it is, under its own
	// ID; one that is there already is ErrExists.
	Import(ctx context.Context, x *Exported) error

	journals
	// parcel is an event with its answers, read back to the last entry.
	parcel(ctx context.Context, id event.ID) (*Exported, error)
	// copy makes a data file of everything, in folder.
	copy() (path string, err error)
	folder() string
	// revision grows with everything that is written; false while it cannot be
	// told.
	revision() (uint64, bool)
	shared() bool
	// before is how many other kiosks go first, othersBackups are those that say
	// what they have backed up, and backedUp says it of this one.
	before() int
	othersBackups() []Kiosk
	backedUp(name string, wrote time.Time, holds uint64)
	// own is the name of a secret that concerns this machine alone.
	own(name string) string
}

var (
	_ Kept = (*Bolt)(nil)
	_ Kept = (*Etcd)(nil)
)

// Whereabouts say where a kiosk's journals are.
type Whereabouts struct {
	// Cluster is the address of a cluster, as ParseEtcd reads it, and Password
	// that of its user where the address has none. Empty is the file.
	Cluster, Password string
	// File is the data file. Its folder takes the copies of a cluster too, and
	// the system's where none is named.
	File string
}

// Open opens the cluster or the file, as OpenEtcd and Open do.
func (w Whereabouts) Open(ctx context.Context, options Options) (Kept, error) {
	if w.Cluster == "" {
		return openKept(Open(w.File, options))
	}
	a, err := ParseEtcd(w.Cluster)
	if err != nil {
		return nil, err
	}
	if a.User != "" && a.Password == "" && a.PasswordFile == "" {
		a.Password = w.Password
	}
	folder := ""
	if w.File != "" {
		folder = filepath.Dir(w.File)
	}
	return openKept(OpenEtcd(ctx, a, EtcdOptions{Options: options, Folder: folder}))
}

// openKept keeps a nil pointer from becoming an interface that is not nil.
func openKept[S Kept](s S, err error) (Kept, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}

func (b *Bolt) folder() string         { return filepath.Dir(b.path) }
func (b *Bolt) own(name string) string { return name }

func (b *Bolt) before() int                        { return 0 }
func (b *Bolt) othersBackups() []Kiosk             { return nil }
func (b *Bolt) backedUp(string, time.Time, uint64) {}

// folder is where copies are made: the system's where none is named, or the one
// that is named was never made.
func (e *Etcd) folder() string {
	if info, err := os.Stat(e.etcd.Folder); err == nil && info.IsDir() {
		return e.etcd.Folder
	}
	return os.TempDir()
}

// own: many kiosks share the secrets of a cluster, but not their disks.
func (e *Etcd) own(name string) string {
	return name + "/" + machine()
}

// revision is the newest of the cluster that anything is known of.
func (e *Etcd) revision() (uint64, bool) { return uint64(e.follower.known.Load()), true }

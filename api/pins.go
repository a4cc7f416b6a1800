package api

import (
	"bytes"
	"context"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/width"

	"kiosk/scoresheet/event"
)

// secretStore is what of a store the staff's secrets need.
type secretStore interface {
	Secret(name string) ([]byte, bool)
	Secrets(prefix string) []string
	SetSecret(ctx context.Context, name string, value []byte) error
	DeleteSecret(ctx context.Context, name string) error
}

// secretKeeper is a secretStore that tells which of several kiosks came first.
type secretKeeper interface {
	KeepSecret(ctx context.Context, name string, value []byte) ([]byte, error)
}

// Names of secrets.
const (
	pinPrefix     = "pin/"
	sessionPrefix = "session/"
	devicePrefix  = "device/"
)

// staffRoles are the roles that sign in, and how many digits their PIN has.
// The organiser's opens everything, and has more.
var staffRoles = []struct {
	role   event.Role
	digits int
}{
	{event.Organiser, 8},
	{event.Chief, 6},
	{event.Referee, 6},
}

func pinDigits(role event.Role) (int, bool) {
	for _, row := range staffRoles {
		if row.role == role {
			return row.digits, true
		}
	}
	return 0, false
}

// slowness is what one try at a PIN costs whoever has the data file (Argon2id,
// RFC 9106).
type slowness struct {
	passes  uint32
	kib     uint32
	threads uint8
}

// staffSlowness takes some 50 ms on a laptop and 19 MiB, which a kiosk can
// spare while it serves.
var staffSlowness = slowness{passes: 3, kib: 19 << 10, threads: 1}

const (
	saltBytes = 16
	sumBytes  = 32
)

// PINs are the PINs by which staff sign in. They are made by the program, and
// kept only as slow hashes. Its methods may be called from many goroutines at
// once; one PIN at a time is tried, so that tries cannot use up the machine.
type PINs struct {
	store  secretStore
	now    func() time.Time
	random io.Reader
	cost   slowness
	turn   chan struct{}
}

// NewPINs are the PINs kept in the store.
func NewPINs(secrets secretStore, now func() time.Time, random io.Reader) *PINs {
	return &PINs{store: secrets, now: now, random: random, cost: staffSlowness, turn: make(chan struct{}, 1)}
}

// pinRecord is what is kept of a PIN.
type pinRecord struct {
	Hash  string    `json:"hash"`
	SetAt time.Time `json:"set_at"`
}

// EnsureOrganiser makes the organiser's PIN if there is none yet. The PIN is
// told this once; made is false, and the PIN empty, if there was one.
func (p *PINs) EnsureOrganiser(ctx context.Context) (pin string, made bool, err error) {
	if _, ok := p.record(event.Organiser); ok {
		return "", false, nil
	}
	pin, err = p.make(ctx, event.Organiser, p.keepFirst)
	if errors.Is(err, errNotFirst) {
		return "", false, nil
	}
	return pin, err == nil, err
}

// errNotFirst: another kiosk that started at the same moment has made the PIN, and
// told it.
var errNotFirst = errors.New("another kiosk has made the PIN")

// keepFirst keeps a PIN unless there is one meanwhile.
func (p *PINs) keepFirst(ctx context.Context, name string, value []byte) error {
	keeper, ok := p.store.(secretKeeper)
	if !ok {
		return p.store.SetSecret(ctx, name, value)
	}
	kept, err := keeper.KeepSecret(ctx, name, value)
	if err == nil && !bytes.Equal(kept, value) {
		err = errNotFirst
	}
	return err
}

// Reset makes a new PIN for a role of the staff and tells it this once; the old
// one ends. Sessions go on.
func (p *PINs) Reset(ctx context.Context, role event.Role) (string, error) {
	return p.make(ctx, role, p.store.SetSecret)
}

func (p *PINs) make(ctx context.Context, role event.Role, keep func(ctx context.Context, name string, value []byte) error) (string, error) {
	digits, ok := pinDigits(role)
	if !ok {
		return "", fmt.Errorf("role %q has no PIN", role)
	}
	if err := p.take(ctx); err != nil {
		return "", err
	}
	defer p.give()
	pin, err := p.unused(digits)
	if err != nil {
		return "", fmt.Errorf("make a PIN: %w", err)
	}
	hash, err := p.hash(pin)
	if err != nil {
		return "", fmt.Errorf("make a PIN: %w", err)
	}
	value, err := json.Marshal(pinRecord{Hash: hash, SetAt: p.now().UTC()})
	if err != nil {
		return "", err
	}
	if err := keep(ctx, pinPrefix+string(role), value); err != nil {
		return "", fmt.Errorf("keep a PIN: %w", err)
	}
	return pin, nil
}

// setAt is when the role's PIN was made; false if it has none.
func (p *PINs) setAt(role event.Role) (time.Time, bool) {
	record, ok := p.record(role)
	return record.SetAt, ok
}

// role finds whose PIN it is. It takes time, and waits for its turn as long as
// the context lasts.
func (p *PINs) role(ctx context.Context, pin string) (event.Role, bool, error) {
	if err := p.take(ctx); err != nil {
		return "", false, err
	}
	defer p.give()
	role, ok := p.roleOf(cleanPIN(pin))
	return role, ok, nil
}

// roleOf tries all roles with PINs of that length, whatever the first says, so
// that the time tells nothing.
func (p *PINs) roleOf(pin string) (event.Role, bool) {
	var found event.Role
	for _, row := range staffRoles {
		if len(pin) != row.digits {
			continue
		}
		if record, ok := p.record(row.role); ok && matches(record.Hash, pin) {
			found = row.role
		}
	}
	return found, found != ""
}

func (p *PINs) record(role event.Role) (pinRecord, bool) {
	value, ok := p.store.Secret(pinPrefix + string(role))
	if !ok {
		return pinRecord{}, false
	}
	var record pinRecord
	err := json.Unmarshal(value, &record)
	return record, err == nil
}

func (p *PINs) take(ctx context.Context) error {
	select {
	case p.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *PINs) give() { <-p.turn }

// unused is a PIN that no role has: a PIN must tell its role.
func (p *PINs) unused(digits int) (string, error) {
	for {
		pin, err := randomDigits(p.random, digits)
		if err != nil {
			return "", err
		}
		if _, used := p.roleOf(pin); !used {
			return pin, nil
		}
	}
}

// hash makes the text of a slow hash, with all that checking needs:
// $argon2id$v=19$m=19456,t=3,p=1$salt$sum.
func (p *PINs) hash(pin string) (string, error) {
	salt := make([]byte, saltBytes)
	if _, err := io.ReadFull(p.random, salt); err != nil {
		return "", err
	}
	sum := argon2.IDKey([]byte(pin), salt, p.cost.passes, p.cost.kib, p.cost.threads, sumBytes)
	encode := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s",
		argon2.Version, p.cost.kib, p.cost.passes, p.cost.threads, encode(salt), encode(sum)), nil
}

func matches(hash, pin string) bool {
	cost, salt, sum, err := parseHash(hash)
	if err != nil {
		return false
	}
	tried := argon2.IDKey([]byte(pin), salt, cost.passes, cost.kib, cost.threads, uint32(len(sum)))
	return subtle.ConstantTimeCompare(tried, sum) == 1
}

var errHash = errors.New("not a hash of a PIN")

func parseHash(text string) (cost slowness, salt, sum []byte, err error) {
	parts := strings.Split(text, "$")
	if len(parts) != 6 || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return cost, nil, nil, errHash
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &cost.kib, &cost.passes, &cost.threads); err != nil {
		return cost, nil, nil, fmt.Errorf("%w: %w", errHash, err)
	}
	salt, saltErr := base64.RawStdEncoding.DecodeString(parts[4])
	sum, sumErr := base64.RawStdEncoding.DecodeString(parts[5])
	if err := errors.Join(saltErr, sumErr); err != nil {
		return cost, nil, nil, fmt.Errorf("%w: %w", errHash, err)
	}
	if cost.passes == 0 || cost.threads == 0 || len(sum) == 0 {
		return cost, nil, nil, errHash
	}
	return cost, salt, sum, nil
}

// randomDigits are decimal digits, each as likely as the others.
func randomDigits(random io.Reader, n int) (string, error) {
	var raw [8]byte
	span := uint64(1)
	for range n {
		span *= 10
	}
	for {
		if _, err := io.ReadFull(random, raw[:]); err != nil {
			return "", err
		}
		// The last, incomplete span of numbers would favour small ones.
		if drawn := binary.BigEndian.Uint64(raw[:]); drawn < ^uint64(0)/span*span {
			return fmt.Sprintf("%0*d", n, drawn%span), nil
		}
	}
}

// cleanPIN forgives full-width digits and the spaces and hyphens that people
// put between groups.
func cleanPIN(pin string) string {
	return strings.NewReplacer(" ", "", "-", "", "\t", "").Replace(width.Narrow.String(strings.TrimSpace(pin)))
}

package main

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"kiosk/store"
	"kiosk/store/storetest"
)

// TestClusterScripts runs the scripts of testdata/cluster with a real etcd,
// whose address is $CLUSTER: each script takes a prefix of its own. They have
// the commands of TestDataScripts.
func TestClusterScripts(t *testing.T) {
	cluster := storetest.NewCluster(t, 1)
	testscript.Run(t, testscript.Params{
		Dir: "testdata/cluster",
		Setup: func(env *testscript.Env) error {
			env.Setenv("TZ", "Asia/Shanghai")
			env.Setenv("CLUSTER", "etcd://"+strings.Join(cluster.Address("").Endpoints, ","))
			env.Setenv("TMPDIR", env.WorkDir+"/.tmp")
			return os.MkdirAll(env.WorkDir+"/.tmp", 0o700)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "demo": demoCmd, "early": earlyCmd, "busy": busyCmd, "damage": damageCmd,
		},
	})
}

// addressOf is the address of a guarded cluster as it stands on a command line:
// without the password.
func addressOf(c *storetest.Cluster, s storetest.Secured) string {
	return fmt.Sprintf("etcd://%s@%s%s?ca=%s&cert=%s&key=%s", s.User, strings.Join(c.Address("").Endpoints, ","), s.Prefix,
		url.QueryEscape(s.CA), url.QueryEscape(s.Cert), url.QueryEscape(s.Key))
}

// TestGrowIntoACluster: a laptop's event moves into a guarded cluster between
// two hands. The phones go on with the codes they have, at whichever kiosk; what
// was answered on the laptop is answered alike, staff stay signed in, and the
// event moves back whole. Nobody who looks at the processes or the log sees the
// password.
func TestGrowIntoACluster(t *testing.T) {
	cluster, guard := storetest.NewSecuredCluster(t)
	t.Setenv("KIOSK_STORE_PASSWORD", guard.Password)
	address, first, last := addressOf(cluster, guard), filepath.Join(t.TempDir(), "kiosk-data"), filepath.Join(t.TempDir(), "kiosk-data")

	laptop := launch(t, freeAddress(t), "--data", first)
	pin := laptop.pin()
	laptop.signIn(pin)
	id := laptop.drawn(2)
	a, b := laptop.tokens(id, 1)
	laptop.hold(a, "phone-a")
	laptop.hold(b, "phone-b")
	told := laptop.want(http.StatusCreated, http.MethodPost, a+"/hands", "a1", hand("phone-a", 1, 1, 3))
	laptop.stop()
	if code, out, said := kioskSays("move", "--lang", "en", first, address); code != 0 || !strings.Contains(out, "sign-ins stay good") {
		t.Fatalf("move: exit %d, %s%s", code, out, said)
	}

	hall := func() *process {
		p := launch(t, freeAddress(t), "--data", filepath.Join(t.TempDir(), "kiosk-data"), "--store", address, "--log", "debug")
		p.token = laptop.token
		return p
	}
	one, two := hall(), hall()
	if again := two.want(http.StatusCreated, http.MethodPost, a+"/hands", "a1", hand("phone-a", 1, 1, 3)); mustJSON(t, again) != mustJSON(t, told) {
		t.Errorf("sent again at a kiosk of the cluster: %v, the laptop said %v", again, told)
	}
	one.want(http.StatusCreated, http.MethodPost, b+"/hands", "b1", hand("phone-b", 1, 1, 3))
	if got := two.want(http.StatusCreated, http.MethodPost, a+"/hands", "a2", hand("phone-a", 2, 1, 2, 3, 4)); got["state"] == "" {
		t.Errorf("%v", got)
	}
	one.want(http.StatusOK, http.MethodPut, "/api/v1/events/"+id, "", map[string]any{"name": "总决赛"})
	two.signIn(pin)
	for _, p := range []*process{one, two} {
		if shown, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", p.cmd.Process.Pid)); err == nil && strings.Contains(string(shown), guard.Password) {
			t.Error("the password is in the list of processes")
		}
		p.stop()
		if said := p.out.String() + p.err.String(); strings.Contains(said, guard.Password) || strings.Contains(said, url.QueryEscape(guard.Password)) {
			t.Error("the password was said")
		}
	}

	if code, out, said := kioskSays("move", "--lang", "en", address, last); code != 0 || !strings.Contains(out, "总决赛") {
		t.Fatalf("move back: exit %d, %s%s", code, out, said)
	}
	back := launch(t, freeAddress(t), "--data", last)
	back.signIn(pin)
	if got := back.want(http.StatusCreated, http.MethodPost, b+"/hands", "b2", hand("phone-b", 2, 1, 2, 3, 4)); got["state"] != "confirmed" {
		t.Errorf("the other phone: %v", got["state"])
	}
	back.stop()
	report, err := store.Inspect(filepath.Join(last, dataFile))
	if err != nil || report.Err() != nil {
		t.Fatal(err, report.Err())
	}
	if kinds := report.Events[0].Kinds; kinds["hand.reported"] != 2 || kinds["hand.confirmed"] != 2 {
		t.Errorf("entries: %v", kinds)
	}
}

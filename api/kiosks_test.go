package api_test

import (
	"crypto/rand"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"kiosk/api"
	"kiosk/scoresheet/event"
	"kiosk/store"
	"kiosk/store/storetest"
)

// TestOneFirstPIN: of kiosks that start at once on a fresh cluster one makes the
// organiser's PIN, which is the one that is kept.
func TestOneFirstPIN(t *testing.T) {
	cluster := storetest.NewCluster(t, 1)
	var stores []*store.Etcd
	for range 4 {
		s, err := store.OpenEtcd(t.Context(), cluster.Address("/kiosk"), store.EtcdOptions{Folder: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		stores = append(stores, s)
	}
	pins := make([]string, len(stores))
	var wg sync.WaitGroup
	for i, s := range stores {
		wg.Go(func() {
			pin, made, err := api.NewPINs(s, time.Now, rand.Reader).EnsureOrganiser(t.Context())
			if err != nil || made != (pin != "") {
				t.Errorf("PIN made %v, %v", made, err)
			}
			pins[i] = pin
		})
	}
	wg.Wait()
	made := slices.DeleteFunc(slices.Clone(pins), func(pin string) bool { return pin == "" })
	if len(made) != 1 {
		t.Fatalf("%d kiosks have told a PIN", len(made))
	}
	for _, s := range stores {
		storetest.Until(t, "all keep the same", func() bool {
			mine, ok := s.Secret("pin/" + string(event.Organiser))
			first, _ := stores[0].Secret("pin/" + string(event.Organiser))
			return ok && string(mine) == string(first)
		})
	}
}

// TestKioskAlone: a kiosk with a file of its own knows no others, and lets no
// other page ask it anything.
func TestKioskAlone(t *testing.T) {
	k := newKiosk(t)
	if others := k.get("/api/v1/kiosks")["kiosks"].([]any); len(others) != 0 {
		t.Errorf("others: %v", others)
	}
	if kiosks := k.get("/api/v1/kiosk")["kiosks"].([]any); len(kiosks) != 0 {
		t.Errorf("kiosks: %v", kiosks)
	}
	req := httptest.NewRequest(http.MethodGet, "/healthz", nil)
	req.Host = "192.168.1.10:8080"
	req.Header.Set("Origin", "http://10.0.0.1:8080")
	res, err := k.server.App().Test(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK || res.Header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("status %d, may be read by %q", res.StatusCode, res.Header.Get("Access-Control-Allow-Origin"))
	}
	if view := k.get("/healthz"); view["ok"] != true || view["state"] != "writes" || view["behind"] != float64(0) {
		t.Errorf("health: %v", view)
	}
}

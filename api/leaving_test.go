package api_test

import "net/http"

// as is the same kiosk for somebody of another role.
func (k *kiosk) as(role string) *kiosk {
	k.Helper()
	pin := k.post(http.StatusCreated, "/api/v1/staff/pins", map[string]any{"role": role})["pin"]
	other := *k
	other.token = k.post(http.StatusOK, "/api/v1/session", map[string]any{"pin": pin, "name": role})["token"].(string)
	// Keys are the kiosk's, not a person's.
	other.keys += 100_000 * len(role)
	return &other
}

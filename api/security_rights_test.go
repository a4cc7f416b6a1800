package api_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kiosk/scoresheet/event"
)

// described is what openapi.json says of who may use a route.
type described struct {
	Who   string            `json:"x-who"`
	Right event.CommandName `json:"x-right"`
}

// operations are all described routes, by "METHOD path" with the names of
// parameters taken out.
func (k *kiosk) operations() map[string]described {
	k.Helper()
	all := map[string]described{}
	for path, methods := range k.description().Paths {
		for method, raw := range methods {
			var op described
			if err := json.Unmarshal(raw, &op); err != nil {
				k.Fatalf("%s %s: %v", method, path, err)
			}
			all[strings.ToUpper(method)+" "+unnamed(path)] = op
		}
	}
	return all
}

var pathName = regexp.MustCompile(`\{\w+\}|:\w+`)

func unnamed(path string) string { return pathName.ReplaceAllString(path, "{}") }

// signIns are the roles that can ask, with what they prove themselves by. A
// side has its table's token in the path, and no sign-in.
func (k *kiosk) signIns() map[event.Role]string {
	k.Helper()
	tokens := map[event.Role]string{event.Organiser: k.token, event.Public: "", event.SideRole: ""}
	for _, role := range []event.Role{event.Chief, event.Referee} {
		pin := k.post(http.StatusCreated, "/api/v1/staff/pins", map[string]any{"role": role})["pin"]
		tokens[role] = k.post(http.StatusOK, "/api/v1/session", map[string]any{"pin": pin, "name": "李裁判"})["token"].(string)
	}
	return tokens
}

// ask sends a body that nobody can read: who may not ask is refused before
// anybody tries.
func (k *kiosk) ask(method, path, token string) (int, string) {
	k.Helper()
	req := httptest.NewRequest(method, path, strings.NewReader("{"))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Device", "phone-A1")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := k.server.App().Test(req, 60_000)
	if err != nil {
		k.Fatalf("%s %s: %v", method, path, err)
	}
	defer res.Body.Close()
	var problem struct {
		Code string `json:"code"`
	}
	// What is no problem document has no code.
	_ = json.NewDecoder(res.Body).Decode(&problem)
	return res.StatusCode, problem.Code
}

// Every route, asked by every role, is refused or not as the table of rights
// says. A route that the table does not know fails here.
func TestEveryRouteAndRole(t *testing.T) {
	k, id, a, _ := table(t)
	tokens, described := k.signIns(), k.operations()
	names := strings.NewReplacer(":id", id, ":token", strings.TrimPrefix(a.path, "/api/v1/t/"), ":match", id+"-1", ":call", id+"-1", ":lang", "en",
		":rulebook", "guandan-college", ":document", "draw-sheet", ":n", "1", ":pid", "1", ":table", "1", ":entrant", "A01", ":session", "none",
		":what", "schedule", ":format", "csv")
	tried := 0
	for _, route := range k.server.App().GetRoutes(true) {
		if route.Method == http.MethodHead || !strings.HasPrefix(route.Path, "/api/") || strings.HasSuffix(route.Path, "/stream") {
			continue // streams: TestStreamsAreOpenToWhoMayRead
		}
		name := route.Method + " " + unnamed(strings.TrimSuffix(route.Path, "/"))
		op, ok := described[name]
		if !ok {
			t.Errorf("%s is not described", name)
			continue
		}
		path := strings.TrimSuffix(names.Replace(route.Path), "/")
		if name == "DELETE /api/v1/staff/sessions" {
			path += "?role=none" // or nobody would be signed in any more
		}
		for role, token := range tokens {
			if name == "DELETE /api/v1/session" && token != "" {
				token = k.again(role)
			}
			status, code := k.ask(route.Method, path, token)
			refused := status == http.StatusUnauthorized || status == http.StatusForbidden
			if op.Right == "" {
				// Whoever asks, or whoever is signed in: there is no command.
				refused = refused && code != "link.spent" && code != "pin.wrong"
				byPath := op.Who == string(event.SideRole)
				if may := op.Who == "public" || byPath || token != ""; may == refused {
					t.Errorf("%s by %s: %d %s, described as for %s", name, role, status, code, op.Who)
				}
				tried++
				continue
			}
			may := event.May(role, op.Right)
			if strings.HasPrefix(route.Path, "/api/v1/t/") {
				// The token in the path is what proves a side, whoever holds it.
				may = event.May(event.SideRole, op.Right)
			}
			if may == refused {
				t.Errorf("%s by %s: %d %s, but May(%s, %s) is %v", name, role, status, code, role, op.Right, may)
			}
			if refused && token == "" && (status != http.StatusUnauthorized || code != "unauthorized") {
				t.Errorf("%s by %s: %d %s, want 401 unauthorized", name, role, status, code)
			}
			if refused && token != "" && (status != http.StatusForbidden || code != "forbidden") {
				t.Errorf("%s by %s: %d %s, want 403 forbidden", name, role, status, code)
			}
			tried++
		}
	}
	if tried < 300 {
		t.Errorf("only %d pairs were tried", tried)
	}
}

// again is another session of a role that has a token, to be ended.
func (k *kiosk) again(role event.Role) string {
	k.Helper()
	if role == event.Organiser {
		return k.post(http.StatusOK, "/api/v1/session", map[string]any{"pin": k.pin, "name": "再来"})["token"].(string)
	}
	code := k.post(http.StatusCreated, "/api/v1/session/qr", map[string]any{"role": role})["code"]
	return k.post(http.StatusOK, "/api/v1/session/redeem", map[string]any{"code": code, "name": "再来"})["token"].(string)
}

// What openapi.json says of who may follows from the table of rights, and every
// command of the table that HTTP knows is reached by a route.
func TestTheDescriptionAgreesWithTheRights(t *testing.T) {
	k := newKiosk(t)
	rights := event.Rights()
	reached := map[event.CommandName]bool{}
	for name, op := range k.operations() {
		if op.Right == "" {
			if op.Who != "public" && name != "GET /api/v1/session" && name != "DELETE /api/v1/session" && !strings.HasPrefix(name, "GET /api/v1/t/") {
				t.Errorf("%s is for %s by no right", name, op.Who)
			}
			continue
		}
		reached[op.Right] = true
		roles, known := rights[op.Right]
		if !known {
			t.Errorf("%s: there is no right %q", name, op.Right)
			continue
		}
		var want []string
		for _, role := range roles {
			if role != event.Kiosk {
				want = append(want, string(role))
			}
		}
		if slices.Contains(want, string(event.Public)) {
			want = []string{string(event.Public)}
		}
		if got := strings.Fields(op.Who); !slices.Equal(got, want) {
			t.Errorf("%s is described as for %v, %s is for %v", name, got, op.Right, want)
		}
	}
	for command := range rights {
		// The bell is the kiosk's own; settings are changed together with names.
		if !reached[command] && command != event.CmdBell && command != event.CmdSettings {
			t.Errorf("no route is described as %s", command)
		}
	}
}

// A match is public; who speaks for a side, and why somebody calls, is not.
func TestOutsidersSeeTheScoresheetOnly(t *testing.T) {
	k, id, a, _ := table(t)
	a.report(http.StatusCreated, 1, 1, 3)
	a.say(http.StatusCreated, "calls", map[string]any{"reason": "对方偷看"})
	label := field(k.get("/api/v1/matches/"+id+"-1"), "holds", "A", "device").(string)
	for _, path := range []string{"/api/v1/matches/" + id + "-1", "/api/v1/events/" + id + "/matches", "/api/v1/events/" + id + "/public"} {
		status, data := k.send(request{method: http.MethodGet, path: path, token: "-"})
		if status != http.StatusOK {
			t.Errorf("%s: status %d", path, status)
		}
		for _, hidden := range []string{"对方偷看", `"` + label + `"`, `"since"`} {
			if strings.Contains(string(data), hidden) {
				t.Errorf("%s tells outsiders %s", path, hidden)
			}
		}
		if !strings.Contains(string(data), "分会") {
			t.Errorf("%s: %s", path, data)
		}
	}
	for _, path := range []string{"/api/v1/matches/" + id + "-1", "/api/v1/events/" + id + "/matches"} {
		if _, data := k.send(request{method: http.MethodGet, path: path}); !strings.Contains(string(data), "对方偷看") || !strings.Contains(string(data), `"`+label+`"`) {
			t.Errorf("%s does not tell the staff", path)
		}
	}
}

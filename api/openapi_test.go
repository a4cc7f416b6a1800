package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// description is openapi.json, as far as answers are checked against it.
type description struct {
	Paths      map[string]map[string]json.RawMessage `json:"paths"`
	Components struct {
		Schemas map[string]any `json:"schemas"`
	} `json:"components"`
}

func (k *kiosk) description() description {
	k.Helper()
	_, data := k.send(request{method: http.MethodGet, path: "/api/v1/openapi.json"})
	var d description
	if err := json.Unmarshal(data, &d); err != nil {
		k.Fatal(err)
	}
	return d
}

// schema is what the description says of an answer of 200 or 201.
func (d description) schema(t *testing.T, method, path string) any {
	t.Helper()
	var operation struct {
		Responses map[string]struct {
			Content map[string]struct {
				Schema any `json:"schema"`
			} `json:"content"`
		} `json:"responses"`
	}
	if err := json.Unmarshal(d.Paths[path][strings.ToLower(method)], &operation); err != nil {
		t.Fatalf("%s %s is not described: %v", method, path, err)
	}
	for _, status := range []string{"200", "201"} {
		if answer, ok := operation.Responses[status]; ok {
			return answer.Content["application/json"].Schema
		}
	}
	t.Fatalf("%s %s describes no answer", method, path)
	return nil
}

// check lists where a value is not as its schema says. An object may have no
// property that its schema does not name.
func (d description) check(schema, value any, at string) []string {
	rules, ok := schema.(map[string]any)
	if !ok {
		return nil
	}
	if ref, ok := rules["$ref"].(string); ok {
		return d.check(d.Components.Schemas[ref[strings.LastIndex(ref, "/")+1:]], value, at)
	}
	for _, key := range []string{"oneOf", "anyOf"} {
		if choices, ok := rules[key].([]any); ok {
			return d.any(choices, value, at)
		}
	}
	var wrong []string
	if parts, ok := rules["allOf"].([]any); ok {
		if len(parts) == 1 {
			return d.check(parts[0], value, at)
		}
		rules = d.merged(rules, parts)
	}
	if !ofType(rules["type"], value) {
		return []string{fmt.Sprintf("%s: %v is no %v", at, value, rules["type"])}
	}
	if allowed, ok := rules["enum"].([]any); ok && !slices.Contains(allowed, value) {
		wrong = append(wrong, fmt.Sprintf("%s: %v is none of %v", at, value, allowed))
	}
	switch v := value.(type) {
	case []any:
		for i, item := range v {
			wrong = append(wrong, d.check(rules["items"], item, fmt.Sprintf("%s/%d", at, i))...)
		}
	case map[string]any:
		wrong = append(wrong, d.checkObject(rules, v, at)...)
	}
	return wrong
}

func (d description) any(choices []any, value any, at string) []string {
	var wrong []string
	for _, choice := range choices {
		wrong = d.check(choice, value, at)
		if len(wrong) == 0 {
			return nil
		}
	}
	return wrong
}

// merged is a schema with the properties of all its parts.
func (d description) merged(rules map[string]any, parts []any) map[string]any {
	all := map[string]any{"type": "object"}
	properties := map[string]any{}
	var required []any
	for _, part := range append([]any{rules}, parts...) {
		p, _ := part.(map[string]any)
		if ref, ok := p["$ref"].(string); ok {
			p, _ = d.Components.Schemas[ref[strings.LastIndex(ref, "/")+1:]].(map[string]any)
		}
		named, _ := p["properties"].(map[string]any)
		for name, schema := range named {
			properties[name] = schema
		}
		needed, _ := p["required"].([]any)
		required = append(required, needed...)
	}
	all["properties"], all["required"] = properties, required
	return all
}

func (d description) checkObject(rules, value map[string]any, at string) []string {
	var wrong []string
	required, _ := rules["required"].([]any)
	for _, name := range required {
		if _, ok := value[name.(string)]; !ok {
			wrong = append(wrong, fmt.Sprintf("%s lacks %v", at, name))
		}
	}
	properties, named := rules["properties"].(map[string]any)
	for name, item := range value {
		schema, known := properties[name]
		if !known {
			schema = rules["additionalProperties"]
		}
		if !known && schema == nil && named {
			wrong = append(wrong, fmt.Sprintf("%s/%s is not described", at, name))
			continue
		}
		wrong = append(wrong, d.check(schema, item, at+"/"+name)...)
	}
	return wrong
}

func ofType(want, value any) bool {
	switch w := want.(type) {
	case nil:
		return true
	case []any:
		return slices.ContainsFunc(w, func(one any) bool { return ofType(one, value) })
	case string:
		switch v := value.(type) {
		case nil:
			return w == "null"
		case bool:
			return w == "boolean"
		case string:
			return w == "string"
		case float64:
			return w == "number" || w == "integer" && v == float64(int64(v))
		case []any:
			return w == "array"
		case map[string]any:
			return w == "object"
		}
	}
	return false
}

var pathPart = regexp.MustCompile(`:(\w+)`)

func TestEveryRouteIsDescribed(t *testing.T) {
	k := newKiosk(t)
	described := map[string]bool{}
	plain := regexp.MustCompile(`\{\w+\}`)
	for path, operations := range k.description().Paths {
		for method := range operations {
			described[strings.ToUpper(method)+" "+plain.ReplaceAllString(path, "{}")] = true
		}
	}
	for _, route := range k.server.App().GetRoutes(true) {
		if route.Method == http.MethodHead || !strings.HasPrefix(route.Path, "/api/") {
			continue
		}
		path := pathPart.ReplaceAllString(strings.TrimSuffix(route.Path, "/"), "{}")
		if !described[route.Method+" "+path] {
			t.Errorf("%s %s is not described", route.Method, route.Path)
		}
	}
}

func TestAnswersAreAsDescribed(t *testing.T) {
	k, id, a, b := table(t)
	d := k.description()
	a.report(http.StatusCreated, 1, 1, 3)
	b.report(http.StatusCreated, 1, 2, 4)
	a.say(http.StatusCreated, "calls", map[string]any{"reason": "有争议"})
	match := field(a.view(), "match", "id").(string)
	k.post(http.StatusCreated, "/api/v1/matches/"+match+"/settle", map[string]any{"game": 1, "number": 1, "hand": map[string]any{"finish": []int{1, 3}}, "reason": "看了牌"})
	names := strings.NewReplacer("{id}", id, "{token}", strings.TrimPrefix(a.path, "/api/v1/t/"), "{lang}", "en", "{rulebook}", "guandan-college", "{document}", "draw-sheet")
	for _, path := range []string{
		"/api/v1/kiosk", "/api/v1/rulebooks", "/api/v1/rulebooks/{rulebook}", "/api/v1/articles", "/api/v1/session", "/api/v1/staff",
		"/api/v1/events", "/api/v1/events/{id}", "/api/v1/events/{id}/public", "/api/v1/events/{id}/rulebook", "/api/v1/events/{id}/matches",
		"/api/v1/events/{id}/standings", "/api/v1/events/{id}/places", "/api/v1/events/{id}/tables", "/api/v1/events/{id}/queue",
		"/api/v1/events/{id}/journal", "/api/v1/events/{id}/print/{document}/notes", "/api/v1/t/{token}",
	} {
		asked := names.Replace(path)
		if path == "/api/v1/articles" {
			asked += "?q=13"
		}
		status, data := k.send(request{method: http.MethodGet, path: asked})
		var value any
		if err := json.Unmarshal(data, &value); err != nil || status != http.StatusOK {
			t.Errorf("%s: status %d: %.200s", path, status, data)
			continue
		}
		for _, wrong := range firstOf(d.check(d.schema(t, http.MethodGet, path), value, ""), 8) {
			t.Errorf("%s: %s", path, wrong)
		}
	}
	dry := a.say(http.StatusOK, "hands", map[string]any{"game": 1, "number": 2, "hand": map[string]any{"finish": []int{1, 3}}, "dry_run": true})
	for _, wrong := range d.check(map[string]any{"$ref": "ReportAnswer"}, dry, "hands") {
		t.Error(wrong)
	}
	refused := k.post(http.StatusUnprocessableEntity, "/api/v1/events", map[string]any{"name": "", "rulebook": "guandan-college"})
	for _, wrong := range d.check(map[string]any{"$ref": "Problem"}, refused, "problem") {
		t.Error(wrong)
	}
}

func firstOf(list []string, n int) []string { return list[:min(n, len(list))] }

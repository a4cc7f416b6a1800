package config

import (
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// Problem is something in a rulebook's file that cannot stand: where, and a
// code that Words.Problem turns into a sentence.
type Problem struct {
	File string
	// Line counts from 1.
	Line int
	// At is the key, as in TOML: "phases[1].rounds".
	At   string
	Code string
	Args map[string]any
}

// Error names the place and the code.
func (p Problem) Error() string {
	return fmt.Sprintf("%s:%d: %s: %s", p.File, p.Line, p.At, p.Code)
}

// Problems are all that is wrong with a file. As an error they are never empty.
type Problems []Problem

// Error is one line for each problem.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, problem := range p {
		lines[i] = problem.Error()
	}
	return strings.Join(lines, "\n")
}

// Problem is the sentence for a problem, with file and line before it.
func (w *Words) Problem(p Problem) string {
	args := make(map[string]any, len(p.Args))
	for key, value := range p.Args {
		args[key] = value
	}
	if needs, ok := args["Needs"].(string); ok {
		args["Needs"] = w.T("rulebook.problem.needs."+needs, nil)
	}
	return w.T("rulebook.problem.line", map[string]any{
		"File": p.File, "Line": p.Line, "At": p.At,
		"Text": w.T("rulebook.problem."+p.Code, args),
	})
}

// lines knows on which line each key of a text stands.
type lines map[string]int

// of is the line of the key, or of the nearest table around it that stands in
// the text.
func (l lines) of(key string) int {
	for key != "" {
		if line, ok := l[key]; ok {
			return line
		}
		cut := strings.LastIndexAny(key, ".[")
		if cut < 0 {
			break
		}
		key = key[:cut]
	}
	return 1
}

// findLines finds the lines of all keys of a text that parses.
func findLines(text string) lines {
	found := lines{}
	counts := map[string]int{}
	table := ""
	parser := unstable.Parser{}
	parser.Reset([]byte(text))
	for parser.NextExpression() {
		node := parser.Expression()
		key, line := keyOf(&parser, node)
		switch node.Kind {
		case unstable.Table:
			table = indexed(key, counts)
		case unstable.ArrayTable:
			parent := indexed(key, counts)
			table = fmt.Sprintf("%s[%d]", parent, counts[parent])
			counts[parent]++
		case unstable.KeyValue:
			if table != "" {
				key = table + "." + key
			}
			found[key] = line
			continue
		default:
			continue
		}
		if _, seen := found[table]; !seen {
			found[table] = line
		}
	}
	return found
}

func keyOf(parser *unstable.Parser, node *unstable.Node) (string, int) {
	var parts []string
	line := 1
	for it := node.Key(); it.Next(); {
		if len(parts) == 0 {
			line = parser.Shape(it.Node().Raw).Start.Line
		}
		parts = append(parts, string(it.Node().Data))
	}
	return strings.Join(parts, "."), line
}

// indexed writes the key with the index of the array tables it lies in:
// "phases.groups" in the second phase is "phases[1].groups".
func indexed(key string, counts map[string]int) string {
	parts := strings.Split(key, ".")
	at := ""
	for i, part := range parts {
		if at != "" {
			at += "."
		}
		at += part
		if n := counts[at]; n > 0 && i < len(parts)-1 {
			at = fmt.Sprintf("%s[%d]", at, n-1)
		}
	}
	return at
}

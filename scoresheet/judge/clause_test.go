package judge_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"kiosk/config"
)

// uncited are faults in what a rulebook does not know at all.
var uncited = map[string]bool{"penalty.violation": true, "penalty.seat": true, "end.time": true}

// TestFaultsCiteTheirArticle: whatever a vector of a built-in rulebook is at
// fault in, the verdict names the article.
func TestFaultsCiteTheirArticle(t *testing.T) {
	entries, err := config.BuiltIn().List()
	if err != nil {
		t.Fatal(err)
	}
	books, seen := config.BuiltIn(), 0
	for _, entry := range entries {
		paths, err := filepath.Glob(filepath.Join("testdata", "vectors", entry.Book.ID, "*.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var v vector
			if err := json.Unmarshal(data, &v); err != nil {
				t.Fatal(path, err)
			}
			verdict, err := verdictOf(books, v.Input)
			if err != nil {
				t.Fatal(path, err)
			}
			for _, fault := range verdict.Faults {
				seen++
				if fault.Clause == "" && !uncited[fault.Code] {
					t.Errorf("%s: %s at %s has no article", path, fault.Code, fault.At)
				}
			}
		}
	}
	if seen < 300 {
		t.Error("only", seen, "faults")
	}
}

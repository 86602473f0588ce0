package structure_test

import (
	"os"
	"strings"
	"testing"

	"memcity/analysis/structure"
)

// TestManual reads the example of the manual, compares the error that it shows, and finds every classifier in it.
func TestManual(t *testing.T) {
	text, err := os.ReadFile("../../assets/help/structures.md")
	if err != nil {
		t.Fatal(err)
	}
	manual := string(text)
	_, rest, found := strings.Cut(manual, "```\n")
	example, _, closed := strings.Cut(rest, "```")
	if !found || !closed {
		t.Fatal("no example")
	}
	f := parse(t, example)
	want := `DS com.example.cache.Cache { Cache$Slot[]; com.example.cache.Cache$Slot[]; java.util.HashMap; com.example.cache.java.util.HashMap; }
com.example.cache.Cache$Slot { Cache$Slot; com.example.cache.Cache$Slot; (*); !java.lang.Thread; !com.example.cache.java.lang.Thread; }
`
	if got := written(f); got != want {
		t.Errorf("the example is\n%swant\n%s", got, want)
	}
	_, err = structure.Parse("cache.ds", strings.NewReader("namespace a {\n  DS Cache {\n    Cache$Slot[]\n  }\n}\n"))
	if err == nil || !strings.Contains(manual, "\n    "+err.Error()+"\n") {
		t.Errorf("the manual does not show: %v", err)
	}
	for _, c := range structure.Classifiers(structure.Merge()) {
		if !strings.Contains(manual, "`"+c.Name+"`") {
			t.Errorf("the manual does not mention %s", c.Name)
		}
	}
	for p := structure.SingleContainer; p <= structure.NonGrowth; p++ {
		if !strings.Contains(manual, "| "+p.String()+" |") {
			t.Errorf("the manual does not mention %s", p)
		}
	}
}

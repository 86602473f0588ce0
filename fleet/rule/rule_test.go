package rule

import (
	"slices"
	"testing"

	"memcity/analysis/check"
	"memcity/fleet/question"
	"memcity/fleet/signature"
)

// TestSubjects checks that names become patterns in which only * and ? are special. Each subject is requested once.
func TestSubjects(t *testing.T) {
	var rules []*check.Rule
	for _, text := range []string{"objects of type a.B_%! at most 1", "growth of type a.B_%! below 1 kB", "size of package a.*.b? at most 1 B", "size of package a. at most 1 B",
		`objects of group "Heap#a#B" at most 1`, `objects of group "Heap#a#B" by thread,type at most 1`, "size of heap at most 1 B", "no leak"} {
		r, err := check.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		rules = append(rules, r)
	}
	path := signature.Path([]string{"Heap", "a", "B"})
	want := []question.Subject{{Number: 0, Chain: "type", Like: "a.B!_!%!!"}, {Number: 1, Chain: "type", Like: "a.%.b_.%"}, {Number: 2, Chain: "type", Like: "a.%"},
		{Number: 3, Chain: "package,type", Hash: path}, {Number: 4, Chain: "thread,type", Hash: path}}
	if got := Subjects(rules); !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

package rule

import (
	"slices"
	"testing"

	"memcity/analysis/check"
	"memcity/analysis/signature"
	"memcity/fleet/question"
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

// values is a row of an answer: text, numbers and truths by column.
type values map[string]any

func (v values) Text(name string) string { text, _ := v[name].(string); return text }

func (v values) Number(name string) (float64, bool) {
	n, known := v[name].(int)
	return float64(n), known
}

func (v values) Whole(name string) int64 { n, _ := v[name].(int); return int64(n) }

func (v values) Truth(name string) bool { truth, _ := v[name].(bool); return truth }

// TestWorstPod checks which pod stands for a version: the one furthest beyond the limit, the first of equally bad ones, and without one the
// first with an unknown result. A value at the limit of "at most" and "at least" keeps the rule, at that of "below" and "above" breaks it.
func TestWorstPod(t *testing.T) {
	const unknown = -1
	for _, test := range []struct {
		rule                  string
		bytes                 []int // by pod: the size of the heap, or the number of points that show growth
		worst                 string
		kept, broken, unknown int
	}{
		{"size of heap at most 10 B", []int{10, 9, 10}, "", 3, 0, 0},
		{"size of heap at most 10 B", []int{10, 12, 11}, "b", 1, 2, 0},
		{"size of heap at most 10 B", []int{10, 12, 12}, "b", 1, 2, 0},
		{"size of heap at most 10 B", []int{11, 12, 12}, "b", 0, 3, 0},
		{"size of heap below 10 B", []int{9, 10, 10}, "b", 1, 2, 0},
		{"size of heap at least 10 B", []int{10, 9, 8}, "c", 1, 2, 0},
		{"size of heap at least 10 B", []int{9, 8, 8}, "b", 0, 3, 0},
		{"size of heap above 10 B", []int{11, 10, 10}, "b", 1, 2, 0},
		{"growth of heap below 10 B", []int{unknown, unknown, 9}, "a", 1, 0, 2},
		{"growth of heap below 10 B", []int{9, unknown, unknown}, "b", 1, 0, 2},
		{"growth of heap below 10 B", []int{unknown, 10, 10}, "b", 0, 2, 1},
		{"growth of heap below 10 B", []int{10, unknown, 11}, "c", 0, 2, 1},
	} {
		r, err := check.Parse(test.rule)
		if err != nil {
			t.Fatal(err)
		}
		rules := []*check.Rule{r}
		var pods []*pod
		for i, bytes := range test.bytes {
			row := values{"service": "shop", "version": "1", "pod": string(rune('a' + i)), "last_bytes": bytes, "points": 2}
			if bytes == unknown {
				row["points"] = 1
			}
			pods = append(pods, newPod(rules, row))
		}
		// The pods of another version do not count.
		pods = append(pods, newPod(rules, values{"service": "shop", "version": "2", "pod": "z", "last_bytes": 10, "points": 2}))
		outcomes, err := judge(t.Context(), rules, pods)
		if err != nil || len(outcomes) != 2 || outcomes[0].Version != "1" || outcomes[1].Version != "2" {
			t.Fatalf("%s: %+v, %v", test.rule, outcomes, err)
		}
		if o := outcomes[0]; o.Worst != test.worst || o.Kept != test.kept || o.Broken != test.broken || o.Unknown != test.unknown ||
			len(o.Pods) != test.broken || o.Fails != (test.worst != "") || (o.Text == "") != (test.worst == "") {
			t.Errorf("%s, %d: %+v, want %q", test.rule, test.bytes, o, test.worst)
		}
	}
}

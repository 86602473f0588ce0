package guide

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/analysis/closure"
	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// placed returns a guide that has read one heap state.
func placed(t *testing.T, h *trace.Heap) (*guided, *closure.Graph) {
	t.Helper()
	r := heaps("placed", h)
	g := &guided{Source: r, recording: r.Recording, out: &findings.Report{}}
	if _, _, err := g.place(t.Context(), []int{0}); err != nil {
		t.Fatal(err)
	}
	references, err := g.last.Subject().ReferenceGraph(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return g, references
}

// someLists returns lists of different sizes that share some objects.
func someLists(random *rand.Rand, lists int) *trace.Heap {
	b := tracetest.NewHeap()
	var add []func(trace.ObjectID)
	for i := range lists {
		add = append(add, fieldList(b, fmt.Sprintf("app.List%d", i), "all", 64))
	}
	entry := b.Type("app.Entry", 16, "part")
	often := 1 + random.IntN(9) // in tenths
	for range 12 + random.IntN(20) {
		o := b.Object(entry)
		b.Refer(o, "part", b.Array(b.PrimitiveType("byte[]", 1), random.IntN(4)*500))
		add[random.IntN(len(add))](o)
		for _, a := range add {
			if random.IntN(10) < often {
				a(o)
			}
		}
	}
	return b.Heap()
}

// freedSets computes what clearing each set of holders frees, by two traversals.
type freedSets struct {
	t      *testing.T
	g      *guided
	c      *choice
	d      *detail
	before map[trace.ObjectID]bool
}

func (f *freedSets) of(set []int) (freed closure.Freed) {
	h, removal := f.g.last.Heap(), f.g.Removal(f.c.rulesOf(set))
	after := reachedSlowly(h, &removal)
	for o := range f.before {
		if !after[o] {
			freed.Add(trace.Amount{Objects: 1, Bytes: h.Size(o)})
			if f.d.targets.Test(uint(o)) {
				freed.Target.Add(trace.Amount{Objects: 1, Bytes: h.Size(o)})
			}
		}
	}
	return freed
}

// TestChoicesAreTheBest compares what each holder frees alone, and what all others free, with two traversals. Of few holders, the smallest
// sufficient set is chosen, and of equal sets the one that frees most. Of many, the least important holder is dropped repeatedly before
// that.
func TestChoicesAreTheBest(t *testing.T) {
	sizes := map[int]int{}
	for seed := range uint64(120) {
		random := rand.New(rand.NewPCG(seed, 3))
		g, references := placed(t, someLists(random, 1+random.IntN(9)))
		top := slices.IndexFunc(g.holders.Nodes, func(n leak.Node) bool { return n.Type == "app.Entry" })
		d := g.begin(&leak.Suspect{Holding: g.holders.Holding(g.holders.Nodes[top].Parent), Verdict: leak.Verdict{From: leak.FromNothing},
			Parts:   []leak.Pile{{Container: g.holders.Nodes[top].Parent, Tops: g.placesOf("app.Entry", []leak.Place{leak.Place(top)})}},
			Objects: []int64{1}, Bytes: []int64{1}})
		c, err := g.choose(t.Context(), references, d, g.holdersOf(d.suspect, nil))
		if err != nil {
			t.Fatal(err)
		}
		none := closure.Removal{}
		freed := &freedSets{t, g, c, d, reachedSlowly(g.last.Heap(), &none)}
		n := len(c.holders)
		sizes[n]++
		all := make([]int, n)
		for k := range all {
			all[k] = k
		}
		if c.all != freed.of(all) || c.freed != freed.of(c.chosen) || len(c.alone) != n || len(c.without) != n {
			t.Fatalf("seed %d: all free %+v, the chosen %v %+v", seed, c.all, c.chosen, c.freed)
		}
		for k, others := range leaveOneOut(all) {
			if c.alone[k] != freed.of([]int{k}) || n > 1 && c.without[k] != freed.of(others) || n == 1 && c.without[k] != (closure.Freed{}) {
				t.Errorf("seed %d: holder %d frees %+v, the others %+v", seed, k, c.alone[k], c.without[k])
			}
		}
		if want := freed.best(all); !slices.Equal(c.chosen, want) {
			t.Errorf("seed %d: of %d holders %v are chosen, which free %+v; want %v, which free %+v", seed, n, c.chosen, c.freed,
				want, freed.of(want))
		}
	}
	if sizes[1] == 0 || sizes[5] == 0 || sizes[6] == 0 || sizes[8] == 0 {
		t.Errorf("too few sizes are tried: %v", sizes)
	}
}

func (f *freedSets) best(set []int) []int {
	for len(set) > 5 {
		next, most := []int(nil), int64(-1)
		for i := range set {
			rest := slices.Concat(set[:i], set[i+1:])
			if bytes := f.of(rest).Bytes; bytes >= most {
				next, most = rest, bytes
			}
		}
		if !f.isEnough(next) {
			return set
		}
		set = next
	}
	best := set
	for bit := 1; bit < 1<<len(set); bit++ {
		var some []int
		for i, k := range set {
			if bit>>i&1 > 0 {
				some = append(some, k)
			}
		}
		if f.isEnough(some) && (len(some) < len(best) || len(some) == len(best) && f.of(some).Bytes > f.of(best).Bytes) {
			best = some
		}
	}
	return best
}

func (f *freedSets) isEnough(set []int) bool {
	x := f.of(set)
	return 10*x.Target.Objects >= 8*f.c.all.Target.Objects && 10*x.Bytes >= 8*f.c.all.Bytes
}

// TestWrappedPoolIsNamed checks that a pool of the runtime is named after the program's field, whether it is wrapped or not.
func TestWrappedPoolIsNamed(t *testing.T) {
	for _, wrapped := range []bool{false, true} {
		report, _ := explored(t, heaps(fmt.Sprintf("wrapped %v", wrapped), inPool(wrapped)))
		f := findingOf(t, report, findings.RuleHolder)
		if f.Pile.Owner != "field app.Server.executor" {
			t.Errorf("wrapped %v: %s, %+v", wrapped, f.Title, f.Pile)
		}
	}
}

// TestVerdicts checks that leaks precede other findings, and that the verdict includes how certain they are.
func TestVerdicts(t *testing.T) {
	leaking := func(grade findings.Grade, p *findings.Pile) findings.Finding {
		return findings.Finding{Rule: findings.RuleLeak, Grade: grade, Growth: p}
	}
	entries := &findings.Pile{Type: "app.Entry", Owner: "field app.Main.all", Also: []string{"thread x"}}
	for _, test := range []struct {
		judged   bool
		findings []findings.Finding
		want     string
	}{
		{false, nil, "This input does not show growth. Nothing stands out."},
		{true, nil, "No leak was found, and nothing stands out."},
		{true, []findings.Finding{leaking(findings.Leaks, entries)}, "Leaking: app.Entry, held by field app.Main.all and thread x."},
		{true, []findings.Finding{leaking(findings.ProbablyLeaks, nil)}, "Probably leaking: the heap after GCs grows."},
		{true, []findings.Finding{leaking(findings.ProbablyLeaks, &findings.Pile{Type: "app.A"}), leaking(findings.Leaks, entries)},
			"Leaking: app.Entry, held by field app.Main.all and thread x, and more."},
		{true, []findings.Finding{{Rule: findings.RuleOverhead}, leaking(findings.ProbablyLeaks, &findings.Pile{Type: "app.A"})},
			"Probably leaking: app.A objects, more and more of them."},
		{true, []findings.Finding{{Rule: findings.RuleOverhead}}, "No leak was found. Worth a look: GC overhead."},
		{false, []findings.Finding{{Rule: findings.RuleOverhead}, {Rule: findings.RuleChurn}},
			"This input does not show growth. Worth a look: churn and GC overhead."},
		{true, []findings.Finding{{Rule: findings.RuleGrowth, Grade: findings.Grows}}, "Growth that may not be a leak: the heap after GCs."},
		{false, []findings.Finding{{Rule: findings.RuleDuplicates}}, "This input does not show growth. Worth a look: duplicate strings."},
		{true, []findings.Finding{{Rule: findings.RuleGrowth, Grade: findings.Grows, Growth: &findings.Pile{Type: "app.A"}}}, "Growth that may not be a leak: app.A."},
		{true, []findings.Finding{{Rule: findings.RuleGrowth, Grade: findings.Grows, Slow: true, Growth: entries, Doubts: []string{"It grew."}}},
			"Slow growth: app.Entry, held by field app.Main.all and thread x. It grew."},
	} {
		slices.SortStableFunc(test.findings, func(a, b findings.Finding) int { return findings.Compare(&a, &b) })
		if got := conclusion(&findings.Report{Verdict: findings.Verdict{Judged: test.judged}, Findings: test.findings}); got != test.want {
			t.Errorf("%+v: %q, want %q", test.findings, got, test.want)
		}
	}
}

// TestBriefly checks the short subject of each rule, including the field of a library if there is one.
func TestBriefly(t *testing.T) {
	held := findings.Pile{Type: "app.Entry", Owner: "field app.Main.all"}
	library, thread := held, findings.Pile{Owner: "thread worker-N"}
	library.Field = "lib.a.Pool.free"
	growing := func(objects, bytes []int64) findings.Finding {
		p := library
		p.Objects, p.Bytes = objects, bytes
		return findings.Finding{Rule: findings.RuleGrowth, Growth: &p}
	}
	const by = ", held by the field Pool.free, reached from the field app.Main.all"
	for _, test := range []struct {
		finding findings.Finding
		want    string
	}{
		{findings.Finding{Rule: findings.RuleHolder, Pile: &held}, "app.Entry, held by the field app.Main.all"},
		{findings.Finding{Rule: findings.RuleHolder, Pile: &library}, "app.Entry" + by},
		{findings.Finding{Rule: findings.RuleLoader, Pile: &library}, "Entry class loaders that should be gone" + by},
		{findings.Finding{Rule: findings.RuleLoader, Pile: &held}, "Entry class loaders that should be gone, held by the field app.Main.all"},
		{findings.Finding{Rule: findings.RuleDestroyed, Pile: &library}, "destroyed Entry objects" + by},
		{findings.Finding{Rule: findings.RuleDestroyed, Pile: &held}, "destroyed Entry objects, held by the field app.Main.all"},
		{findings.Finding{Rule: findings.RuleBitmaps}, "duplicate bitmaps"},
		{findings.Finding{Rule: findings.RuleOffHeap, Pile: &held}, "off-heap memory of app.Entry objects, held by the field app.Main.all"},
		{findings.Finding{Rule: findings.RuleOffHeap}, "off-heap memory"},
		{findings.Finding{Rule: findings.RuleThreads, Pile: &thread}, "many threads named worker-N"},
		{findings.Finding{Rule: findings.RuleGrowth}, "the heap after GCs"},
		{findings.Finding{Rule: findings.RuleGrowth, Growth: &findings.Pile{Type: "app.A"}}, "app.A"},
		{growing(nil, nil), "a growing number of app.Entry" + by},
		{growing([]int64{1, 2}, []int64{1, 2}), "a growing number of app.Entry" + by},
		{growing([]int64{2, 2}, []int64{1, 2}), "app.Entry, which keeps taking more memory" + by},
		{growing([]int64{2, 1}, []int64{1, 3, 2}), "app.Entry, which takes more memory than at the start" + by},
		{findings.Finding{Rule: findings.RuleThreadLocal}, "thread-locals"},
	} {
		if got := brief(&test.finding); got != test.want {
			t.Errorf("%+v: %q, want %q", test.finding, got, test.want)
		}
	}
}

package churn

import (
	"context"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/tracetest/testrun"
)

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }

func find(t *testing.T, s Source, o Options) *Report {
	t.Helper()
	r, err := Find(t.Context(), s, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Tree != nil {
		checkTree(t, r)
	}
	return r
}

// checkTree checks that nodes are in pre-order and that siblings are sorted and have different names. Children must never exceed their
// parent.
func checkTree(t *testing.T, r *Report) {
	t.Helper()
	nodes := r.Tree.Nodes
	if len(r.Estimated) != len(nodes) || nodes[0].Objects != r.Garbage.Objects || nodes[0].Bytes != r.Garbage.Bytes {
		t.Fatalf("root %+v of %d nodes, garbage %+v", nodes[0], len(nodes), r.Garbage)
	}
	for i := range nodes {
		names, before, sum := map[trace.NameID]bool{}, int64(math.MaxInt64), Amount{}
		for c := range r.Tree.Children(int32(i)) {
			n := &nodes[c]
			if n.Parent != int32(i) || n.End > nodes[i].End || names[n.Name] || n.Objects > before || n.Objects <= 0 {
				t.Fatalf("node %d, %q: %+v", c, r.Tree.Path(c), n)
			}
			if r.Estimated[c] && !r.Estimated[i] {
				t.Fatalf("%q is estimated, what it is part of is not", r.Tree.Path(c))
			}
			names[n.Name], before = true, n.Objects
			sum.add(Amount{Amount: trace.Amount{Objects: n.Objects, Bytes: n.Bytes}})
		}
		if sum.Objects > nodes[i].Objects || sum.Bytes > nodes[i].Bytes {
			t.Fatalf("%q: %+v of children", r.Tree.Path(int32(i)), sum)
		}
		if nodes[i].Role != r.Tree.Names.ID("Call Site") && len(names) > 0 && r.Tree.Names.Text(nodes[i].Role) != "Allocation Site" &&
			sum.Objects != nodes[i].Objects {
			t.Fatalf("%q: %d of %d objects are in a group below", r.Tree.Path(int32(i)), sum.Objects, nodes[i].Objects)
		}
	}
}

func all(object) bool { return true }

// survived reports whether a recorder in mode exact reports the death of o.
func survived(o object) bool { return o.death > o.birth+1 }

// TestDeathsAgainstModel checks the dead of many windows against a plain count over all objects. Deaths are reported one by one, or worked
// out from allocations.
func TestDeathsAgainstModel(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		p := randomProgram(r, 1+r.IntN(600))
		from := 1 + r.Uint32N(p.gcs)
		to := from + r.Uint32N(p.gcs-from+1)
		later := to + r.Uint32N(p.gcs-to+1)
		want := p.dead(from, to, true)
		o := Options{From: from, To: to}
		life := p.life()
		life.Deaths = p.deaths(all)
		found := find(t, Source{GCs: p.gcEvents(), Life: life}, o)
		if got := counted(found, 9); !maps.Equal(got, want) {
			t.Fatalf("seed %d: of deaths %v, want %v", seed, got, want)
		}
		// Objects that died at their first GC are reported for some only, as mode exact may do.
		life.Deaths = p.deaths(func(o object) bool { return survived(o) || o.bytes == 24 })
		life.Allocations = p.allocations(false)
		worked := find(t, Source{GCs: p.gcEvents(), Life: life, Later: p.heap(later, all)}, o)
		if got := counted(worked, 9); !maps.Equal(got, want) || len(worked.Notes) > 0 || worked.Garbage.Estimated {
			t.Fatalf("seed %d: of allocations %v, want %v; %q", seed, got, want, worked.Notes)
		}
		// Without the sites of surviving objects, types are still right.
		worked = find(t, Source{GCs: p.gcEvents(), Life: life, Later: p.heap(later, func(o object) bool { return o.kind == 1 })}, o)
		if got, want := counted(worked, 3), p.dead(from, to, false); !maps.Equal(got, want) {
			t.Fatalf("seed %d: without sites %v, want %v", seed, got, want)
		}
	}
}

// TestHorizon checks that garbage is left out and reported, never guessed, where no heap state says what survived.
func TestHorizon(t *testing.T) {
	p := randomProgram(rand.New(rand.NewPCG(7, 7)), 2000)
	p.gcs = 12
	life := p.life()
	life.Deaths, life.Allocations = p.deaths(survived), p.allocations(false)
	s := Source{GCs: p.gcEvents(), Life: life, Later: p.heap(6, all)}
	r := find(t, s, Options{From: 1, To: 12})
	young, old := Amount{}, Amount{}
	for _, o := range p.objects {
		switch {
		case o.death == 0 || o.death > 12:
		case o.death == o.birth+1 && o.death <= 6:
			young.add(Amount{Amount: trace.Amount{Objects: 1, Bytes: o.bytes}})
		case o.death > o.birth+1:
			old.add(Amount{Amount: trace.Amount{Objects: 1, Bytes: o.bytes}})
		}
	}
	if r.Young != young || r.Garbage.Objects != young.Objects+old.Objects {
		t.Errorf("young %+v, want %+v; garbage %+v, old %+v", r.Young, young, r.Garbage, old)
	}
	if len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "from GC 7 on") {
		t.Errorf("notes %q", r.Notes)
	}
	for _, later := range []*trace.Heap{nil, {}, p.heap(3, all)} {
		s.Later = later
		r := find(t, s, Options{From: 5, To: 12})
		if r.Young.Objects != 0 || len(r.Notes) != 1 {
			t.Errorf("young %+v, notes %q", r.Young, r.Notes)
		}
	}
}

// TestFinagle checks the example of the papers (Churn, section 6; Guided exploration, figure 15).
func TestFinagle(t *testing.T) {
	const own = "FinagleHttp$$anonfun$runIteration$1$$anon$2"
	p := &program{gcs: 30}
	counts := []struct {
		name  string
		count int64
	}{{"Promise$WaitQueue$$anon$4", 2494576}, {"Promise$Monitored", 2494393}, {"Future$$anonfun$onSuccess$1", 2494362}, {own, 2494361},
		{"char[]", 3196}, {"byte[]", 31189}}
	life := &trace.Life{}
	for i, c := range counts {
		life.Types = append(life.Types, trace.Type{Name: c.name, Base: 24})
		f := []trace.Frame{frame("scala.Library", "make", int32(i)), frame("org.renaissance.FinagleHttp", "runIteration", 80)}
		if c.name == own {
			f = f[1:]
		}
		life.Sites = append(life.Sites, trace.Site{Frames: f})
	}
	life.Allocations = func(ctx context.Context, visit func(trace.Allocation)) error {
		for i, c := range counts {
			visit(trace.Allocation{After: 9, Until: 10, Type: trace.TypeID(i), Site: trace.SiteID(i), Objects: c.count, Bytes: 24 * c.count})
			visit(trace.Allocation{After: 1, Until: 2, Type: trace.TypeID(i), Site: trace.SiteID(i), Objects: 77, Bytes: 77 * 24})
		}
		visit(trace.Allocation{After: 10, Until: 11, Type: 4, Site: 4, Objects: 21, Bytes: 24 * 21})
		return nil
	}
	life.Deaths = func(ctx context.Context, visit func(trace.Death)) error {
		for range 7686 {
			visit(trace.Death{Type: 4, Site: 4, Bytes: 24, Birth: 5, GC: 10})
		}
		for range 21 {
			visit(trace.Death{Type: 4, Site: 4, Bytes: 24, Birth: 10, GC: 12})
		}
		return nil
	}
	r := find(t, Source{GCs: p.gcEvents(), Life: life, Later: &trace.Heap{GCs: 20, BirthOf: []uint32{}}}, Options{From: 10, To: 15})
	if r.Garbage.Objects != 10019784 || r.Young.Objects != 10012077 {
		t.Errorf("garbage %+v, young %+v", r.Garbage, r.Young)
	}
	var ages []string
	for c := range r.Tree.Children(0) {
		ages = append(ages, r.Tree.Names.Text(r.Tree.Nodes[c].Name))
	}
	if got := strings.Join(ages, ", "); got != "0 GCs survived, 4 to 7 GCs survived, 1 GC survived" {
		t.Errorf("ages %s", got)
	}
	if len(r.Suspects) != 4 {
		t.Fatalf("suspects %+v", r.Suspects)
	}
	const loop = "org.renaissance.FinagleHttp.runIteration(FinagleHttp.java:80)"
	for i, s := range r.Suspects {
		if s.Type != counts[i].name || s.Objects != counts[i].count || math.Abs(s.Share-0.249) > 0.001 || s.AtSite != s.Amount {
			t.Errorf("suspect %d: %+v", i, s)
		}
		// The frames of libraries are foreign, so all suspects lead to the loop.
		if s.Domain != loop || (s.Site == loop) != (s.Type == own) {
			t.Errorf("%s: site %s, through %s", s.Type, s.Site, s.Domain)
		}
	}
}

// TestSuspects checks that the first type is the suspect if no type has a tenth. Bytes may order types differently from objects.
func TestSuspects(t *testing.T) {
	p := &program{gcs: 2}
	for i := range 20 {
		p.types = append(p.types, trace.Type{Name: string(rune('a' + i)), Base: int64(8 * (i + 1))})
		p.objects = append(p.objects, object{kind: trace.TypeID(i), bytes: int64(8 * (i + 1)), death: 1})
	}
	p.objects = append(p.objects, object{kind: 3, bytes: 32, birth: 0, death: 1}, object{kind: 2, bytes: 1 << 20, birth: 0, death: 2})
	p.sites = []trace.Site{{}} // a chain that is not known
	life := p.life()
	life.Deaths = p.deaths(all)
	s := Source{Life: life, GCs: p.gcEvents()}
	r := find(t, s, Options{From: 1, To: LastGC})
	if len(r.Suspects) != 1 || r.Suspects[0].Type != "d" || r.Suspects[0].Objects != 2 || r.Suspects[0].Site != "" ||
		r.Suspects[0].Domain != "" {
		t.Errorf("by objects: %+v", r.Suspects)
	}
	r = find(t, s, Options{From: 1, To: LastGC, Bytes: true, Share: 0.085})
	if len(r.Suspects) != 2 || r.Suspects[0].Type != "t" || r.Suspects[1].Type != "s" {
		t.Errorf("by bytes: %+v", r.Suspects)
	}
	if path := r.Tree.Path(int32(len(r.Tree.Nodes) - 1)); path[len(path)-1] != group.NotKnown {
		t.Errorf("the last group is %q", path)
	}
}

// TestCaller checks that a suspect names the strongest caller of its site, skipping recursive calls and libraries.
func TestCaller(t *testing.T) {
	frame := func(class, method string) trace.Frame { return trace.Frame{Class: class, Method: method} }
	make, grow := frame("app.Parser", "make"), frame("java.util.ArrayList", "grow")
	chain := func(frames ...trace.Frame) trace.Site { return trace.Site{Frames: frames, Thread: trace.NoThread} }
	p := &program{gcs: 2, types: []trace.Type{{Name: "app.Token", Base: 16}}}
	p.sites = []trace.Site{
		chain(grow, make, make, frame("java.util.stream.Sink", "accept"), frame("app.Main", "lambda$parse$0"), frame("app.Main", "main")),
		chain(grow, make, frame("app.Main", "init"), frame("app.Main", "main")),
		chain(grow, make),
		chain(grow, frame("app.Other", "run"), frame("app.Main", "idle")),
	}
	for site, n := range []int{5, 4, 7, 15} {
		for range n {
			p.objects = append(p.objects, object{bytes: 16, site: trace.SiteID(site), death: 1})
		}
	}
	life := p.life()
	life.Deaths = p.deaths(all)
	r := find(t, Source{Life: life, GCs: p.gcEvents()}, Options{From: 1, To: LastGC})
	s := r.Suspects[0]
	if s.AtSite.Objects != 31 || s.Domain != make.Name() || s.AtDomain.Objects != 16 ||
		s.Caller != "app.Main.lambda made in parse(Unknown Source)" || s.AtCaller.Objects != 5 {
		t.Errorf("%+v", s)
	}
}

// TestSamples checks that what samples stand for is the plain sum of their weights, is near the truth, and is marked. Deaths that a walk
// happened to see count only where there are more of them.
func TestSamples(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	p := randomProgram(r, 200_000)
	const interval = 4096
	sampled := make([]bool, len(p.objects))
	walked := make([]bool, len(p.objects))
	want := map[string]float64{}
	var truth float64
	for i, o := range p.objects {
		sampled[i] = r.Float64() < chance(o.bytes, interval)
		walked[i] = survived(o) && r.IntN(3) == 0
		if o.death == 0 {
			continue
		}
		truth++
		if sampled[i] {
			want[p.types[o.kind].Name] += 1 / chance(o.bytes, interval)
		}
	}
	life := p.life()
	life.Interval = interval
	life.Deaths = func(ctx context.Context, visit func(trace.Death)) error {
		return p.deaths(all)(ctx, func(d trace.Death) {
			i := d.Identity - 1
			if !sampled[i] {
				d.Site = trace.NoSite
			}
			if sampled[i] || walked[i] {
				visit(d)
			}
		})
	}
	got := find(t, Source{GCs: p.gcEvents(), Life: life}, Options{From: 1, To: LastGC})
	var sum float64
	for _, s := range got.Suspects {
		sum += s.Share
	}
	if !got.Garbage.Estimated || math.Abs(float64(got.Garbage.Objects)-truth) > 0.1*truth || len(got.Suspects) != 4 || sum < 0.999 {
		t.Errorf("%+v of %g, suspects %+v", got.Garbage, truth, got.Suspects)
	}
	perType := map[string]float64{}
	for i := range got.Tree.Nodes {
		if path := got.Tree.Path(int32(i)); len(path) == 3 {
			perType[path[2]] += float64(got.Tree.Nodes[i].Objects)
		}
	}
	for name, n := range want {
		if math.Abs(perType[name]-n) > 40 { // each group is rounded
			t.Errorf("%s: %g, want %g", name, perType[name], n)
		}
	}
	// For a type that was never sampled, what walks saw counts.
	life.Deaths = func(ctx context.Context, visit func(trace.Death)) error {
		for range 5 {
			visit(trace.Death{Type: 0, Site: trace.NoSite, Bytes: 16, Birth: trace.NoBirth, GC: 2})
			visit(trace.Death{Type: 1, Site: trace.NoSite, Bytes: 24, Birth: 0, GC: 2})
		}
		visit(trace.Death{Type: 1, Site: 0, Bytes: 24, Birth: 0, GC: 2})
		return nil
	}
	got = find(t, Source{GCs: p.gcEvents(), Life: life}, Options{From: 1, To: LastGC})
	tree := counted(got, 3)
	if a := tree["Garbage > "+group.BornBefore+" > app.T0"]; a != (Amount{Amount: trace.Amount{Objects: 5, Bytes: 80}}) || got.Unaged != a {
		t.Errorf("never sampled: %+v, without an age %+v", a, got.Unaged)
	}
	if a := tree["Garbage > 1 GC survived > app.T1"]; a.Objects != int64(math.Round(1/chance(24, interval))) || got.Samples != 1 {
		t.Errorf("sampled once: %+v, %d samples", a, got.Samples)
	}
}

// TestAllocations checks that allocations are counted if there are no deaths, and only in part if they span GCs outside the window.
func TestAllocations(t *testing.T) {
	p := &program{gcs: 8, types: []trace.Type{{Name: "a"}, {Name: "b"}}, sites: []trace.Site{{Frames: []trace.Frame{frame("app.M", "f", 1)}}}}
	life := p.life()
	life.Allocations = func(ctx context.Context, visit func(trace.Allocation)) error {
		visit(trace.Allocation{After: 0, Until: 1, Type: 0, Objects: 1000, Bytes: 8000})
		visit(trace.Allocation{After: 2, Until: 3, Type: 0, Objects: 10, Bytes: 80})
		visit(trace.Allocation{After: 3, Until: 3, Type: 0, Objects: 7, Bytes: 56})
		visit(trace.Allocation{After: 4, Until: 8, Type: 1, Objects: 8, Bytes: 64})
		visit(trace.Allocation{After: 4, Until: 4, Type: 9, Objects: 8, Bytes: 64})
		return nil
	}
	r := find(t, Source{GCs: p.gcEvents(), Life: life}, Options{From: 3, To: 5})
	tree := counted(r, 9)
	if r.Basis != Allocated || tree["Allocations > a"] != (Amount{Amount: trace.Amount{Objects: 17, Bytes: 136}}) ||
		tree["Allocations > b"] != (Amount{Amount: trace.Amount{Objects: 2, Bytes: 16}}) {
		t.Errorf("%v: %v", r.Basis, tree)
	}
	if r.Young.Objects != 0 || r.Unaged.Objects != 19 || len(r.Suspects) != 2 || !r.Suspects[1].Estimated || r.Suspects[0].Estimated {
		t.Errorf("%+v", r)
	}
}

// TestFreed checks that GCs alone tell how much garbage there was. No input at all is an error, and so are GCs of several runs.
func TestFreed(t *testing.T) {
	p := &program{gcs: 10}
	r := find(t, Source{GCs: p.gcEvents()}, Options{From: 4, To: 6})
	if r.Basis != Freed || r.Freed != 3000 || r.Rate != 1000 || r.Average != 1000 || r.Start != seconds(3) || r.End != seconds(6) ||
		len(r.GCs) != 3 || r.Tree != nil {
		t.Errorf("%+v", r)
	}
	if _, err := Find(t.Context(), Source{}, Options{From: 1, To: LastGC}, nil); !errors.Is(err, ErrNothing) {
		t.Errorf("of nothing: %v", err)
	}
	twice := Source{GCs: append(p.gcEvents(), p.gcEvents()...)}
	if _, err := Find(t.Context(), twice, Options{From: 1, To: LastGC}, nil); !errors.Is(err, ErrRuns) {
		t.Errorf("of two runs: %v", err)
	}
}

// TestMaxGroups checks that too many sites do not change the sums.
func TestMaxGroups(t *testing.T) {
	p := randomProgram(rand.New(rand.NewPCG(5, 5)), 3000)
	life := p.life()
	life.Deaths, life.Allocations = p.deaths(survived), p.allocations(false)
	s := Source{GCs: p.gcEvents(), Life: life, Later: p.heap(p.gcs, all)}
	whole := find(t, s, Options{From: 1, To: LastGC})
	few := find(t, s, Options{From: 1, To: LastGC, MaxGroups: 5})
	if whole.Garbage.Objects != few.Garbage.Objects || !maps.Equal(counted(whole, 3), counted(few, 3)) {
		t.Errorf("%v, want %v", counted(few, 3), counted(whole, 3))
	}
	if len(few.Tree.Nodes) >= len(whole.Tree.Nodes) || len(few.Notes) != 1 || !strings.Contains(few.Notes[0], OtherSites) {
		t.Errorf("%d nodes of %d, notes %q", len(few.Tree.Nodes), len(whole.Tree.Nodes), few.Notes)
	}
}

// TestBadInput checks that damage is returned along with the result. Other errors and a requested end are errors.
func TestBadInput(t *testing.T) {
	p := randomProgram(rand.New(rand.NewPCG(6, 6)), 100)
	life := p.life()
	fault := error(&trace.InputError{Source: "a.mct", Offset: 77, Text: "the chunk is damaged"})
	life.Deaths = func(ctx context.Context, visit func(trace.Death)) error {
		visit(trace.Death{Type: 99, GC: 1}) // no such type
		visit(trace.Death{Type: 1, Site: 99, Birth: 9, GC: 1, Bytes: 8})
		return fault
	}
	s := Source{Life: life}
	r := find(t, s, Options{From: 1, To: LastGC})
	if r.Garbage.Objects != 1 || r.Young.Objects != 1 || len(r.Damage) != 1 || r.Damage[0].String() != fault.Error() {
		t.Errorf("%+v", r)
	}
	fault = errors.New("the disk is gone")
	if _, err := Find(t.Context(), s, Options{To: 9}, nil); !errors.Is(err, fault) {
		t.Errorf("error %v", err)
	}
	fault = nil
	testrun.CancelEverywhere(t, "life", func(ctx context.Context) error {
		_, err := Find(ctx, s, Options{To: 9}, nil)
		return err
	})
	testrun.CancelEverywhere(t, "GCs", func(ctx context.Context) error {
		_, err := Find(ctx, Source{GCs: p.gcEvents()}, Options{To: 9}, nil)
		return err
	})
}

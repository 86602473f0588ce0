package guide

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/churn"
	"memcity/analysis/closure"
	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/analysis/offheap"
	"memcity/analysis/structure"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// outsideOf returns a guide to a heap of 1 MB whose objects own memory of the given kinds.
func outsideOf(kinds ...offheap.Kind) *guided {
	g := &guided{lookedAt: lookedAt{Placing: Placing{holders: &leak.Holders{Points: 1, Bytes: []int64{1e6}}}, outside: &offheap.Found{}}}
	for i, k := range kinds {
		g.outside.Kinds[k] = trace.Amount{Objects: int64(i + 1), Bytes: int64(i+1) * 1e6}
	}
	return g
}

// TestKindsOutsideTheHeap checks that each kind is listed with number and size, and that only existing kinds are explained.
func TestKindsOutsideTheHeap(t *testing.T) {
	const buffers, streams, netty, bitmaps = "-XX:MaxDirectMemorySize", "Call end() on each Deflater", "Call release()", "A bitmap keeps its pixels"
	for _, test := range []struct {
		kinds    []offheap.Kind
		text     string
		explains []string
		mapped   bool
	}{
		{nil, "", nil, false},
		{[]offheap.Kind{offheap.Buffer}, "1 direct buffer (1.0 MB)", []string{buffers}, false},
		{[]offheap.Kind{offheap.Deflater}, "1 Deflater (about 1.0 MB)", []string{streams}, false},
		{[]offheap.Kind{offheap.Inflater}, "1 Inflater (about 1.0 MB)", []string{streams}, false},
		{[]offheap.Kind{offheap.Pooled}, "1 netty buffer (1.0 MB)", []string{netty}, false},
		{[]offheap.Kind{offheap.Bitmap}, "1 bitmap (about 1.0 MB)", []string{bitmaps}, false},
		{[]offheap.Kind{offheap.Segment, offheap.Library}, "1 memory segment (1.0 MB) and 2 library buffers (2.0 MB)", nil, false},
		{[]offheap.Kind{offheap.Mapped, offheap.Buffer, offheap.Inflater}, "2 direct buffers (2.0 MB) and 3 Inflaters (about 3.0 MB)",
			[]string{buffers, streams}, true},
	} {
		g := outsideOf(test.kinds...)
		if got := kindsText(g.outside.Kinds); got != test.text {
			t.Errorf("%v: %q, want %q", test.kinds, got, test.text)
		}
		sum := g.outside.Kinds.Sum()
		all := fmt.Sprintf("%s outside the heap: %s. The reachable heap has 1.0 MB.",
			map[int64]string{0: "0 bytes", 1e6: "1.0 MB", 3e6: "3.0 MB", 5e6: "5.0 MB"}[sum.Bytes], test.text)
		if test.mapped {
			all += " Mapped files (1.0 MB) are not counted."
		}
		if got := g.offHeapSum(); got != all {
			t.Errorf("%v: %q, want %q", test.kinds, got, all)
		}
		explain := g.offHeapExplanation(g.outside.Kinds)
		if len(explain) != 1+len(test.explains) || explain[0] != "Owners: "+test.text+". Total: "+all {
			t.Errorf("%v: %q", test.kinds, explain)
			continue
		}
		for i, part := range test.explains {
			if !strings.Contains(explain[i+1], part) {
				t.Errorf("%v: %q, want %q", test.kinds, explain[i+1], part)
			}
		}
		estimated := slices.Contains(test.explains, streams)
		if doubts := offHeapDoubts(g.outside.Kinds); slices.Contains(doubts, zlibEstimate) != estimated || len(doubts) == 0 {
			t.Errorf("%v: doubts %q", test.kinds, doubts)
		}
		if got, want := strings.Contains(strings.Join(offHeapDoubts(g.outside.Kinds), ""), "4 bytes per pixel"), slices.Contains(test.kinds, offheap.Bitmap); got != want {
			t.Errorf("%v: doubts %q", test.kinds, offHeapDoubts(g.outside.Kinds))
		}
		report := offHeapReport(g.outside)
		if report.Bytes != sum.Bytes || (report.Mapped > 0) != test.mapped || len(report.Kinds) != len(test.kinds) {
			t.Errorf("%v: %+v", test.kinds, report)
		}
		for _, k := range report.Kinds {
			if !strings.HasSuffix(k.Name, "s") || k.Bytes != 1e6*k.Objects || k.Estimated != (strings.HasSuffix(k.Name, "flaters") || k.Name == "bitmaps") {
				t.Errorf("%v: %+v", test.kinds, k)
			}
		}
	}
}

// TestChunksInWords checks that netty's lost memory is reported from 16 MiB and half of the chunks, if it is known.
func TestChunksInWords(t *testing.T) {
	const mb = 1 << 20
	for _, test := range []struct {
		chunks, free, pooled int64
		known                bool
		lines                int
		want                 string
	}{
		{0, 0, 0, true, 0, ""}, {32 * mb, 0, 16 * mb, false, 1, "use 16.8 MB of that."},
		{32 * mb, 4 * mb, 12 * mb, true, 2, "and 4.2 MB is free. The remaining 16.8 MB was allocated"},
		{32 * mb, 4*mb + 1, 12 * mb, true, 1, "and 4.2 MB is free."}, {32 * mb, 4 * mb, 12*mb + 1, true, 1, "and 4.2 MB is free."},
		{33 * mb, 4 * mb, 12*mb + mb, true, 1, "and 4.2 MB is free."}, {64 * mb, 16 * mb, 16 * mb, true, 2, "The remaining 33.6 MB was"},
	} {
		g := outsideOf()
		g.outside.Kinds[offheap.Pooled].Bytes = test.pooled
		g.outside.Chunks = offheap.Chunks{Chunks: trace.Amount{Bytes: test.chunks, Objects: min(2, test.chunks)}, Free: test.free,
			Known: test.known}
		got := g.chunksText()
		if len(got) != test.lines || !strings.Contains(strings.Join(got, "|"), test.want) {
			t.Errorf("%+v: %q", test, got)
		}
	}
}

// TestOffHeapWithLeaks checks that off-heap memory of a leak is mentioned from 1 MiB and a tenth of the freed heap.
func TestOffHeapWithLeaks(t *testing.T) {
	for _, test := range []struct {
		bytes, freed, want int64
	}{{1 << 20, 0, 1 << 20}, {1<<20 - 1, 0, 0}, {1 << 20, 10 << 20, 1 << 20}, {1 << 20, 10<<20 + 10, 0}} {
		for _, kind := range []offheap.Kind{offheap.Buffer, offheap.Deflater, offheap.Inflater} {
			g := outsideOf()
			g.outside.Owners = []offheap.Owner{{Object: 1, Kind: kind, Bytes: test.bytes}, {Object: 2, Kind: kind, Bytes: 1 << 40}}
			d := &detail{gone: bitset.New(3).Set(0).Set(1), freed: closure.Freed{Amount: trace.Amount{Bytes: test.freed}}}
			if got := g.offHeapWith(d); got != test.want {
				t.Errorf("%+v: %d", test, got)
			}
			f := findings.Finding{Title: "It leaks"}
			g.addOffHeap(&f, d)
			said := test.want > 0
			if (f.Title == "It leaks, with 1.0 MB off-heap") != said ||
				(len(f.Numbers) == 1 && f.Numbers[0].Value == float64(test.want)) != said ||
				len(f.Explain) > 0 != said || len(f.Doubts) > 0 != (said && kind != offheap.Buffer) {
				t.Errorf("%+v of %v: %+v", test, kind, f)
			}
		}
	}
	g := outsideOf()
	if g.offHeapWith(&detail{}) != 0 {
		t.Error("something goes with what is not freed")
	}
	if g.outside = nil; g.offHeapWith(&detail{gone: bitset.New(1)}) != 0 {
		t.Error("something goes with it in a heap of which nothing is known")
	}
	for _, test := range []struct {
		bytes, heap int64
		want        float64
	}{{0, 0, 0.4}, {2000, 1000, 0.6}, {5000, 1000, 0.9}, {6000, 1000, 0.9}, {3, 0, 0.7}} {
		if got := offHeapConfidence(test.bytes, test.heap); got < test.want-1e-9 || got > test.want+1e-9 {
			t.Errorf("%+v: confidence %v", test, got)
		}
	}
}

// TestKnownOutsideTheHeap checks that a pile is known if half of its memory outside the heap is.
func TestKnownOutsideTheHeap(t *testing.T) {
	g := outsideOf()
	g.outside.Owners = []offheap.Owner{{Object: 0, Bytes: 50}, {Object: 1, Bytes: 50}, {Object: 2, Bytes: 1}, {Object: 3, Bytes: 1000}}
	pile := bitset.New(4).Set(0).Set(1)
	if g.knowsOffHeap(pile) {
		t.Error("known, though nothing is")
	}
	for _, test := range []struct {
		known []uint
		pile  []uint
		want  bool
	}{{[]uint{0}, []uint{0, 1}, true}, {[]uint{0}, []uint{0, 1, 2}, false}, {[]uint{3}, []uint{0, 1}, false},
		{[]uint{0, 1, 3}, []uint{0, 1}, true}} {
		g.known, pile = bitset.New(4), bitset.New(4)
		for _, o := range test.known {
			g.known.Set(o)
		}
		for _, o := range test.pile {
			pile.Set(o)
		}
		if got := g.knowsOffHeap(pile); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}

// TestPatternsThatAgree checks that a container pattern agrees with more objects, alone or shared, and a data pattern with a constant
// number.
func TestPatternsThatAgree(t *testing.T) {
	for p := structure.SingleContainer; p <= structure.NonGrowth; p++ {
		for _, grown := range []bool{false, true} {
			for _, shared := range []bool{false, true} {
				d := pileIn(leak.Holding{}, 10)
				d.objects = []int64{5, 10}
				if !grown {
					d.objects[0] = 10
				}
				d.suspect.Bytes = []int64{0, 100}
				d.freed = closure.Freed{Amount: trace.Amount{Bytes: 100}, Target: trace.Amount{Objects: 10}}
				if shared {
					d.freed.Bytes = 10
				}
				want := false
				switch p {
				case structure.SingleContainer:
					want = grown && !shared
				case structure.SharedContainer:
					want = grown && shared
				case structure.SingleData, structure.SharedData:
					want = !grown
				}
				if got := d.agrees(p.String()); got != want {
					t.Errorf("%v, grown %v, shared %v: %v", p, grown, shared, got)
				}
			}
		}
	}
}

// TestChurnInWords checks texts about types that die young, their sites and the callers, as far as each is available.
func TestChurnInWords(t *testing.T) {
	suspect := func(site, domain string) churn.Suspect {
		return churn.Suspect{Type: "app.A", Amount: churn.Amount{Amount: trace.Amount{Objects: 40, Bytes: 400}}, Share: 0.4,
			Site: site, Domain: domain,
			AtSite:   churn.Amount{Amount: trace.Amount{Objects: 30, Bytes: 300}},
			AtDomain: churn.Amount{Amount: trace.Amount{Objects: 20, Bytes: 200}}}
	}
	const base = "app.A: 40 objects, 40 % of these"
	for _, test := range []struct {
		site, domain, title, text string
		sites                     []findings.Amount
	}{
		{"", "", "Churn, mostly A", base + ".", []findings.Amount{}},
		{"java.X.x", "", "Churn, mostly A allocated at java.X.x", base + "; most, 30, were allocated at java.X.x.",
			[]findings.Amount{{Name: "java.X.x", Objects: 30, Bytes: 300}}},
		{"java.X.x", "app.Y.y", "Churn, mostly A allocated at app.Y.y", base + "; most, 30, were allocated at java.X.x, called from app.Y.y.",
			[]findings.Amount{{Name: "app.Y.y", Objects: 20, Bytes: 200}}},
		{"app.Y.y", "app.Y.y", "Churn, mostly A allocated at app.Y.y", base + "; most, 30, were allocated at app.Y.y.",
			[]findings.Amount{{Name: "app.Y.y", Objects: 20, Bytes: 200}}},
	} {
		f := findings.Finding{Title: "Churn"}
		r := &churn.Report{Basis: churn.Died, Suspects: []churn.Suspect{suspect(test.site, test.domain)}, Notes: []string{"note"}}
		r.Garbage.Objects, r.Young.Objects = 1000, 500
		explainChurn(&f, r)
		want := []string{"50 % of the 1,000 objects that died there did not survive a single GC. They cause the churn.", test.text, churnAdvice}
		if f.Title != test.title || !slices.Equal(f.Explain, want) || !slices.Equal(f.Doubts, r.Notes) {
			t.Errorf("%+v: %q, %q, %q", test, f.Title, f.Explain, f.Doubts)
		}
		if c := f.Churn; c.Objects != 1000 || c.YoungObjects != 500 || !slices.Equal(c.Sites, test.sites) || c.Advice != churnAdvice ||
			!slices.Equal(c.Types, []findings.Amount{{Name: "app.A", Objects: 40, Bytes: 400}}) {
			t.Errorf("%+v: %+v", test, c)
		}
	}
	older := &churn.Report{Basis: churn.Died}
	older.Garbage.Objects, older.Young.Objects, older.Garbage.Estimated = 1000, 499, true
	f := findings.Finding{}
	if explainChurn(&f, older); len(f.Explain) > 0 || !f.Churn.Estimated {
		t.Errorf("most survived a GC: %q", f.Explain)
	}
	older.Young.Objects = 990
	f = findings.Finding{}
	if explainChurn(&f, older); len(f.Explain) != 1 || !strings.HasPrefix(f.Explain[0], "99 % of the ~1,000 objects") {
		t.Errorf("estimated: %q", f.Explain)
	}
	for suspects, want := range map[int]int{0: 0, 3: 3, 4: 3} {
		f := findings.Finding{}
		explainChurn(&f, &churn.Report{Basis: churn.Allocated, Suspects: make([]churn.Suspect, suspects)})
		if len(f.Churn.Types) != want || len(f.Explain) != want+min(1, want) {
			t.Errorf("%d suspects: %+v %q", suspects, f.Churn, f.Explain)
		}
	}
	f = findings.Finding{}
	if explainChurn(&f, &churn.Report{Basis: churn.Freed, Suspects: make([]churn.Suspect, 1)}); f.Churn != nil || len(f.Doubts) != 1 {
		t.Errorf("of bytes alone: %+v", f)
	}
}

// TestTextsNextToObjects checks that the nearest two texts are found over at most four references, visiting each object once.
func TestTextsNextToObjects(t *testing.T) {
	b := tracetest.NewHeap()
	node := b.Type("app.Node", 32, "left", "right", "text")
	chain := func(length int, text trace.ObjectID) trace.ObjectID {
		o := b.Object(node)
		b.Refer(o, "text", text)
		for range length {
			next := b.Object(node)
			b.Refer(next, "left", o)
			o = next
		}
		return o
	}
	near, far, shared := chain(3, b.String("near")), chain(4, b.String("far")), b.Object(node)
	b.Refer(shared, "left", chain(0, b.String("a")))
	b.Refer(shared, "right", chain(0, b.String("b")))
	b.Refer(shared, "text", b.String("c"))
	again, twice := b.Object(node), b.Object(node)
	text := chain(0, b.String("once"))
	b.Refer(again, "left", text)
	b.Refer(again, "right", text)
	b.Refer(twice, "left", twice)
	own := b.String("own")
	h := b.Heap()
	for o, want := range map[trace.ObjectID]string{near: `left.left.left.text = "near"`, far: "", shared: `text = "c"|left.text = "a"`,
		again: `left.text = "once"`, twice: "", own: `"own"`} {
		if got := strings.Join(textsOf(h, o), "|"); got != want {
			t.Errorf("%d: %q, want %q", o, got, want)
		}
	}
}

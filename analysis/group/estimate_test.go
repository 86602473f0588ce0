package group_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// estimatesOf lists the errors of a grouping by node.
func estimatesOf(g *group.Grouping) (text string) {
	var nodes []int32
	for n := range g.Tree.Estimates {
		nodes = append(nodes, n)
	}
	slices.Sort(nodes)
	for _, n := range nodes {
		e := g.Tree.Estimates[n]
		samples := "samples"
		if e.Samples == 1 {
			samples = "sample"
		}
		text += fmt.Sprintf("%s: %d %s, [%d %d] [%d %d]\n", g.Tree.Key(n), e.Samples, samples, e.Objects.Low, e.Objects.High, e.Bytes.Low,
			e.Bytes.High)
	}
	return text
}

// shop returns a heap in which carts and users are created at sites of their own. One in oneOf objects is sampled.
func shop(oneOf int) *trace.Heap {
	b := tracetest.NewHeap()
	cart, user := b.Type("app.Cart", 4096), b.Type("app.User", 4096)
	for i := range 1200 {
		t, site := cart, "app.Shop.fill:1"
		switch {
		case i >= 900:
			t, site = user, "app.Login.load:3"
		case i%3 == 0:
			site = "app.Shop.copy:2"
		}
		o := b.Object(t)
		if i/3%oneOf == 0 {
			b.Site(o, -1, site, "app.Main.main:9")
		}
	}
	b.Sampled(32 << 10)
	return b.Heap()
}

// TestEstimates checks that objects get the sites of sampled objects, within each group of the other classifiers.
func TestEstimates(t *testing.T) {
	g := grouped(t, shop(10), "type,site", nil)
	wantCounts(t, g, map[string]int64{"Heap": 1200, "Heap#app.Cart": 900, "Heap#app.User": 300,
		"Heap#app.Cart#app.Shop.fill(Shop.java:1)": 600, "Heap#app.Cart#app.Shop.copy(Shop.java:2)": 300,
		"Heap#app.User#app.Login.load(Login.java:3)": 300})
	if got, want := estimatesOf(g), `Heap#app.Cart#app.Shop.copy(Shop.java:2): 30 samples, [223 388] [916360 1586746]
Heap#app.Cart#app.Shop.fill(Shop.java:1): 60 samples, [512 677] [2099654 2770040]
Heap#app.User#app.Login.load(Login.java:3): 30 samples, [268 300] [1101441 1228800]
`; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestEstimatesWithinSpaces checks that samples stand only for objects of the same space, however equal these are otherwise.
func TestEstimatesWithinSpaces(t *testing.T) {
	h := shop(10)
	h.Spaces = []string{"Eden", "Old"}
	h.SpaceOf = make([]trace.SpaceID, h.Len())
	for o := range h.SpaceOf {
		if h.SiteOf[o] == trace.NoSite && o%2 == 1 {
			h.SpaceOf[o] = 1 // without any sample
		}
	}
	want := counts(grouped(t, h, "space", nil))
	got := counts(grouped(t, h, "space,site", nil))
	for _, space := range []string{"Heap#Eden", "Heap#Old"} {
		if got[space] != want[space] || want[space] == 0 {
			t.Errorf("%s: %d objects with sites, %d without", space, got[space], want[space])
		}
	}
	if got["Heap#Old#"+group.NotSampled] != want["Heap#Old"] || got["Heap#Eden#"+group.NotSampled] != 0 {
		t.Errorf("not sampled: %d of %d in Old, %d in Eden", got["Heap#Old#"+group.NotSampled], want["Heap#Old"],
			got["Heap#Eden#"+group.NotSampled])
	}
}

// TestAllSampled checks that nothing is estimated if every object is sampled.
func TestAllSampled(t *testing.T) {
	g := grouped(t, shop(1), "site", nil)
	wantCounts(t, g, map[string]int64{"Heap": 1200, "Heap#app.Shop.fill(Shop.java:1)": 600, "Heap#app.Shop.copy(Shop.java:2)": 300,
		"Heap#app.Login.load(Login.java:3)": 300})
	if len(g.Tree.Estimates) != 0 {
		t.Errorf("estimates %v", g.Tree.Estimates)
	}
}

// TestEstimatesAddUp groups random heaps with samples by chains with classifiers of sites. Groups have as many objects as they count, and
// parents the sum of their children. Limits contain the number, and the same objects stand for a site in any order.
func TestEstimatesAddUp(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 0))
		h := sampledHeap(r, 3000)
		for _, by := range []string{"site", "type,domain-site,site", "site,type", "thread,type", "call-sites,site"} {
			g, err := group.New(context.Background(), subject(h, nil), chain(t, by), group.Options{Objects: true})
			if err != nil {
				t.Fatal(err)
			}
			if g.Tree.Nodes[0].Objects != int64(h.Len()) {
				t.Fatalf("%s: the root has %d of %d objects", by, g.Tree.Nodes[0].Objects, h.Len())
			}
			for n := range g.Tree.Nodes {
				node := &g.Tree.Nodes[n]
				set, err := g.Objects(context.Background(), int32(n))
				if err != nil {
					t.Fatal(err)
				}
				bytes := int64(0)
				for o := range set.EachSet() {
					bytes += h.Size(trace.ObjectID(o))
				}
				if int64(set.Count()) != node.Objects || bytes != node.Bytes || node.Objects == 0 {
					t.Fatalf("%s: %s has %d objects, %d B; its set %d, %d B", by, g.Tree.Key(int32(n)), node.Objects, node.Bytes, set.Count(), bytes)
				}
				e, ok := g.Tree.Estimates[int32(n)]
				if ok && (e.Objects.Low > node.Objects || e.Objects.High < node.Objects || e.Objects.Low < e.Samples || e.Samples == 0) {
					t.Errorf("%s: %s has %d objects, estimate %+v", by, g.Tree.Key(int32(n)), node.Objects, e)
				}
			}
		}
	}
}

// sampledHeap returns objects of several types and sites that were sampled as a VM does. Some births are before the recording.
func sampledHeap(r *rand.Rand, n int) *trace.Heap {
	const interval = 8192
	b := tracetest.NewHeap()
	types := []trace.TypeID{b.Type("app.A", 64), b.Type("app.B", 512), b.Type("app.C", 20000), b.PrimitiveType("byte[]", 1)}
	thread := b.Thread("main", trace.NoObject)
	for range n {
		at := r.IntN(len(types))
		size := []int64{64, 512, 20000, 0}[at]
		length := 0
		if at == 3 {
			length = r.IntN(6000)
			size = int64(length) + 16
		}
		o := b.Array(types[at], length)
		if r.Float64() < 0.1 {
			continue
		}
		b.Born(o, 1)
		if r.Float64() < -math.Expm1(-float64(size)/interval) {
			b.Site(o, -1, fmt.Sprintf("app.Make.make%d:1", r.IntN(1+2*at)), fmt.Sprintf("app.Main.run%d:2", r.IntN(3)), "app.Main.main:3")
			b.AllocatedBy(o, thread)
		}
	}
	b.Sampled(interval)
	return b.Heap()
}

package leak

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestLargeArrays checks that a constant number of arrays of numbers that grow in size, steadily or in steps, is a suspect.
func TestLargeArrays(t *testing.T) {
	ones := []int64{1, 1, 1, 1, 1}
	for _, test := range []struct {
		name    string
		kind    string
		objects []int64
		bytes   []int64
		want    bool
	}{
		{"steadily", "byte[]", ones, []int64{100, 200, 300, 400, 500}, true},
		{"in steps", "char[]", ones, []int64{100, 200, 200, 400, 400}, true},
		{"as large as is worth a look", "byte[]", ones, []int64{100, 125, 150, 175, 200}, true},
		{"not worth a look", "byte[]", ones, []int64{100, 125, 150, 175, 199}, false},
		{"level", "byte[]", ones, []int64{500, 500, 500, 500, 500}, false},
		{"one became more", "byte[]", []int64{1, 1, 1, 1, 2}, []int64{100, 200, 300, 400, 500}, false},
		{"one became less", "byte[]", []int64{2, 1, 1, 1, 1}, []int64{100, 200, 300, 400, 500}, false},
		{"objects", "app.A[]", ones, []int64{100, 200, 300, 400, 500}, false},
		{"of what a GC root refers to", "", ones, []int64{100, 200, 300, 400, 500}, false},
	} {
		h := chain(ones, test.objects)
		at := Place(1)
		if h.Nodes[1].Type = test.kind; test.kind == "" {
			h.Nodes[1].Type, h.Nodes[1].Parent = "byte[]", NoPlace
		}
		h.Nodes[1].Bytes, h.Nodes[1].AllBytes = test.bytes, test.bytes
		f := finder{judge: Judge, Holders: h, times: make([]time.Duration, 5), least: 100}
		if got := f.large(at); got != test.want || got != (len(f.found) == 1) {
			t.Errorf("%s: %v, %+v", test.name, got, f.found)
			continue
		}
		if !test.want {
			continue
		}
		s := f.found[0]
		if s.Parts[0].Container != at || s.Parts[0].Tops != nil || !slices.Equal(s.Tops(), []Place{at}) || !s.Lasts || s.Confidence == 0 ||
			!slices.Equal(s.Bytes, test.bytes) || s.GrowthBytes() != test.bytes[4]-test.bytes[0] {
			t.Errorf("%s: %+v", test.name, s)
		}
	}
}

// TestOwnersThatGrow checks that a pile is no suspect if its owner as a whole has not grown or has levelled off. Two GC points cannot show
// that.
func TestOwnersThatGrow(t *testing.T) {
	for _, test := range []struct {
		name  string
		bytes []int64
		from  int
		large bool // its own objects grow in size
		want  bool
	}{
		{"grows", []int64{100, 200, 300, 400}, 0, false, true},
		{"shrank", []int64{400, 100, 200, 300}, 0, false, false},
		{"as large as at first", []int64{300, 100, 200, 300}, 0, false, false},
		{"a byte more than at first, late", []int64{300, 100, 200, 301}, 0, false, true},
		{"grows from the second on", []int64{900, 100, 200, 300}, 1, false, true},
		{"as large as at the second, but not at the first", []int64{100, 300, 200, 300}, 0, false, true},
		{"came to a rest", []int64{100, 400, 500, 501}, 0, false, false},
		{"came to a rest by its own objects", []int64{100, 400, 500, 501}, 0, true, true},
		{"shrank in two GC points", []int64{100, 200, 300, 200}, 2, false, true},
		{"shrank in three", []int64{100, 300, 250, 200}, 1, false, false},
	} {
		h := chain([]int64{1, 1, 1, 1}, []int64{1, 1, 1, 1})
		h.Nodes[1].AllBytes = test.bytes
		s := Suspect{Parts: []Pile{{Container: 0, Tops: []Place{1}}}, Verdict: Verdict{From: test.from}}
		if s.At = 1; test.large {
			s.Parts[0].Tops = nil
		}
		f := finder{judge: Judge, Holders: h, times: make([]time.Duration, 4)}
		if got := f.ownerGrows(&s); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

// TestPairsAreJoined checks that several counters together give the result of one.
func TestPairsAreJoined(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for parts := 1; parts < 5; parts++ {
		all, lists := newPairCounter(), make([][]nodePair, parts)
		for i := range lists {
			c := newPairCounter()
			for range random.IntN(3) * 2000 {
				pair := pairOf(uint32(random.IntN(30)), uint32(random.IntN(40)))
				c.add(pair, 1)
				all.add(pair, 1)
			}
			lists[i] = c.list()
		}
		if got, want := joined(lists), all.list(); !slices.Equal(got, want) {
			t.Errorf("%d parts: %v, want %v", parts, got, want)
		}
	}
}

// TestPairsAreCounted compares the counter with a map while its table grows.
func TestPairsAreCounted(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	c, want := newPairCounter(), map[uint64]int64{}
	for range 20_000 {
		pair := pairOf(uint32(random.IntN(40)), uint32(1<<12*random.IntN(20)+random.IntN(3)))
		for range 1 + random.IntN(3) {
			c.add(pair, 1)
			want[pair]++
		}
	}
	list := c.list()
	if len(list) != len(want) || !slices.IsSortedFunc(list, func(a, b nodePair) int {
		if a.nodes < b.nodes {
			return -1
		}
		return 1
	}) {
		t.Fatalf("%d pairs, want %d", len(list), len(want))
	}
	for _, e := range list {
		if e.references != want[e.nodes] {
			t.Errorf("%x: %d, want %d", e.nodes, e.references, want[e.nodes])
		}
	}
}

// TestRanks checks what type names say to a reader, by owner and suffix. Entries of a map say more within that map.
func TestRanks(t *testing.T) {
	for _, test := range []struct {
		name, above string
		own         bool
		want        int
	}{
		{"app.Order", "", true, 0}, {"lib.Order", "", false, 0}, {"lib.Order$Line", "", false, 0},
		{"app.Order[]", "", true, 2}, {"app.Main$$Lambda", "", true, 1}, {"app.Main$$Lambda[]", "", true, 2}, {"lib.Main$$Lambda", "", false, 3}, {"java.lang.Object", "", false, 3},
		{"byte[]", "", false, 2}, {"java.lang.Integer", "", false, 2}, {"java.lang.Object[]", "", false, 3}, {"long[][]", "", false, 3},
		{"java.util.HashMap$Node", "", false, 3}, {"java.util.HashMap", "", false, 3}, {"java.lang.ref.WeakReference", "", false, 3},
		{"java.util.concurrent.atomic.AtomicLong", "", false, 3}, {"java.util.Optional", "", false, 3}, {"java.lang.String", "", false, 1},
		{"java.util.Date", "", false, 1}, {"java.lang.Thread$State", "", false, 3},
		{"lib.Map$Entry", "", false, 3}, {"lib.Map$Entry", "lib.Map", false, 1}, {"lib.Map$Entry", "lib.Map$Entry[]", false, 1},
		{"lib.Map$Entry", "lib.Mapper", false, 3}, {"app.Map$Entry", "", true, 0}, {"app.Map$Entry", "app.Map", true, 1},
		{"lib.Entry", "", false, 0}, {"lib.Map$Slot", "", false, 3}, {"lib.Map$Slots", "", false, 0},
	} {
		h := &Holders{Nodes: []Node{{Parent: NoPlace, Type: "static field x"}, {Parent: 0, Type: test.above},
			{Parent: 1, Type: test.name, Own: test.own}}}
		if got := h.rank(2); got != test.want {
			t.Errorf("%+v: %d", test, got)
		}
	}
	for name, want := range map[string]bool{"Map": true, "List": true, "Set": true, "Queue": true, "Deque": true, "Vector": true,
		"Stack": true, "Hashtable": true, "Properties": true, "Reference": true, "Optional": true, "Lists": false, "Mapping": false} {
		if got := isContainer("java.util.A" + name); got != want {
			t.Errorf("%s contains things: %v", name, got)
		}
	}
	for _, end := range strings.Fields("Entry Node Segment Bucket Cell Slot Link Map Reference") {
		if !isEntry("lib.A$"+end) || isEntry("lib.A"+end) || isEntry("lib.A$"+end+"s") {
			t.Errorf("%s is the name of an entry", end)
		}
	}
}

// TestOrderOfTops checks the order of candidate names for a pile: by what they say to a reader, then by how much of the pile they own, or
// else by distance.
func TestOrderOfTops(t *testing.T) {
	candidate := func(kind string, rank, depth int, objects, bytes int64) *topCandidate {
		return &topCandidate{kind: kind, rank: rank, depth: depth, objects: objects, bytes: bytes}
	}
	own := candidate("Own", 0, 5, 100, 800)
	own.own = true
	nested := candidate("A$Nested", 0, 1, 100, 800)
	nested.nested = true
	key, withKeys := candidate("Key", 0, 2, 100, 500), candidate("Value", 0, 2, 100, 200)
	key.key, withKeys.keys = true, 51
	for _, test := range []struct {
		name string
		list []*topCandidate
		want string
	}{
		{"none", nil, ""},
		{"half as many", []*topCandidate{candidate("A", 0, 0, 50, 1)}, "A"}, {"fewer", []*topCandidate{candidate("A", 0, 0, 49, 1)}, ""},
		{"twice as many", []*topCandidate{candidate("A", 0, 0, 200, 1)}, "A"}, {"more", []*topCandidate{candidate("A", 0, 0, 201, 1)}, ""},
		{"rank first", []*topCandidate{candidate("A", 1, 0, 100, 900), candidate("B", 0, 9, 100, 1)}, "B"},
		{"who owns it", []*topCandidate{candidate("A", 0, 0, 100, 799), candidate("B", 0, 9, 100, 800)}, "B"},
		{"the program's of owners", []*topCandidate{candidate("A", 0, 0, 100, 900), own}, "Own"},
		{"not nested of owners", []*topCandidate{nested, candidate("B", 0, 3, 100, 900)}, "B"},
		{"the closest of owners", []*topCandidate{candidate("A", 0, 3, 100, 999), candidate("B", 0, 2, 100, 801)}, "B"},
		{"the first by name of owners", []*topCandidate{candidate("B", 0, 2, 100, 999), candidate("A", 0, 2, 100, 801)}, "A"},
		{"the closest of others", []*topCandidate{candidate("A", 0, 3, 100, 700), candidate("B", 0, 2, 100, 1)}, "B"},
		{"the largest of equally close ones", []*topCandidate{candidate("A", 0, 2, 100, 100), candidate("B", 0, 2, 100, 101)}, "B"},
		{"the first by name of equals", []*topCandidate{candidate("B", 0, 2, 100, 100), candidate("A", 0, 2, 100, 100)}, "A"},
		{"keys count half, and values with theirs", []*topCandidate{key, withKeys}, "Value"},
		{"large keys", []*topCandidate{key, candidate("Value", 0, 2, 100, 249)}, "Key"},
	} {
		found := map[string]*topCandidate{}
		for _, c := range test.list {
			found[c.kind] = c
		}
		top := (&Holders{}).top(found, 100, 1000)
		if top.Type != test.want || top.Type != "" && (top.Objects != found[top.Type].objects || top.Depth != found[top.Type].depth) {
			t.Errorf("%s: %+v", test.name, top)
		}
		for _, part := range top.With {
			if c := found[part.Type]; c.depth <= top.Depth || c.rank >= 2 || part.Type == top.Type || part.Bytes != c.bytes {
				t.Errorf("%s: with %+v", test.name, part)
			}
		}
	}
	found := map[string]*topCandidate{}
	for _, c := range []*topCandidate{candidate("Top", 0, 1, 100, 900), candidate("B", 1, 2, 9, 50), candidate("A", 0, 3, 7, 50),
		candidate("C", 0, 2, 1, 60), candidate("Internal", 2, 2, 1, 70), candidate("Other", 0, 1, 100, 1)} {
		found[c.kind] = c
	}
	want := []Part{{"C", 1, 60}, {"A", 7, 50}, {"B", 9, 50}}
	if top := (&Holders{}).top(found, 100, 1000); top.Type != "Top" || !slices.Equal(top.With, want) {
		t.Errorf("%+v, want %+v", top, want)
	}
}

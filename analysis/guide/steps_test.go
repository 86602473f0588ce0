package guide

import (
	"fmt"
	"slices"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// TestHoldersThatSayMore checks that of two holders, the one whose entries retain much more is named, or else the one whose entries a
// reader knows. A holder of runtime types only comes last.
func TestHoldersThatSayMore(t *testing.T) {
	for _, test := range []struct {
		first, second string // types of the entries
		a, b          int64  // retained size per entry
		want          int
	}{
		{"app.A", "app.B", 300, 100, 0}, {"app.A", "app.B", 100, 300, 1}, {"app.A", "app.B", 100, 110, 0},
		{"java.util.HashMap$Node", "app.B", 100, 100, 1}, {"app.A", "java.util.HashMap$Node", 100, 100, 0},
	} {
		b := tracetest.NewHeap()
		shared := b.Type("app.Shared", 50)
		left, right := fieldList(b, "app.Left", "all", 40), fieldList(b, "app.Right", "all", 40)
		first, second := b.Type(test.first, test.a, "shared"), b.Type(test.second, test.b, "shared")
		for range 40 {
			s := b.Object(shared)
			for i, kind := range []trace.TypeID{first, second} {
				o := b.Object(kind)
				b.Refer(o, "shared", s)
				[]func(trace.ObjectID){left, right}[i](o)
			}
		}
		g, _ := placed(t, b.Heap())
		var holders []leak.Suspect
		for _, kind := range []string{test.first, test.second} {
			p := leak.Place(slices.IndexFunc(g.holders.Nodes, func(n leak.Node) bool { return n.Type == kind }))
			parent := g.holders.Nodes[p].Parent
			pile := leak.Pile{Container: parent, Tops: []leak.Place{p}}
			holders = append(holders, leak.Suspect{Holding: g.holders.Holding(parent), Parts: []leak.Pile{pile}})
		}
		if got := g.first(holders, []int{0, 1}); got != test.want {
			t.Errorf("%+v: holder %d is named", test, got)
		}
		if got := g.first(holders, []int{1}); got != 1 {
			t.Errorf("%+v: of one, holder %d is named", test, got)
		}
	}
}

// TestOwnersOfContainers checks the single objects at the last GC point, from the container up to the one with the owner's field, closest
// first. Arrays are skipped, as they have no fields.
func TestOwnersOfContainers(t *testing.T) {
	one, two := []int64{2, 1}, []int64{1, 2}
	for _, test := range []struct {
		counts [][]int64 // below the GC root: three places and the container
		types  []string
		at     leak.Place
		want   []trace.ObjectID
	}{
		{[][]int64{one, one, one}, []string{"A", "B", "C"}, 1, []trace.ObjectID{2, 1, 0}},
		{[][]int64{one, one, one}, []string{"A", "B", "C"}, 2, []trace.ObjectID{2, 1, 0}},
		{[][]int64{one, one, one}, []string{"A", "B", "C"}, 3, []trace.ObjectID{2, 1}},
		{[][]int64{one, one, two}, []string{"A", "B", "C"}, 2, []trace.ObjectID{1, 0}},
		{[][]int64{two, one, one}, []string{"A", "B", "C"}, 2, []trace.ObjectID{2, 1}},
		{[][]int64{one, one, one}, []string{"A", "B[]", "C"}, 1, []trace.ObjectID{2, 0}},
	} {
		g := along(test.types...)
		for i, n := range test.counts {
			g.holders.Nodes[i+1].Objects = n
		}
		g.places = []leak.Place{1, 2, 3, leak.NoPlace}
		d := &detail{suspect: &leak.Suspect{Holding: leak.Holding{At: test.at}, Parts: []leak.Pile{{Container: 3}}}}
		if got := g.ownersOf(d); !slices.Equal(got, test.want) {
			t.Errorf("%v at %d: %v, want %v", test.counts, test.at, got, test.want)
		}
	}
}

// TestGroupsShown checks that six types of a pile are listed, with size and growth.
func TestGroupsShown(t *testing.T) {
	for n, want := range map[int]int{5: 5, 6: 6, 7: 6} {
		g := &guided{recording: &trace.Recording{}, lookedAt: lookedAt{point: 3, last: &heapState{subject: subjectOf(&trace.Heap{})},
			Placing: Placing{holders: &leak.Holders{Points: 2, Bytes: []int64{10, 20}}}}}
		d := pileIn(leak.Holding{Owner: "field a.B.c", Field: "x.Y.z", Kind: "java.util.List", Root: "static field a.B.d"}, 2)
		d.objects, d.suspect.Bytes, d.also, d.site = []int64{1, 2}, []int64{100, 200}, []string{"other"}, "here"
		for i := range n {
			d.groups = append(d.groups, leak.Group{Type: fmt.Sprint(i), Objects: 1, Bytes: 2, GrowthObjects: 3, GrowthBytes: 4})
		}
		p := g.pileOf(d)
		last := findings.Group{Type: fmt.Sprint(want - 1), Objects: 1, Bytes: 2, GrowthObjects: 3, GrowthBytes: 4}
		if len(p.Groups) != want || p.Groups[want-1] != last {
			t.Errorf("%d groups: %+v", n, p.Groups)
		}
		if p.Owner != "field a.B.c" || p.Field != "x.Y.z" || p.Kind != "java.util.List" || p.Root != "static field a.B.d" || p.Site != "here" ||
			!slices.Equal(p.Objects, []int64{2}) || !slices.Equal(p.Bytes, []int64{200}) || !slices.Equal(p.Heap, []int64{20}) ||
			!slices.Equal(p.Points, []int{4}) || p.Type != "app.Entry" || !slices.Equal(p.Also, d.also) {
			t.Errorf("%+v", p)
		}
	}
}

// TestListsOfStanding checks that ten of the largest piles are listed, and that two with a fifth of the heap become findings.
func TestListsOfStanding(t *testing.T) {
	for piles, want := range map[int][2]int{1: {1, 1}, 2: {2, 2}, 3: {2, 3}, 4: {2, 4}, 5: {2, 5}, 7: {0, 7}, 10: {0, 10}, 11: {0, 10}} { // of seven none has a fifth
		b := tracetest.NewHeap()
		for i := range piles {
			add, row := fieldList(b, fmt.Sprintf("app.Table%d", i), "rows", 600), b.Type(fmt.Sprintf("app.Row%d", i), int64(2000-8*i))
			for range 600 {
				add(b.Object(row))
			}
		}
		if piles > 4 {
			b.Root(b.Array(b.PrimitiveType("byte[]", 1), 1), trace.RootJNIGlobal, "")
		}
		report, _ := explored(t, heaps(fmt.Sprint(piles, " piles"), b.Heap()))
		found := 0
		for _, f := range report.Findings {
			if f.Rule == findings.RuleHolder {
				found++
			}
		}
		if found != want[0] || len(report.Largest) != want[1] {
			t.Errorf("%d piles: %d findings, %v", piles, found, report.Largest)
		}
		for i, x := range report.Largest {
			if x.Name != fmt.Sprintf("Row%d in the field app.Table%d.rows", i, i) ||
				x.Objects != 600 || x.Bytes != 600*int64(2000-8*i) || x.Type != fmt.Sprintf("app.Row%d", i) ||
				x.Owner != fmt.Sprintf("field app.Table%d.rows", i) || x.Root != fmt.Sprintf("static field app.Main.table%d", i) ||
				len(x.Path) != 5 || x.Path[0].Type != x.Root || x.Path[4].Field != leak.Element || x.Path[4].Objects != 600 {
				t.Errorf("%d piles: %+v", piles, x)
			}
		}
	}
}

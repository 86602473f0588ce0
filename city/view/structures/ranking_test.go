package structures_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"memcity/analysis/structure"
	"memcity/city/trees"
	"memcity/city/view/structures"
	"memcity/trace/tracetest/golden"
)

// TestRankings writes random reports in every order, with the chosen structure on each page.
func TestRankings(t *testing.T) {
	var w strings.Builder
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 1))
		size := func() *structures.StructureSize {
			if rng.IntN(5) == 0 {
				return nil
			}
			return &structures.StructureSize{Objects: rng.Int64N(4), Bytes: rng.Int64N(5)}
		}
		sizes := func() structures.Sizes {
			return structures.Sizes{Retained: size(), Reachable: size(), Own: size(), Deep: size()}
		}
		portion := func(by float64) *structures.Portion {
			if rng.IntN(4) == 0 {
				return nil
			}
			part := func() float64 { return by * float64(rng.IntN(6)) }
			return &structures.Portion{Retained: part(), Reachable: part(), Own: part(), Deep: part()}
		}
		r := &structures.Report{Query: structures.Query{From: 1, To: 3}, Now: &structures.Structures{}, Growth: &structures.Growth{}}
		for i := range uint32(9) {
			s := structures.Structure{Type: fmt.Sprint("T", i), Object: 10 + i, Sizes: sizes()}
			r.Now.List = append(r.Now.List, s)
			g := structures.Grown{Structure: s, Was: 20 + i, Before: sizes(), Portions: portion(structure.Tie / 2), Judged: portion(4)}
			r.Growth.List = append(r.Growth.List, g)
			fmt.Fprintln(&w, golden.Text(g), g.PatternAt(structures.DefaultStrong), g.PatternAt(4))
			for rank := range structures.StructureRanks {
				value, ok := g.Grown(rank, trees.Bytes)
				own, known := s.Sizes.Of(rank, trees.Objects)
				fmt.Fprint(&w, value, " ", ok, " ", own, " ", known, ";")
			}
			fmt.Fprintln(&w, golden.Text(r.Head(&g)))
		}
		for rank := range structures.StructureRanks {
			for k := range 4 {
				s := structures.State{Rank: rank, Upward: k%2 == 1, Objects: k > 1}
				fmt.Fprintf(&w, "rank %d, upward %v, objects %v: growing %v, largest %v\n", rank, s.Upward, s.Objects, s.Growing(r.Growth.List),
					s.Largest(r.Now.List))
				for _, chosen := range []structures.Head{{}, {Any: true, Point: 1, Object: 23}, {Any: true, Point: 3, Object: 14},
					{Any: true, Point: 2, Object: 14}, {Point: 3, Object: 14}, {Any: true, Point: 1, Object: 99}, {Any: true, Point: 3, Object: 99}} {
					s.Chosen = chosen
					object, ok := r.ObjectOf(chosen)
					fmt.Fprint(&w, " ", object, ok)
					for page := range structures.Page(4) {
						s.Page = page
						object, ok := s.ChosenObject(r)
						fmt.Fprint(&w, " ", object, ok)
					}
				}
				fmt.Fprintln(&w)
			}
		}
	}
	golden.File(t, "rankings.txt", w.String())
}

// TestPages: the largest structures are shown if the comparison is not possible.
func TestPages(t *testing.T) {
	growth := &structures.Growth{}
	for _, test := range []struct {
		page structures.Page
		r    structures.Report
		want structures.Page
	}{
		{structures.GrowingStructures, structures.Report{Query: structures.Query{From: 0, To: 1}}, structures.GrowingStructures},
		{structures.GrowingStructures, structures.Report{Query: structures.Query{From: 1, To: 1}}, structures.LargestStructures},
		{structures.GrowingStructures, structures.Report{Query: structures.Query{From: 1, To: 1}, Growth: growth}, structures.GrowingStructures},
		{structures.GrowingStructures, structures.Report{Query: structures.Query{From: 0, To: 1}, NoGrowth: "why"}, structures.LargestStructures},
		{structures.StructureTypes, structures.Report{Query: structures.Query{From: 1, To: 1}}, structures.StructureTypes},
	} {
		s := structures.State{Page: test.page}
		if got := s.Shown(&test.r); got != test.want {
			t.Errorf("page %d of %+v is shown as %d", test.page, test.r, got)
		}
		if object, ok := s.ChosenObject(&test.r); ok || object != 0 {
			t.Errorf("%+v has object %d", test.r, object)
		}
	}
	for _, objects := range []bool{false, true} {
		s := structures.State{Objects: objects, Contained: objects}
		q := s.Query(2, 5)
		want := structures.Query{From: 2, To: 5, Contained: objects,
			Unit: map[bool]structure.Unit{false: structure.Bytes, true: structure.Objects}[objects]}
		if q != want || q.In() != s.Unit() || (s.Unit() == trees.Objects) != objects {
			t.Errorf("query %+v, in %s", q, q.In())
		}
	}
	if s := (structures.State{}); s.StrongOr() != structures.DefaultStrong {
		t.Error("usual strength")
	}
	if s := (structures.State{Strong: 3}); s.StrongOr() != 3 {
		t.Error("chosen strength")
	}
}

// TestMainContents: types whose contents grew at least half as much as the type that grew most.
func TestMainContents(t *testing.T) {
	group := func(name string, before, now int64) structures.LeafGroup {
		g := structures.LeafGroup{Type: name, Now: structures.StructureSize{Bytes: now, Objects: 1}}
		if before >= 0 {
			g.Before = &structures.StructureSize{Bytes: before, Objects: 1}
		}
		return g
	}
	for want, contents := range map[string][]structures.LeafGroup{
		"[]": nil, "[a]": {group("a", -1, 10), group("b", -1, 4)}, "[a b]": {group("a", -1, 10), group("b", -1, 5)},
		"[b a]": {group("a", 0, 5), group("b", 10, 20)},
		"[c]":   {group("a", 9, 10), group("b", 9, 9), group("c", 0, 3)}, "[x]": {group("x", 5, 5), group("y", 5, 5)},
		"[y]":     {group("x", 5, 1), group("y", 5, 4)},
		"[a c b]": {group("a", -1, 3), group("b", -1, 4), group("a", -1, 4), group("c", -1, 5)},
	} {
		s := structures.Structure{Contents: contents}
		if got := fmt.Sprint(s.MainContents(trees.Bytes)); got != want {
			t.Errorf("%v: %s, want %s", contents, got, want)
		}
	}
}

package session_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"memcity/analysis/check"
	"memcity/analysis/churn"
	"memcity/analysis/closure"
	"memcity/analysis/trend"
	"memcity/analysis/window"
	"memcity/city/recording"
	"memcity/city/resolve/guided"
	"memcity/city/resolve/history"
	"memcity/city/resolve/objects"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/ages"
	"memcity/city/view/churns"
	"memcity/city/view/diffs"
	"memcity/city/view/graphs"
	"memcity/city/view/guides"
	"memcity/city/view/inspect"
	"memcity/city/view/overview"
	"memcity/city/view/structures"
	"memcity/city/view/table"
	"memcity/city/view/trends"
	"memcity/city/view/whatif"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/golden"
)

// program returns a heap state of a program after some rounds: a growing cache, a list, duplicate strings, empty collections, a thread with
// local variables, a class loader with a static field, and garbage. Everything has sites, births and identities.
func program(round int) *trace.Heap {
	rng := rand.New(rand.NewPCG(9, 9))
	b := tracetest.NewHeap()
	cache, entry := b.Type("app.Cache", 24, "entries", "last"), b.Type("app.Entry", 32, "next", "value", "name")
	b.Field(cache, "size", trace.IntValue)
	value := b.Type("app.data.Value", 40)
	b.Field(value, "id", trace.LongValue)
	loader, thread := b.Type("app.Loader", 64), b.Type("java.lang.Thread", 72, "holder")
	list, objects := b.Type("java.util.ArrayList", 24, "elementData"), b.ArrayType("java.lang.Object[]")
	b.Field(list, "size", trace.IntValue)
	numbers := b.PrimitiveType("int[]", 4)
	l := b.Object(loader)
	class := b.Class(cache, 120, l)
	c := b.Object(cache)
	b.Refer(class, "INSTANCE", c)
	b.Refer(c, "last", l)
	b.Root(class, trace.RootStaticField, "app.Cache.INSTANCE")
	b.Set(c, "size", tracetest.IntValue(int32(20*round)))
	main := b.Object(thread)
	t := b.Thread("main", main, "app.Main.work(Main.java:20)", "app.Main.main(Main.java:5)")
	b.Local(main, t, 1)
	last, field := c, "entries"
	identify := func(o trace.ObjectID, identity, round int) {
		b.Identify(o, uint64(identity))
		b.Born(o, uint32(2*round))
		b.Site(o, t, "app.Cache.put:12", fmt.Sprintf("app.Main.work:%d", 20+identity%3))
	}
	for i := range 20 * round {
		e, v, s := b.Object(entry), b.Object(value), b.String([]string{"first", "second", "the same long text again and again"}[rng.IntN(3)])
		b.Set(v, "id", trace.MakeValue(trace.LongValue, uint64(i)))
		b.Refer(e, "value", v)
		b.Refer(e, "name", s)
		b.Refer(last, field, e)
		last, field = e, "next"
		identify(e, 1000+3*i, i/20)
		identify(v, 1001+3*i, i/20)
		identify(s, 1002+3*i, i/20)
	}
	for i := range 6 {
		a := b.Object(list)
		array := b.Array(objects, 10)
		b.Refer(a, "elementData", array)
		if i == 0 {
			b.Element(array, 0, last)
			b.Set(a, "size", tracetest.IntValue(1))
		}
		if i < 4 {
			b.Local(a, t, 0)
		}
		identify(a, 10+i, 0)
	}
	big := b.Array(numbers, 100*(5-round))
	b.Content(big, trace.IntValue, make([]byte, 400*(5-round)))
	b.Refer(main, "holder", big)
	for range 7 * round {
		b.Object(value) // garbage
	}
	b.GCs(uint32(2 * round))
	return b.Heap()
}

// programRecording returns a recording with four GC points and eight GCs, and the objects allocated and died between them.
func programRecording() *trace.Recording {
	r := &trace.Recording{Name: "program", Format: "test", Names: trace.NewNames(), Knows: trace.KnowsAllocations<<1 - 1}
	for round := 1; round <= 4; round++ {
		h := program(round)
		r.Points = append(r.Points, trace.Point{Time: trace.Millis(1000 * round), GC: uint32(2 * round), Source: fmt.Sprintf("dump-%d", round),
			Load: func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) { return h, nil, nil }})
	}
	for i := range 8 {
		end := time.Duration(500*(i+1)) * time.Millisecond
		r.GCs = append(r.GCs, trace.GC{Number: uint32(i + 1), Start: end - time.Duration(20*i+1)*time.Millisecond, End: end,
			Pause: time.Duration(20*i) * time.Millisecond,
			Kind:  "Young", Cause: "Allocation Failure", Before: int64(i+3) << 20, After: int64(i+1) << 20, Capacity: 64 << 20})
	}
	r.Life = &trace.Life{
		Types: []trace.Type{{Name: "app.Temp", Kind: trace.Instance, Base: 24},
			{Name: "char[]", Kind: trace.PrimitiveArray, Base: 16, Element: 2}},
		Sites: []trace.Site{{Frames: []trace.Frame{{Class: "app.Main", Method: "work", File: "Main.java", Line: 20}}},
			{Frames: []trace.Frame{{Class: "java.lang.String", Method: "toCharArray"}, {Class: "app.Main", Method: "main"}}}},
		Threads: []string{"main"},
		Deaths: func(_ context.Context, visit func(trace.Death)) error {
			for i := range uint32(60) {
				visit(trace.Death{Identity: uint64(5000 + i), Type: trace.TypeID(i % 2), Bytes: int64(24 + 8*(i%2)), Site: trace.SiteID(i % 2),
					Thread: 0, Birth: i/8 - min(i/8, i%3), GC: i/8 + 1})
			}
			return nil
		},
		Allocations: func(_ context.Context, visit func(trace.Allocation)) error {
			for i := range uint32(8) {
				visit(trace.Allocation{After: i, Until: i + 1, Type: trace.TypeID(i % 2), Site: trace.SiteID(i % 2), Objects: int64(10 + i),
					Bytes: int64(240 + 24*i)})
			}
			return nil
		},
	}
	return r
}

// explained returns options with descriptions of the program's data structures.
func explained(t *testing.T) recording.Options {
	return recording.Options{Structures: library(t,
		"DS app.Cache { app.Entry; }\napp.Entry { app.Entry; (app.data.Value); }\nDS java.util.ArrayList { java.lang.Object[]; }\n")}
}

// TestWholeRecording: the results of all kinds of queries about one recording.
func TestWholeRecording(t *testing.T) {
	ctx := context.Background()
	o := recording.New(programRecording(), explained(t))
	var w strings.Builder
	show := func(what string, value any, err error) {
		fmt.Fprintf(&w, "\n== %s\n%s\n", what, golden.Text(value, (*trees.Series)(nil), (*trace.Names)(nil), (*trace.Heap)(nil)))
		if err != nil {
			fmt.Fprintln(&w, err)
		}
	}
	byPackage := trees.By("package", "type")
	for point := range 4 {
		state := trees.HeapState{By: byPackage, Point: point}
		tree, err := o.Tree(ctx, byPackage, point, nil)
		show(fmt.Sprint("tree of ", point), tree, err)
		if point%3 != 0 {
			continue
		}
		sizes, err := o.GroupSizes(ctx, table.SizesQuery{Heap: state}, nil, func(*trees.Sizes) {})
		show("sizes", sizes, err)
		owners, err := objects.Owners(ctx, o, byPackage, point, objects.OwnersQuery{}, nil)
		show("owners", owners, err)
		for _, key := range [][]string{{"Heap#app"}, {"Heap#app#app.Entry", "Heap#java.util"}, {"Heap#none"}} {
			owners, err := objects.Owners(ctx, o, byPackage, point, objects.OwnersQuery{Keys: key, Chain: []string{"type"}, Share: 0.5}, nil)
			show(fmt.Sprint("owners of ", key), owners, err)
			group, err := objects.Group(ctx, o, inspect.Query{Heap: state, Keys: seq.Of(key...), By: seq.Of("type")}, nil, func(*inspect.Report) {})
			show(fmt.Sprint("group ", key), group, err)
			for _, steps := range [][]graphs.Step{nil, {{Kind: graphs.ExpandIn}}, {{Kind: graphs.ExpandOut}, {Kind: graphs.PathsToRoot}}} {
				picture, err := o.GraphPicture(ctx,
					graphs.Query{Heap: state, Walk: graphs.Walk{Objects: graphs.Objects{Keys: seq.Of(key...)}, Steps: seq.Of(steps...)}}, nil)
				show(fmt.Sprint("graph of ", key, steps), picture, err)
			}
			without, err := guided.WhatIf(ctx, o, whatif.Query{Heap: state, Removals: seq.Of(whatif.Removal{By: seq.Of("package", "type"), Key: key[0]})},
				nil)
			show(fmt.Sprint("without ", key), without, err)
		}
		for object := uint32(0); object < 12; object++ {
			report, err := objects.Object(ctx, o, inspect.ObjectQuery{Heap: state, Object: object}, nil)
			show(fmt.Sprint("object ", object), report, err)
			held, err := guided.HeldBy(ctx, o, structures.HeldQuery{Point: point, Object: object}, nil)
			show(fmt.Sprint("held ", object), held, err)
		}
		for _, sq := range []recording.StructuresQuery{{Held: 2, Contents: 2}, {Top: 2, Each: true, Contained: true}} {
			found, err := o.Structures(ctx, point, sq, nil)
			show("structures", found, err)
		}
	}
	for _, q := range []diffs.Query{{By: byPackage, From: 0, To: 3}, {By: byPackage, From: 1, To: 3, Through: true},
		{By: byPackage, From: 0, To: 1, Probable: true}} {
		report, err := history.DiffReport(ctx, o, q, nil)
		show(fmt.Sprintf("diff %d-%d", q.From, q.To), report, err)
	}
	for _, unit := range []bool{false, true} {
		dead, err := history.ChurnReport(ctx, o, churns.Query{From: 2, To: 7, Bytes: unit}, nil)
		show("churn", dead, err)
		trends, err := history.Trends(ctx, o, trends.Query{By: byPackage, Levels: seq.Of("", "Heap#app"),
			Charts: seq.Of(trends.Chart{}, trends.Chart{}), Bytes: unit, From: 0, To: 3}, nil)
		show("trends", trends, err)
	}
	few, err := history.Churn(ctx, o, churn.Options{From: 1, To: 8, Share: 0.5, MaxGroups: 2}, nil)
	show("churn of few groups", few, err)
	growth, err := o.StructuresGrowth(ctx, 0, 3, recording.StructuresQuery{Top: 3, Held: 1, Contents: 1}, nil)
	show("growth of structures", growth, err)
	report, err := guided.Structures(ctx, o, structures.Query{From: 1, To: 3, Contained: true}, nil, func(*structures.Report) {})
	show("report of structures", report, err)
	for point := range 4 {
		lived, err := o.Ages(ctx, ages.Query{By: byPackage, Point: point}, nil)
		show("ages", lived, err)
	}
	evolution, err := history.Overview(ctx, o, overview.Query{Points: 4, Limits: window.DefaultLimits()}, nil)
	show("overview", evolution, err)
	one, err := history.Trend(ctx, o, history.TrendQuery{By: byPackage, Key: "Heap#app", From: 1, To: 3, Choice: trend.Choice{},
		Options: trend.Options{}}, nil)
	show("trend", one, err)
	guide, err := guided.Report(ctx, o, guides.Query{Points: 4}, nil)
	show("guide", guide, err)
	_, results, err := o.Sizes(ctx, byPackage, 3, []closure.Kind{closure.Deep, closure.Retained}, nil, func([]closure.Result) {})
	show("sizes of groups", results, err)
	show("warnings", o.Warnings(), nil)
	golden.File(t, "whole.txt", w.String())
}

// TestAllChecks: every measure of every kind of subject.
func TestAllChecks(t *testing.T) {
	ctx := context.Background()
	checks := guided.Checks(recording.New(programRecording(), explained(t)), nil)
	var w strings.Builder
	subjects := []check.Subject{{}, {Kind: check.Type, Name: "app.Entry"}, {Kind: check.Type, Name: "app.*"},
		{Kind: check.Package, Name: "app"}, {Kind: check.Package, Name: "java.*"},
		{Kind: check.Group, Name: "Heap#app", By: "package,type"}, {Kind: check.Group, Name: "Heap#none", By: "type"},
		{Kind: check.Structures, Name: "*"}, {Kind: check.Structures, Name: "java.util.ArrayList"},
		{Kind: check.Static, Name: "app.Cache.INSTANCE"}, {Kind: check.Type, Name: "none"}}
	for m := check.Objects; m <= check.AllCollections; m++ {
		for _, s := range subjects {
			if s.Kind == check.Static {
				continue
			}
			n, err := checks.Number(ctx, m, s)
			fmt.Fprintf(&w, "%s of %s: %s %v\n", m, s, golden.Text(n), err)
		}
	}
	for _, from := range subjects {
		for _, to := range subjects {
			if from.Kind != check.Structures && to.Kind != check.Structures {
				path, err := checks.Path(ctx, from, to)
				fmt.Fprintf(&w, "path from %s to %s: %s %v\n", from, to, path, err)
			}
		}
	}
	found, err := checks.Found(ctx, check.AnyFinding)
	fmt.Fprintln(&w, strings.Join(found, "\n"), err)
	golden.File(t, "checks.txt", w.String())
}

package group_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/closure"
	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/testrun"
)

func TestDomain(t *testing.T) {
	d := group.DefaultDomain()
	for name, want := range map[string]bool{
		"app.Main": true, "Main": true, "com.example.shop.Product[]": true, "javaproject.Main": true, "sunshine.App": true,
		"java.lang.String": false, "java.util.HashMap$Node[]": false, "sun.misc.Unsafe": false, "org.springframework.Bean": false,
		"org.apachecon.Talk": true, "byte[]": false, "int[][]": false, "": false, "[]": false, "<init>": false, "(not known)": false,
	} {
		if got := d.Owns(name); got != want {
			t.Errorf("%q belongs to the program: %v, want %v", name, got, want)
		}
	}
	own := group.NewDomain([]string{"org", "org.acme.lib", "net.*"}, []string{"org.acme", "org.acme.lib.mine", "net"})
	for name, want := range map[string]bool{
		"org.x.A": false, "org.acme.A": true, "org.acme.lib.A": false, "org.acme.lib.mine.A": true, "net.A": true, "com.A": true,
	} {
		if got := own.Owns(name); got != want {
			t.Errorf("%q belongs to the program: %v, want %v", name, got, want)
		}
	}
	if got := group.NewDomain([]string{""}, []string{"app"}); got.Owns("com.A") || !got.Owns("app.A") {
		t.Error("with an empty foreign prefix only own ones belong to the program")
	}
	if list := own.Foreign(); !slices.Equal(list, []string{"org", "org.acme.lib", "net"}) {
		t.Errorf("foreign are %v", list)
	}
	for f, want := range map[trace.Frame]bool{
		{Class: "app.Main", Method: "run"}: true, {Class: "java.lang.Thread", Method: "run"}: false, {Method: "main.run"}: true, {}: false,
	} {
		if got := d.OwnsFrame(f); got != want {
			t.Errorf("%v belongs to the program: %v, want %v", f, got, want)
		}
	}
	b := tracetest.NewHeap()
	for _, name := range []string{"app.Main", "java.lang.String", "lib.Thing"} {
		b.Object(b.Type(name, 16))
	}
	s := subject(b.Heap(), nil)
	for _, c := range []struct {
		domain *group.Domain
		want   int64
	}{{nil, 2}, {group.NewDomain([]string{"java", "lib"}, nil), 1}} {
		s.Domain = c.domain
		g, err := group.New(context.Background(), s, chain(t, "type"), group.Options{Filters: chain(t, "only-domain")})
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Tree.Nodes[0].Objects; got != c.want {
			t.Errorf("%d objects of the program's own types, want %d", got, c.want)
		}
	}
}

// TestFilters checks that a filter in the chain prunes below the group above it. A filter beside the chain omits objects everywhere.
func TestFilters(t *testing.T) {
	h := persons(t, 5)
	pruned := grouped(t, h, "no-primitive-arrays,no-java,type", nil)
	wantCounts(t, pruned, map[string]int64{"Heap": 31, "Heap#app.Person": 5})
	if held := pruned.Leaves(0); len(held) != 1 || held[0] != 0 {
		t.Errorf("the list is held by %v, want the root", held)
	}
	s := subject(h, nil)
	for filter, want := range map[string]map[string]int64{
		"no-primitive-arrays,no-java":    {"Heap": 5, "Heap#app.Person": 5},
		"only-group(package=app)":        {"Heap": 5, "Heap#app.Person": 5},
		"only-group(packages=java#lang)": {"Heap": 10, "Heap#java.lang.String": 10},
		"only-group(packages=java#util),only-group(kind=Instance)": {"Heap": 6, "Heap#java.util.LinkedList": 1,
			"Heap#java.util.LinkedList$Node": 5},
		"only-group(packages=java#lan)": {"Heap": 0},
	} {
		g, err := group.New(context.Background(), s, chain(t, "type"), group.Options{Filters: chain(t, filter), Objects: true})
		if err != nil {
			t.Fatal(err)
		}
		wantCounts(t, g, want)
		held := 0
		for o := range h.Len() {
			held += len(g.Leaves(trace.ObjectID(o)))
		}
		if int64(held) != want["Heap"] {
			t.Errorf("%s: %d objects are in a group, want %d", filter, held, want["Heap"])
		}
	}
}

func TestObjectClassifiers(t *testing.T) {
	b := tracetest.NewHeap()
	array := b.PrimitiveType("byte[]", 1)
	for _, n := range []int{0, 1, 16, 254, 255, 3000, 70_000} {
		b.Array(array, n)
	}
	thing := b.Object(b.Type("app.Thing", 16))
	b.Space(thing, "zygote")
	b.Space(0, "old, normal")
	b.Space(1, "old, humongous")
	b.Space(2, "old, humongous")
	b.Space(3, "eden, normal")
	b.Subsystem(thing, trace.ByC2)
	b.Class(0, 5_000_000, trace.NoObject)
	h := b.Heap()
	h.Address = func(o trace.ObjectID) uint64 { return 0x1000 + uint64(o) }
	for by, want := range map[string]map[string]int64{
		"kind": {"Instance": 1, "Small array": 4, "Big array": 3, "Class object": 1},
		"array-length": {group.NoArray: 2, "0 elements": 1, "1 element": 1, "16 elements": 1, "254 elements": 1, "255 elements": 1,
			"3000 elements": 1, "70000 elements": 1},
		"size": {"up to 16 bytes": 2, "17 to 32 bytes": 2, "257 to 512 bytes": 2, "over 2.0 to 4.1 kB": 1, "over 65.5 to 131.1 kB": 1,
			"over 4.2 to 8.4 MB": 1},
		"space":      {"zygote": 1, "old": 3, "eden": 1, group.NotKnown: 4},
		"space-mode": {"normal": 2, "humongous": 2, group.NotKnown: 5},
		"subsystem":  {"C2-compiled code": 1, group.NotKnown: 8},
		"overall":    {"Overall": 9},
		"address":    {"0x1000": 1, "0x1001": 1, "0x1002": 1, "0x1003": 1, "0x1004": 1, "0x1005": 1, "0x1006": 1, "0x1007": 1, "0x1008": 1},
	} {
		all := map[string]int64{"Heap": 9}
		for key, n := range want {
			all["Heap#"+key] = n
		}
		t.Run(by, func(t *testing.T) { wantCounts(t, grouped(t, h, by, nil), all) })
	}
}

// TestLambda checks that all objects of a lambda's class are named after the innermost method of its host in one of their sites. A class
// without this frame keeps its name.
func TestLambda(t *testing.T) {
	b := tracetest.NewHeap()
	site := func(o trace.ObjectID, frames ...string) { b.Site(o, -1, frames...) }
	lambda := func() trace.TypeID { return b.Type("app.Shop$$Lambda", 16) }
	loaded, nested, foreign, other := lambda(), lambda(), lambda(), b.Type("app.Shop", 16)
	for _, of := range []trace.TypeID{loaded, loaded, nested, foreign, other} {
		b.Object(of)
	}
	site(1, "java.lang.invoke.MethodHandle.invoke", "app.Shop.load", "app.Shop.main")
	site(2, "app.Shop.lambda$open$3", "app.Shop.main")
	site(3, "app.Cart.add")
	site(4, "app.Shop.load")
	wantCounts(t, grouped(t, b.Heap(), "lambda", nil), map[string]int64{"Heap": 5, "Heap#lambda made in app.Shop.load": 2,
		"Heap#lambda made in app.Shop.open": 1, "Heap#app.Shop$$Lambda": 1, "Heap#app.Shop": 1})
}

func TestLoader(t *testing.T) {
	b := tracetest.NewHeap()
	loader := b.Type("app.PluginLoader", 16)
	single := b.Object(b.Type("app.AppLoader", 16))
	one, two := b.Object(loader), b.Object(loader)
	for i, l := range []trace.ObjectID{one, two, single, trace.NoObject} {
		thing := b.Type("app.Thing", 16)
		b.Class(thing, 100, l)
		b.Objects(thing, i+1)
	}
	h := b.Heap()
	wantCounts(t, grouped(t, h, "loader", nil), map[string]int64{"Heap": 17, "Heap#boot": 11, "Heap#app.AppLoader": 3,
		"Heap#app.PluginLoader": 3, "Heap#app.PluginLoader#object 1": 1, "Heap#app.PluginLoader#object 2": 2})
	h.Address = func(o trace.ObjectID) uint64 { return 0x100 * uint64(o) }
	if got := counts(grouped(t, h, "loader", nil)); got["Heap#app.PluginLoader#@ 0x200"] != 2 {
		t.Errorf("loaders by address: %v", got)
	}
}

// TestNotKept checks that results that were not requested are missing, unless they cost nothing.
func TestNotKept(t *testing.T) {
	h := persons(t, 3)
	free, err := group.New(context.Background(), subject(h, nil), chain(t, "package,type"), group.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(free.Leaves(0)) != 1 {
		t.Error("a grouping by type knows where its objects are")
	}
	counted, err := group.New(context.Background(), subject(h, nil), chain(t, "type,size"), group.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if why, _ := recover().(string); !strings.Contains(why, "Options.Objects") {
			t.Errorf("panic %q, want one that names the option", why)
		}
	}()
	counted.Leaves(0)
}

// TestUnreachableBelow checks that objects held only by garbage are reported as such, also below a transformer.
func TestUnreachableBelow(t *testing.T) {
	b := tracetest.NewHeap()
	node := b.Type("app.Node", 16, "next")
	live, lost, target := b.Object(node), b.Object(node), b.Object(b.Type("app.Target", 16))
	b.Refer(live, "next", target)
	b.Refer(lost, "next", target)
	b.Root(live, trace.RootLocal, "")
	h := b.Heap()
	reachable, err := closure.Reachable(context.Background(), h)
	if err != nil {
		t.Fatal(err)
	}
	const from = "Heap#app.Target#Pointed From"
	got := counts(grouped(t, h, "type,pointed-from,type", reachable))
	if got[from] != 2 || got[from+"#app.Node"] != 1 || got[from+"#"+group.Unreachable+"#app.Node"] != 1 {
		t.Errorf("groups %v", got)
	}
}

// TestCancelled checks that no classifier or transformer continues after it is told to stop.
func TestCancelled(t *testing.T) {
	h := tracetest.RandomHeap(5, 500)
	for _, by := range []string{"type,size", "in-degree", "roots-closest", "roots-path", "roots-indirect", "points-to,type",
		"pointed-from", "gc-closure"} {
		c := chain(t, by)
		testrun.CancelEverywhere(t, by, func(ctx context.Context) error {
			_, err := group.New(ctx, subject(h, nil), c, group.Options{})
			return err
		})
	}
	small := tracetest.RandomHeap(5, 50)
	for i := range grouped(t, small, "type,points-to,type", nil).Tree.Nodes {
		testrun.CancelEverywhere(t, fmt.Sprint("objects of node ", i), func(ctx context.Context) error {
			// A grouping keeps what it has looked up.
			_, err := grouped(t, small, "type,points-to,type", nil).Objects(ctx, int32(i))
			return err
		})
	}
	testrun.CancelEverywhere(t, "each turned", func(ctx context.Context) error {
		return grouped(t, small, "type,points-to,type", nil).EachTurned(ctx, func(int32, []trace.ObjectID) error { return nil })
	})
	testrun.CancelEverywhere(t, "pointers", func(ctx context.Context) error {
		_, err := grouped(t, small, "type", nil).Pointers(ctx)
		return err
	})
}

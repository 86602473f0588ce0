package hprof_test

import (
	"slices"
	"testing"

	"memcity/trace"
	"memcity/trace/hprof"
	"memcity/trace/tracetest"
	wire "memcity/trace/wire/hprof"
)

// TestClassesDescribedTwice checks that the first of several descriptions of a class is used, and that the class has one class object. The
// id may also be shared with instances, which does not occur in a valid dump.
func TestClassesDescribedTwice(t *testing.T) {
	for _, test := range []struct {
		twice, sharedIDs bool
		want             []string
	}{{false, false, []string{"first", "second"}}, {true, false, []string{"first"}}, {false, true, []string{"first", "second"}},
		{true, true, []string{"first"}}} {
		d := tracetest.NewDump()
		kind := d.Class("app/A")
		a, b := d.Instance(kind), d.Instance(kind)
		if test.sharedIDs {
			d.InstanceAt(a, kind)
		}
		main := d.Class("app/Main", tracetest.Static(tracetest.Ref("first")))
		main.Statics[0].Value = a
		other := d.Class("app/Other", tracetest.Static(tracetest.Ref("second")))
		other.Statics[0].Value = b
		if test.twice {
			other.ID = main.ID
		}
		h, _ := load(t, d.Bytes())
		var names []string
		classes := 0
		for o, of := range h.TypeOf.All() {
			if h.Types[of].Kind != trace.ClassObject {
				continue
			}
			classes++
			for i := range h.References(trace.ObjectID(o)) {
				if name := h.SlotName(trace.ObjectID(o), h.Slot(o, i)); name != "<super>" {
					names = append(names, name)
				}
			}
		}
		slices.Sort(names)
		if !slices.Equal(names, test.want) || classes != 3+len(test.want) {
			t.Errorf("%+v: %d classes with static fields %q", test, classes, names)
		}
		tracetest.Check(t, h)
	}
}

// TestWhatIsSeenAtOnce checks that sites and threads are detected from instances or from arrays of objects, and that empty texts do not
// count as blanked.
func TestWhatIsSeenAtOnce(t *testing.T) {
	for _, test := range []struct {
		name  string
		add   func(d *tracetest.DumpBuilder, site uint32)
		knows trace.Knowledge
	}{
		{"none", func(*tracetest.DumpBuilder, uint32) {}, 0},
		{"an instance", func(d *tracetest.DumpBuilder, site uint32) {
			c := d.Class("app/A")
			d.Site = site
			d.Instance(c)
		}, trace.KnowsSites},
		{"an array of objects", func(d *tracetest.DumpBuilder, site uint32) {
			c := d.Class("[Lapp/A;")
			d.Site = site
			d.Array(c)
		}, trace.KnowsSites},
		{"of a thread that started", func(d *tracetest.DumpBuilder, site uint32) {
			c := d.Class("app/A")
			d.Site = site
			o := d.Instance(c)
			d.Top(wire.Record{Kind: wire.StartThread, Values: [9]uint64{7, o, 1, d.Text("worker")}})
		}, trace.KnowsSites | trace.KnowsThreads},
		{"of another thread that started", func(d *tracetest.DumpBuilder, site uint32) {
			c := d.Class("app/A")
			d.Site = site
			o := d.Instance(c)
			d.Top(wire.Record{Kind: wire.StartThread, Values: [9]uint64{8, o, 1, d.Text("worker")}})
		}, trace.KnowsSites},
	} {
		d := tracetest.NewDump()
		test.add(d, d.Trace(7, "app/Main.main:3"))
		rec, err := hprof.Open(t.Context(), []trace.File{d.File("a")}, nil)
		if err != nil || rec.Knows&(trace.KnowsSites|trace.KnowsThreads) != test.knows {
			t.Errorf("%s: knows %v, %v", test.name, rec.Knows.Names(), err)
		}
	}
	for _, test := range []struct {
		empty, zeros, texts int
		blanked, known      bool
	}{{50, 0, 1, false, true}, {50, 0, 0, false, true}, {0, 50, 1, true, true}, {0, 50, 0, true, false}, {50, 10, 1, false, true}} {
		d := tracetest.NewDump()
		c := d.Class("java/lang/String", tracetest.Int("hash"), tracetest.Ref("value"))
		for kind, n := range []int{test.empty, test.zeros, test.texts} {
			for range n {
				d.Instance(c, 1, d.Primitives(wire.Byte, []byte{1: 'a' * byte(kind/2)}[:min(2, 2*kind)]))
			}
		}
		rec, err := hprof.Open(t.Context(), []trace.File{d.File("a")}, nil)
		if err != nil || rec.Blanked != test.blanked || rec.Knows.Has(trace.KnowsTexts) != test.known {
			t.Errorf("%+v: blanked %v, knows %v, %v", test, rec.Blanked, rec.Knows.Names(), err)
		}
	}
}

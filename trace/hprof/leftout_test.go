package hprof_test

import (
	"fmt"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/tracetest"
	wire "memcity/trace/wire/hprof"
)

// TestLeftOut checks that unreachable objects are held by added roots if the dump has threads but no local variables. A single local
// variable shows that they are garbage.
func TestLeftOut(t *testing.T) {
	for name, test := range map[string]struct {
		threads, locals bool
		want            string
	}{
		"no local variables": {true, false, "app.Batch"},
		"a local variable":   {true, true, ""},
		"no threads":         {false, false, ""},
	} {
		d := tracetest.NewDump()
		thread, batch := d.Class("java/lang/Thread", tracetest.Ref("name")), d.Class("app/Batch", tracetest.Ref("next"))
		worker, inner := d.Instance(thread, 0), d.Instance(batch, 0)
		d.Instance(batch, inner)
		if test.threads {
			d.Root(wire.RootThread, worker, 1, 1)
		}
		if test.locals {
			d.Root(wire.RootJavaFrame, worker, 1, 0)
		}
		h, warnings := load(t, d.Bytes())
		got := ""
		for _, r := range h.Roots {
			if r.Detail == trace.LeftOut && h.Types[h.TypeOf.At(r.Object)].Name == "app.Batch" {
				got += "app.Batch"
			}
		}
		if got != test.want || strings.Contains(fmt.Sprint(warnings), "this dump has no local variables") != (test.want != "") {
			t.Errorf("%s: left out %q, want %q; %v", name, got, test.want, warnings)
		}
	}
}

// TestClassValues checks that values of java.lang.ClassValue are live, although a dump lacks the field of the class that holds them.
func TestClassValues(t *testing.T) {
	d := tracetest.NewDump()
	values, other := d.Class("java/lang/ClassValue$ClassValueMap", tracetest.Ref("table")), d.Class("app/Other")
	d.Instance(values, 0)
	d.Instance(other)
	d.Instance(values, 0)
	h, _ := load(t, d.Bytes())
	n := 0
	for _, r := range h.Roots {
		if r.Detail == trace.ClassValues && h.Types[h.TypeOf.At(r.Object)].Name == "java.lang.ClassValue$ClassValueMap" {
			n++
		}
	}
	if n != 2 || len(h.Roots) != 2 {
		t.Errorf("roots %+v, want one for each of two maps", h.Roots)
	}
}

// TestVirtualThreadNames checks that only a virtual thread without a name gets a substitute name.
func TestVirtualThreadNames(t *testing.T) {
	d := tracetest.NewDump()
	str := d.Class("java/lang/String", tracetest.Int("hash"), tracetest.Ref("value"), tracetest.Byte("coder"))
	thread := d.Class("java/lang/Thread", tracetest.Ref("name"))
	virtual := d.SubClass(d.SubClass(thread, "java/lang/BaseVirtualThread"), "java/lang/VirtualThread")
	text := func(s string) uint64 { return d.Instance(str, 0, d.Primitives(wire.Byte, []byte(s)), 0) }
	for _, o := range []uint64{d.Instance(virtual, text("")), d.Instance(virtual, text("shop")), d.Instance(thread, text(""))} {
		d.Thread(o)
	}
	h, _ := load(t, d.Bytes())
	if got := fmt.Sprintf("%q %q", h.Threads[0].Name, h.Threads[1].Name); got != `"(virtual)" "shop"` || h.Threads[2].Name == trace.UnnamedVirtual {
		t.Errorf("threads %s, %q", got, h.Threads[2].Name)
	}
}

// TestSystemClasses: classes of the boot loader are GC roots in a dump without local variables that has another loader. All other dumps keep
// their roots.
func TestSystemClasses(t *testing.T) {
	for name, test := range map[string]struct {
		thread, local, loader bool
		want                  string
	}{
		"no local variables": {true, false, true, "java.lang.System"},
		"a local variable":   {true, true, true, ""},
		"no threads":         {false, false, true, ""},
		"one loader":         {true, false, false, ""},
	} {
		d := tracetest.NewDump()
		thread := d.Instance(d.Class("java/lang/Thread"))
		if test.loader {
			d.Class("app/Main").Loader = thread
		} else {
			d.Class("app/Main")
		}
		d.Class("java/lang/System")
		if test.thread {
			d.Root(wire.RootThread, thread, 1, 1)
		}
		if test.local {
			d.Root(wire.RootJavaFrame, thread, 1, 0)
		}
		h, _ := load(t, d.Bytes())
		got := ""
		for _, r := range h.Roots {
			if r.Kind == trace.RootClass && r.Detail == "java.lang.System" {
				got += r.Detail
			}
			if r.Kind == trace.RootClass && r.Detail == "app.Main" && test.loader {
				t.Errorf("%s: a class of another loader is a root", name)
			}
		}
		if got != test.want {
			t.Errorf("%s: roots %q, want %q", name, got, test.want)
		}
	}
}

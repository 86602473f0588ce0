package hprof_test

import (
	"fmt"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/hprof"
	"memcity/trace/tracetest"
	wire "memcity/trace/wire/hprof"
)

func TestSites(t *testing.T) {
	d := tracetest.NewDump()
	d.Segment = 200
	c := d.Class("app/Main", tracetest.Ref("next"))
	main := d.Instance(c, 0)
	thread := d.Thread(main, "app/Main.main:3")
	sites := []uint32{d.Trace(thread, "app/Main.run:12", "app/Main.main:3"), d.Trace(0, "app/Main.main:-3"), 1}
	for i := range 300 {
		d.Site = sites[i%3]
		d.Instance(c, main)
	}
	h, _ := load(t, d.Bytes())
	for i := range 300 {
		o := trace.ObjectID(h.Len() - 300 + i)
		got := "none"
		if s := h.SiteOf[o]; s != trace.NoSite {
			site := h.Sites[s]
			got = fmt.Sprint(site.Thread, site.Frames)
		}
		limit := []string{"0 [app.Main.run(Main.java:12) app.Main.main(Main.java:3)]", "-1 [app.Main.main(Native Method)]", "none"}[i%3]
		if got != limit {
			t.Fatalf("object %d is from %s, want %s", i, got, limit)
		}
	}
	rec, err := hprof.Open(t.Context(), []trace.File{d.File("a")}, nil)
	if err != nil || !rec.Knows.Has(trace.KnowsSites|trace.KnowsValues|trace.KnowsTexts) || rec.Knows&trace.KnowsSpaces != 0 {
		t.Errorf("knows %v, %v", rec.Knows.Names(), err)
	}
	h, _ = load(t, persons(8).Bytes())
	if h.SiteOf != nil || h.Sites != nil || h.SpaceOf != nil || h.Spaces != nil {
		t.Error("a dump of HotSpot has sites or spaces")
	}
	rec, err = hprof.Open(t.Context(), []trace.File{persons(8).File("a")}, nil)
	if err != nil || rec.Knows&(trace.KnowsSites|trace.KnowsThreads) != 0 {
		t.Errorf("knows %v, %v", rec.Knows.Names(), err)
	}
}

// TestAgentThreads checks the threads that the agent reports when they start.
func TestAgentThreads(t *testing.T) {
	d := tracetest.NewDump()
	c := d.Class("app/Main")
	d.Site = d.Trace(7, "app/Main.main:3")
	o := d.Instance(c)
	d.Top(wire.Record{Kind: wire.StartThread, Values: [9]uint64{7, o, 1, d.Text("worker")}})
	h, _ := load(t, d.Bytes())
	site := h.Sites[h.SiteOf[h.Len()-1]]
	if site.Thread < 0 || h.Threads[site.Thread].Name != "worker" {
		t.Errorf("site %v, threads %v", site, h.Threads)
	}
	rec, err := hprof.Open(t.Context(), []trace.File{d.File("a")}, nil)
	if err != nil || !rec.Knows.Has(trace.KnowsSites|trace.KnowsThreads) {
		t.Errorf("knows %v, %v", rec.Knows.Names(), err)
	}
}

func TestSpaces(t *testing.T) {
	d := tracetest.NewDump()
	d.IDSize, d.Version, d.RealSizes, d.Segment = 4, "1.0.3", true, 300
	c := d.Class("app/Main", tracetest.Ref("next"), tracetest.Int("n"))
	space := func(number uint64, name string) {
		d.Record(wire.Record{Kind: wire.HeapInfo, Values: [9]uint64{number, d.Text(name)}})
	}
	d.Instance(c)
	for i := range 400 {
		switch i % 40 {
		case 0:
			space('A', "app")
		case 30:
			space('Z', "zygote")
		}
		d.Instance(c, 0, uint64(i))
	}
	h, _ := load(t, d.Bytes())
	for i := range 400 {
		o := trace.ObjectID(h.Len() - 400 + i)
		limit := "app"
		if i%40 >= 30 {
			limit = "zygote"
		}
		if s := h.SpaceOf[o]; s == trace.NoSpace || h.Spaces[s] != limit {
			t.Fatalf("object %d is in %d of %v, want %s", i, s, h.Spaces, limit)
		}
		if v, err := h.Values.Field(o, "n"); err != nil || v.Int() != int64(i) {
			t.Fatalf("object %d is %v; %v", i, v, err)
		}
	}
	if h.SpaceOf[h.Len()-401] != trace.NoSpace {
		t.Error("the object before the first space is in one")
	}
	rec, err := hprof.Open(t.Context(), []trace.File{d.File("a")}, nil)
	if err != nil || !rec.Knows.Has(trace.KnowsSpaces) {
		t.Errorf("knows %v, %v", rec.Knows.Names(), err)
	}
}

// TestBlanked checks that zeros in a dump with blanked strings are not shown as values.
func TestBlanked(t *testing.T) {
	for _, blanked := range []bool{false, true} {
		d := tracetest.NewDump()
		c := d.Class("java/lang/String", tracetest.Ref("value"), tracetest.Byte("coder"))
		for i := range 100 {
			content := []byte("some text")
			if blanked && i > 0 {
				clear(content)
			}
			d.Instance(c, d.Primitives(wire.Byte, content))
		}
		d.Primitives(wire.Int, make([]byte, 8))
		h, _ := load(t, d.Bytes())
		last := trace.ObjectID(h.Len() - 1)
		limit := "[0 0]"
		if blanked {
			limit = "[? ?]"
		}
		if got, err := h.Values.Elements(last, 0, 2); err != nil || fmt.Sprint(got) != limit {
			t.Errorf("elements are %v, want %s; %v", got, limit, err)
		}
		texts := 0
		for o := range last {
			if text, err := h.Values.Text(o, 20); err == nil {
				texts++
				if text != "some text" {
					t.Errorf("text is %q", text)
				}
			}
		}
		if limit := map[bool]int{false: 100, true: 1}[blanked]; texts != limit {
			t.Errorf("%d texts, want %d", texts, limit)
		}
		rec, err := hprof.Open(t.Context(), []trace.File{d.File("a")}, nil)
		if err != nil || !rec.Knows.Has(trace.KnowsTexts) || rec.Blanked != blanked {
			t.Errorf("blanked %t: reported %t, knows %v, %v", blanked, rec.Blanked, rec.Knows.Names(), err)
		}
	}
}

func TestHeapTexts(t *testing.T) {
	h, _ := load(t, persons(8).Bytes())
	var got []string
	for i := range h.Roots {
		got = append(got, h.RootText(&h.Roots[i]))
	}
	if limit := "thread mт|local variable in app.Person.main(Native Method) of thread mт|JNI local of thread mт|" +
		"system class app.Named|monitor"; strings.Join(got, "|") != limit {
		t.Errorf("roots are %q, want %q", strings.Join(got, "|"), limit)
	}
	h.Threads[0].Name = "thread 1"
	if got := h.RootText(&h.Roots[2]); got != "JNI local of thread 1" {
		t.Errorf("root is %q", got)
	}
	for name, limit := range map[string]string{"app.Named": "java.lang.Thread", "app.Person": "boot"} {
		for i := range h.Types {
			if h.Types[i].Name == name && h.LoaderName(trace.TypeID(i)) != limit {
				t.Errorf("loader of %s is %s, want %s", name, h.LoaderName(trace.TypeID(i)), limit)
			}
		}
	}
	if h.ClassOf(9) != trace.NoType || h.Types[h.ClassOf(4)].Name != "app.Person" {
		t.Error("class objects are mixed up")
	}
}

// TestSitesInOrder checks that allocation sites are ordered by the serials of their stack traces, not by their order in the file.
func TestSitesInOrder(t *testing.T) {
	d := tracetest.NewDump()
	c := d.Class("app/Main")
	var traces []uint32
	for i := range 12 {
		traces = append(traces, d.Trace(0, fmt.Sprintf("app/Main.run:%d", i+1)))
	}
	for i := range traces {
		d.Site = traces[len(traces)-1-i]
		d.Instance(c)
	}
	h, _ := load(t, d.Bytes())
	for i, s := range h.Sites {
		if want := fmt.Sprintf("[app.Main.run(Main.java:%d)]", i+1); fmt.Sprint(s.Frames) != want {
			t.Errorf("site %d is %v, want %s", i, s.Frames, want)
		}
	}
	if len(h.Sites) != len(traces) {
		t.Errorf("%d sites of %d traces", len(h.Sites), len(traces))
	}
}

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
		want := []string{"0 [app.Main.run(Main.java:12) app.Main.main(Main.java:3)]", "-1 [app.Main.main(Native Method)]", "none"}[i%3]
		if got != want {
			t.Fatalf("object %d is from %s, want %s", i, got, want)
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

// TestAgentThreads: the agent tells of threads when they start.
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
		want := "app"
		if i%40 >= 30 {
			want = "zygote"
		}
		if s := h.SpaceOf[o]; s == trace.NoSpace || h.Spaces[s] != want {
			t.Fatalf("object %d is in %d of %v, want %s", i, s, h.Spaces, want)
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

// TestBlanked: zeros in a dump whose strings were blanked are not shown as values.
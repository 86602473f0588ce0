package collect_test

import (
	"testing"
	"time"

	"memcity/trace"
	opener "memcity/trace/open"
	"memcity/trace/record/agent"
	"memcity/trace/tracetest/jdk"
)

// personFacts summarizes the objects of the program Persons in a heap state.
type personFacts struct {
	Persons, Nodes, Lists int
	Made                  string // method and thread that allocated all persons
	Entries, Names        int    // references from nodes to persons, and from persons to texts
}

func personFactsOf(h *trace.Heap) (f personFacts) {
	for o := range trace.ObjectID(h.Len()) {
		target := ""
		for _, to := range h.References(o) {
			if name := h.Types[h.TypeOf.At(to)].Name; name == "Persons$Person" || name == "java.lang.String" {
				target = name
			}
		}
		switch h.Types[h.TypeOf.At(o)].Name {
		case "Persons$Person":
			f.Persons++
			made := "unknown"
			if site, thread := h.SiteOf[o], h.AllocatingThread(o); site != trace.NoSite && thread >= 0 {
				made = h.Sites[site].Frames[0].Method + " by " + h.Threads[thread].Name
			}
			if f.Made != "" && f.Made != made {
				made = "several methods or threads"
			}
			f.Made = made
			if target == "java.lang.String" {
				f.Names++
			}
		case "java.util.LinkedList$Node":
			if target == "Persons$Person" { // not a list of the JDK
				f.Nodes++
				f.Entries++
			}
		case "java.util.LinkedList":
			f.Lists++
		}
	}
	return f
}

// TestAsAntTracks records a program in mode exact and compares the last heap state with the one recorded by the AntTracks VM.
func TestAsAntTracks(t *testing.T) {
	rec, err := opener.Paths(t.Context(), []string{"../../anttracks/testdata/traces/persons-parallel-ptr.zip"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := personFactsOf(load(t, rec, len(rec.Points)-1))
	if want.Persons != 2000 || want.Made != "person by main" {
		t.Fatalf("the trace has %+v", want)
	}
	jdk.Each(t, func(t *testing.T, home string) {
		p := record(t, home, "Persons", agent.Options{Mode: "exact", Budget: 100, Depth: 8, Every: time.Hour}, []string{"-Xmx24m", "-XX:+UseParallelGC"})
		p.await("ready")
		last := p.point(false)
		got := personFactsOf(load(t, p.finish(), last-1))
		got.Lists = want.Lists // each JDK has other lists
		if got != want {
			t.Errorf("recorded %+v, the trace has %+v", got, want)
		}
	})
}

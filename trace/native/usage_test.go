package native_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"memcity/trace"
	nativepkg "memcity/trace/native"
	"memcity/trace/tracetest"
	"memcity/trace/usage"
)

// randomUses creates events of a program with n collections. Events of different collections are not in order of time.
func randomUses(r *rand.Rand, n int) []usage.Event {
	events := []usage.Event{
		{Kind: usage.TextEvent, Site: 1, Text: "java.util.HashMap"}, {Kind: usage.TextEvent, Site: 2, Text: "app.Main.main(Main.java:5)"},
		{Kind: usage.TextEvent, Site: 70, Text: "app.Größe.füge(Größe.java:7)"},
	}
	at, element := usage.Millis(0), uint64(0)
	for range n {
		at += usage.Millis(r.IntN(4))
		element++
		c := uint64(1 + r.IntN(5))
		events = append(events,
			usage.Event{Kind: usage.AddEvent, Collection: c, Element: element, Size: r.IntN(9), Site: 2, Type: 1, Time: at},
			usage.Event{Kind: usage.GetEvent, Collection: c, Element: element, Size: 1, Site: 70, Time: at + 1, Count: int64(1 + r.IntN(3))})
		switch r.IntN(5) {
		case 0:
			events = append(events, usage.Event{Kind: usage.RemoveEvent, Collection: c, Element: element, Site: 2, Time: at + 2})
		case 1:
			events = append(events, usage.Event{Kind: usage.GetAllEvent, Collection: c, Site: 2, Time: at + 2, Count: 2})
		case 2:
			events = append(events, usage.Event{Kind: usage.NumberEvent, Collection: c, Element: 1<<40 + c})
		}
		at += 2
	}
	return append(events, usage.Event{Kind: usage.TroubleEvent, Text: "2 classes were left as they are.", Time: at},
		usage.Event{Kind: usage.ScaleEvent, Collection: 9, Element: 5, Count: 2, Time: at},
		usage.Event{Kind: usage.ClearEvent, Collection: 1, Site: 2, Time: at}, usage.Event{Kind: usage.DeallocEvent, Collection: 2, Time: at})
}

// withUses writes a trace with events in portions, and a heap state, so that it can be opened.
func withUses(t *testing.T, events []usage.Event, aggregated bool, some int) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := nativepkg.NewWriter(&out, trace.WriterInfo{Program: "uses", StartUnix: 1})
	if err != nil {
		t.Fatal(err)
	}
	for len(events) > 0 {
		n := min(some, len(events))
		if err := w.Uses(aggregated, events[:n]); err != nil {
			t.Fatal(err)
		}
		events = events[n:]
	}
	b := tracetest.NewHeap()
	b.Root(b.Object(b.Type("app.Main", 16)), trace.RootStaticField, "app.Main.x")
	if err := w.State(nativepkg.PointInfo{}, b.Heap()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func eventsOf(t *testing.T, u *trace.Usage) (events []usage.Event) {
	t.Helper()
	if err := u.Events(t.Context(), func(e *usage.Event) {
		if e.Kind == usage.TroubleEvent {
			e.Type = 0
		}
		events = append(events, *e)
	}); err != nil {
		t.Fatal(err)
	}
	return events
}

func TestUsesAreReadAsTheyWereWritten(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		events, aggregated := randomUses(r, 200), seed%2 == 0
		rec := openBytes(t, withUses(t, events, aggregated, 1+r.IntN(900)))
		if rec.Usage == nil || rec.Usage.Aggregated != aggregated {
			t.Fatalf("seed %d: %+v", seed, rec.Usage)
		}
		b := usage.NewBuilder(usage.Options{Aggregated: aggregated})
		for i := range events {
			b.Take(&events[i])
		}
		log, err := rec.Usage.Log(t.Context())
		if want := b.Build(0); err != nil || !reflect.DeepEqual(log, want) {
			t.Fatalf("seed %d: %v, %d elements, expected %d", seed, err, log.Elements.Len(), want.Elements.Len())
		}
	}
}

// TestUsesAreCopied checks that a copy has the same events. An anonymous trace has none, since texts name parts of the program.
func TestUsesAreCopied(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	rec := openBytes(t, withUses(t, randomUses(r, 40_000), false, 10_000)) // several chunks
	for _, anonymous := range []bool{false, true} {
		var out bytes.Buffer
		info := nativepkg.CopyInfo(rec)
		info.Anonymous = anonymous
		w, err := nativepkg.NewWriter(&out, info)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Copy(t.Context(), rec, nil); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		copied := openBytes(t, out.Bytes())
		switch {
		case anonymous && copied.Usage != nil:
			t.Error("an anonymous trace names places in code")
		case !anonymous && !reflect.DeepEqual(eventsOf(t, copied.Usage), eventsOf(t, rec.Usage)):
			t.Error("the copy differs")
		}
	}
}

// TestUsesAfterRestart checks that a restarted trace contains the texts that its events refer to.
func TestUsesAfterRestart(t *testing.T) {
	var first, second bytes.Buffer
	w, err := nativepkg.NewWriter(&first, trace.WriterInfo{StartUnix: 1})
	if err != nil {
		t.Fatal(err)
	}
	b := tracetest.NewHeap()
	b.Root(b.Object(b.Type("app.Main", 16)), trace.RootStaticField, "app.Main.x")
	heap := b.Heap()
	add := usage.Event{Kind: usage.AddEvent, Collection: 1, Element: 1, Site: 5, Type: 5}
	for i := range 2 {
		events := []usage.Event{add}
		if i == 0 {
			events = []usage.Event{{Kind: usage.TextEvent, Site: 5, Text: "app.Main"}, add}
		}
		if err := w.Uses(true, events); err != nil {
			t.Fatal(err)
		}
		if err := w.State(nativepkg.PointInfo{}, heap); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			if err := w.Restart(&second, trace.WriterInfo{StartUnix: 1}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	log, err := openBytes(t, second.Bytes()).Usage.Log(t.Context())
	if err != nil || len(log.Collections) != 1 || log.Strings[log.Elements.Type[0]] != "app.Main" {
		t.Errorf("%+v, %v", log, err)
	}
}

// TestDamagedUses checks that a damaged chunk is reported and the others are read.
func TestDamagedUses(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	whole := withUses(t, randomUses(r, 30_000), false, 5_000)
	want := len(eventsOf(t, openBytes(t, whole).Usage))
	damaged := 0
	for i := 1; i < 40; i++ {
		content := bytes.Clone(whole)
		content[len(content)*i/40] ^= 0x55
		rec, err := nativepkg.Open(t.Context(), []trace.File{trace.MemoryFile("x.mct", content)}, nil)
		if err != nil || rec.Usage == nil {
			continue
		}
		n := 0
		err = rec.Usage.Events(t.Context(), func(*usage.Event) { n++ })
		if n < want && err == nil && len(rec.Warnings) == 0 {
			t.Errorf("damage at %d/40 loses %d of %d events silently", i, want-n, want)
		}
		if err != nil {
			damaged++
			if !strings.Contains(err.Error(), "everything else was read") {
				t.Error(err)
			}
		}
	}
	if damaged == 0 {
		t.Error("no damage was reported")
	}
}

func TestUsesAreCancelled(t *testing.T) {
	rec := openBytes(t, withUses(t, randomUses(rand.New(rand.NewPCG(1, 1)), 10), false, 100))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if log, err := rec.Usage.Log(ctx); log != nil || err != context.Canceled {
		t.Errorf("%v, %v", log, err)
	}
}

// TestSizeOfUses checks that logged events take at most 3 bytes each.
func TestSizeOfUses(t *testing.T) {
	var events []usage.Event
	for i := range 300_000 {
		at := usage.Millis(i / 10_000)
		switch i % 3 {
		case 0:
			events = append(events, usage.Event{Kind: usage.AddEvent, Collection: 7, Element: uint64(1 + i/3), Size: 1 + i/3, Site: 1, Type: 2, Time: at})
		default:
			events = append(events, usage.Event{Kind: usage.GetEvent, Collection: 7, Element: uint64(1 + (i*7919)%(1+i/3)), Size: 1 + i/3, Site: uint32(3 + i%3), Time: at, Count: 1})
		}
	}
	size := len(withUses(t, events, false, len(events))) - len(withUses(t, nil, false, 1))
	if each := float64(size) / float64(len(events)); each > 3 {
		t.Errorf("%.2f bytes an event", each)
	}
}

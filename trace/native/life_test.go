package native_test

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/trace"
	nativepkg "memcity/trace/native"
)

// writeLives writes GCs, births and deaths.
func writeLives(t *testing.T, w *nativepkg.Writer, h *trace.Heap) (gcs []trace.GC, all []trace.Allocation, deaths []trace.Death) {
	t.Helper()
	for i := range uint32(5) {
		start := time.Duration(i) * time.Second
		gcs = append(gcs, trace.GC{Number: i + 1, Start: start, End: start + 3*time.Millisecond, Pause: 2 * time.Millisecond,
			Cause: "G1 Evacuation Pause",
			Kind:  "minor", Before: 1000, After: 500, Capacity: 4000, Concurrent: i == 3})
		for k := range uint32(3) {
			a := trace.Allocation{After: i, Until: i + 1, Type: trace.TypeID(k), Site: trace.SiteID(k), Thread: int32(k) % 2, Objects: 10,
				Bytes: 240, Estimated: i == 2}
			d := trace.Death{Identity: uint64(i)<<40 + uint64(k), Type: trace.TypeID(k), Bytes: 24, Site: trace.SiteID(k), Thread: 0, Birth: i,
				GC: i + 1}
			if k == 2 {
				a.Site, a.Thread, d.Site, d.Thread, d.Birth = trace.NoSite, trace.NoThread, trace.NoSite, trace.NoThread, trace.NoBirth
			}
			all, deaths = append(all, a), append(deaths, d)
		}
	}
	threads := []string{"main", "gone"}
	if err := cmp.Or(w.GCs(gcs), w.Allocations(h.Types, h.Sites, threads, all), w.Deaths(h.Types, h.Sites, threads, deaths)); err != nil {
		t.Fatal(err)
	}
	return gcs, all, deaths
}

func TestLife(t *testing.T) {
	h := everything()
	var file bytes.Buffer
	w, err := nativepkg.NewWriter(&file, trace.WriterInfo{Interval: 4096})
	if err != nil {
		t.Fatal(err)
	}
	w.State(nativepkg.PointInfo{Time: time.Second}, h)
	gcs, allocations, deaths := writeLives(t, w, h)
	notes := []trace.Note{{Key: "Heap#app.Node", Text: "grows", Color: "#ff0000"}, {Key: "Heap"}}
	if err := cmp.Or(w.Notes(notes), w.Report(2*time.Second, "3 samples were dropped"), w.Close()); err != nil {
		t.Fatal(err)
	}
	rec := openBytes(t, file.Bytes())
	checkLife(t, rec, h, gcs, allocations, deaths)
	const dropped = "reported at 2.000 s: 3 samples were dropped"
	if !slices.Equal(rec.Notes, notes) || len(rec.Warnings) != 1 || rec.Warnings[0].Text != dropped {
		t.Errorf("notes %v, warnings %v", rec.Notes, rec.Warnings)
	}
	var again bytes.Buffer
	if w, err = nativepkg.NewWriter(&again, nativepkg.CopyInfo(rec)); err != nil {
		t.Fatal(err)
	}
	warnings, err := w.Copy(t.Context(), rec, nil)
	if err := cmp.Or(err, w.Close()); err != nil || len(warnings) != 1 {
		t.Fatal(err, warnings)
	}
	copied := openBytes(t, again.Bytes())
	checkLife(t, copied, h, gcs, allocations, deaths)
	sameHeap(t, loaded(t, copied.Points[0]), h)
	if len(copied.Life.Types) != len(rec.Life.Types) || len(copied.Life.Sites) != len(rec.Life.Sites) {
		t.Errorf("%d types and %d sites became %d and %d", len(rec.Life.Types), len(rec.Life.Sites), len(copied.Life.Types),
			len(copied.Life.Sites))
	}
	if !slices.Equal(copied.Notes, notes) || len(copied.Warnings) != 1 || !strings.HasSuffix(copied.Warnings[0].Text, dropped) {
		t.Errorf("notes %v, warnings %v of the copy", copied.Notes, copied.Warnings)
	}
}

func checkLife(t *testing.T, rec *trace.Recording, h *trace.Heap, gcs []trace.GC, allocations []trace.Allocation, deaths []trace.Death) {
	t.Helper()
	if !slices.Equal(rec.GCs, gcs) || !rec.Knows.Has(trace.KnowsAllocations|trace.KnowsDeaths) || rec.Life.Interval != 4096 {
		t.Errorf("GCs %+v, knows %v", rec.GCs, rec.Knows.Names())
	}
	threads := []string{"main", "gone"}
	l := rec.Life
	same := func(kind trace.TypeID, site trace.SiteID, thread int32, wantKind trace.TypeID, wantSite trace.SiteID, wantThread int32) bool {
		return l.Types[kind].Name == h.Types[wantKind].Name && (site == trace.NoSite) == (wantSite == trace.NoSite) &&
			(site == trace.NoSite || slices.Equal(l.Sites[site].Frames, h.Sites[wantSite].Frames)) &&
			(thread == trace.NoThread) == (wantThread == trace.NoThread) && (thread == trace.NoThread || l.Threads[thread] == threads[wantThread])
	}
	i := 0
	err := l.Allocations(t.Context(), func(a trace.Allocation) {
		want := allocations[i]
		i++
		if !same(a.Type, a.Site, a.Thread, want.Type, want.Site, want.Thread) {
			t.Errorf("allocation %d is %+v, want %+v", i, a, want)
		}
		a.Type, a.Site, a.Thread = want.Type, want.Site, want.Thread
		if a != want {
			t.Errorf("allocation %d is %+v, want %+v", i, a, want)
		}
	})
	if err != nil || i != len(allocations) {
		t.Errorf("%d allocations, %v", i, err)
	}
	i = 0
	err = l.Deaths(t.Context(), func(d trace.Death) {
		want := deaths[i]
		i++
		if !same(d.Type, d.Site, d.Thread, want.Type, want.Site, want.Thread) {
			t.Errorf("death %d is %+v, want %+v", i, d, want)
		}
		d.Type, d.Site, d.Thread = want.Type, want.Site, want.Thread
		if d != want {
			t.Errorf("death %d is %+v, want %+v", i, d, want)
		}
	})
	if err != nil || i != len(deaths) {
		t.Errorf("%d deaths, %v", i, err)
	}
}

// TestRowsThatCannotBeWritten checks that rows of types that do not exist are left out, wherever they are, and that sizes below 0 are written
// as 0. A site that does not exist or has no frames is unknown. Rows on both sides of the limit of a chunk are kept.
func TestRowsThatCannotBeWritten(t *testing.T) {
	h := everything()
	empty := trace.SiteID(len(h.Sites))
	h.Sites = append(h.Sites, trace.Site{})
	bad := trace.TypeID(len(h.Types))
	for _, n := range []int{1, 2, 1 << 14, 1<<14 + 1, 1<<14 + 2, 1<<15 + 3} {
		var file bytes.Buffer
		w, err := nativepkg.NewWriter(&file, trace.WriterInfo{})
		if err != nil {
			t.Fatal(err)
		}
		w.State(nativepkg.PointInfo{Time: time.Second}, h)
		var all []trace.Allocation
		var deaths []trace.Death
		for i := range n {
			site := []trace.SiteID{trace.NoSite, empty, empty + 1, empty + 2}[i%4]
			all = append(all, trace.Allocation{Until: 1, Site: site, Thread: trace.NoThread, Objects: int64(i), Bytes: 8})
			deaths = append(deaths, trace.Death{Identity: uint64(i), Site: site, Thread: trace.NoThread, Bytes: 8, GC: 1})
			if i == 1 {
				all[i].Type, deaths[i].Type = bad, bad
			}
		}
		all[0].Objects, all[0].Bytes, deaths[0].Bytes = -1, -1, -1
		if err := cmp.Or(w.Allocations(h.Types, h.Sites, nil, all), w.Deaths(h.Types, h.Sites, nil, deaths), w.Close()); err != nil {
			t.Fatal(err)
		}
		rec := openBytes(t, file.Bytes())
		want := max(1, n-1)
		count, sum := 0, int64(0)
		if err := rec.Life.Allocations(t.Context(), func(a trace.Allocation) {
			count++
			sum += a.Bytes
			if a.Site != trace.NoSite {
				t.Fatalf("an allocation has site %d", a.Site)
			}
		}); err != nil || count != want ||
			sum != 8*int64(want-1) {
			t.Errorf("%d rows: %d allocations of %d bytes, want %d; %v", n, count, sum, want, err)
		}
		count, sum = 0, 0
		if err := rec.Life.Deaths(t.Context(), func(d trace.Death) {
			count++
			sum += d.Bytes
			if d.Site != trace.NoSite {
				t.Fatalf("a death has site %d", d.Site)
			}
		}); err != nil || count != want ||
			sum != 8*int64(want-1) {
			t.Errorf("%d rows: %d deaths of %d bytes, want %d; %v", n, count, sum, want, err)
		}
	}
}

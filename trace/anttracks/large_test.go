package anttracks

import (
	"io"
	"runtime"
	"testing"

	"memcity/trace/wire/anttracks"
)

// largeTrace generates a trace whose program allocates objects of 24 bytes in an eden that has room for perGC of them. Every minor GC keeps
// the last of each group of keepEvery objects by moving it to the old generation.
type largeTrace struct {
	perGC, keepEvery int
	gcs              int // left
	kept             uint64
	buffered         []byte
	w                eventWriter
	started          bool
}

const (
	largeObject = 24
	largeEden   = heapBase
	largeOld    = heapBase + 1<<32
)

// Read implements io.Reader.
func (g *largeTrace) Read(b []byte) (int, error) {
	for len(g.buffered) == 0 {
		switch {
		case !g.started:
			g.started = true
			g.buffered = le.AppendUint32(header(1), 0)
			for i, start := range []uint64{largeOld, largeEden} {
				g.w.begin(anttracks.SpaceCreated, 0)
				g.w.words = append(g.w.words, uint32(i))
				g.w.quad(start)
				g.w.quad(1 << 32)
				g.w.begin(anttracks.SpaceUsed, uint32([]int{oldSpace, edenSpace}[i])<<18)
				g.w.words = append(g.w.words, uint32(i))
			}
			g.flush(1)
		case g.gcs == 0:
			return 0, io.EOF
		default:
			g.round()
			g.gcs--
		}
	}
	n := copy(b, g.buffered)
	g.buffered = g.buffered[n:]
	return n, nil
}

// flush writes the words as a buffer of a thread.
func (g *largeTrace) flush(thread uint64) {
	g.buffered = le.AppendUint32(le.AppendUint64(g.buffered, thread), uint32(4*len(g.w.words)))
	for _, word := range g.w.words {
		g.buffered = le.AppendUint32(g.buffered, word)
	}
	g.w.words = g.w.words[:0]
}

// maxWords is the number of words of a buffer.
const maxWords = 8 << 10

// round allocates until the eden is full, then collects it.
func (g *largeTrace) round() {
	g.w.begin(anttracks.TLAB, 0)
	g.w.quad(uint64(g.perGC) * largeObject)
	g.w.quad(largeEden)
	for range g.perGC {
		g.w.begin(anttracks.AllocFast, 20<<8)
		if len(g.w.words) >= maxWords {
			g.flush(2)
		}
	}
	g.flush(2)
	g.w.gc(anttracks.GCStart, minorGC, 7)
	g.w.begin(anttracks.GCInfo, 1)
	g.w.words = append(g.w.words, 7)
	g.flush(1)
	for i := g.keepEvery - 1; i < g.perGC; i += g.keepEvery {
		g.w.begin(anttracks.MoveSlow, 0)
		g.w.quad(largeEden + uint64(i)*largeObject)
		g.w.quad(largeOld + g.kept*largeObject)
		g.kept++
		if len(g.w.words) >= maxWords {
			g.flush(3)
		}
	}
	g.flush(3)
	g.w.gc(anttracks.GCEnd, minorGC, 7)
	g.flush(1)
}

// replayLarge replays a generated trace and returns the replay and the number of events.
func replayLarge(t testing.TB, g *largeTrace) (r *replay, events int64) {
	s := smallSymbols(t, 0)
	r = newReplay(s)
	tr, err := anttracks.ReadTrace(t.Context(), g, s, anttracks.Visitor{Begin: r.threads.next, Start: r.begin, Event: r.event})
	if err != nil || len(tr.Faults.List) > 0 {
		t.Fatal(err, tr.Faults)
	}
	for _, what := range r.problems.order {
		t.Fatalf("%s: %d times, first %s", what, r.problems.count[what], r.problems.first[what])
	}
	for _, n := range tr.Events {
		events += n
	}
	return r, events
}

// TestMemory checks that a replay without references takes at most 40 bytes for each live object, at sizes just before and after the columns
// grow.
func TestMemory(t *testing.T) {
	for _, live := range []int{1_000_000, 1_100_000, 1_250_000} {
		before := heapBytes()
		r, _ := replayLarge(t, &largeTrace{perGC: live / 100, keepEvery: 1, gcs: 100})
		if r.live != live/100*100 {
			t.Fatalf("%d objects, want %d", r.live, live)
		}
		if per := float64(heapBytes()-before) / float64(r.live); per > 40 {
			t.Errorf("%d objects take %.1f bytes each", r.live, per)
		}
		runtime.KeepAlive(r)
	}
}

func heapBytes() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// BenchmarkReplayLarge measures the replay of a program that keeps one of 50 objects, up to 200,000.
func BenchmarkReplayLarge(b *testing.B) {
	events := int64(0)
	for b.Loop() {
		_, n := replayLarge(b, &largeTrace{perGC: 100_000, keepEvery: 50, gcs: 100})
		events += n
	}
	b.ReportMetric(float64(events)*60/b.Elapsed().Seconds()/1e6, "Mevents/min")
}

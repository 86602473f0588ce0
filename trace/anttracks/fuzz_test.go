package anttracks

import (
	"bytes"
	"context"
	"encoding/binary"
	"testing"

	"memcity/trace"
	"memcity/trace/wire/anttracks"
)

var le = binary.LittleEndian

// header returns the header of a file of the given kind.
func header(kind uint32) []byte {
	return le.AppendUint32(le.AppendUint32(le.AppendUint32(le.AppendUint32(nil, 0x00C0FFEE), 1), 42), kind)
}

// smallSymbols has an instance with two references, a java.lang.ref.WeakReference, arrays, class objects, and a site for each.
func smallSymbols(t testing.TB, flags uint32) *anttracks.Symbols {
	b := le.AppendUint32(le.AppendUint32(header(0), flags), 8)
	b = append(b, 0)
	typ := func(id uint32, name string, size uint32) {
		b = le.AppendUint32(append(le.AppendUint32(append(b, 24), id), name...), size)
	}
	field := func(i uint32, descriptor, name string) {
		b = le.AppendUint16(append(le.AppendUint32(b, i), descriptor+name+" "...), 0)
	}
	list := func(tag byte, n uint32) { b = le.AppendUint32(append(b, tag), n) }
	typ(1, "Lapp/Node;", 24)
	list(56, 2)
	field(1, "Lapp.Node;", "next")
	field(0, "Ljava.lang.Object;", "item")
	typ(2, "[I", 16<<8|4)
	typ(3, "[Ljava/lang/Object;", 16<<8|4)
	typ(4, "Ljava/lang/Class;", 96)
	typ(5, "Ljava/lang/ref/Reference;", 48)
	list(56, 4)
	for i, name := range []string{"discovered", "next", "queue", "referent"} {
		field(uint32(3-i), "Ljava.lang.Object;", name)
	}
	for id := range uint16(5) {
		b = le.AppendUint16(append(b, 42), 20+id)
		b = append(le.AppendUint32(b, 1), "app.Main.make()V"...)
		b = le.AppendUint32(le.AppendUint32(b, uint32(id)), uint32(id)+1)
	}
	s, err := anttracks.ReadSymbols(bytes.NewReader(b))
	if err != nil || len(s.Faults.List) > 0 {
		t.Fatal(err, s.Faults)
	}
	return s
}

// eventWriter turns arbitrary bytes into events that mostly fit each other.
type eventWriter struct {
	script []byte
	words  []uint32
}

func (w *eventWriter) next(n int) uint32 {
	if len(w.script) == 0 {
		return 0
	}
	v := w.script[0]
	w.script = w.script[1:]
	return uint32(v) % uint32(n)
}

// heapBase is where the spaces begin: 4 of 4 kB.
const heapBase = 0x1_0000_0000

func (w *eventWriter) quad(v uint64) { w.words = append(w.words, uint32(v), uint32(v>>32)) }
func (w *eventWriter) begin(k anttracks.Kind, rest uint32) {
	w.words = append(w.words, uint32(k)<<26|rest)
}
func (w *eventWriter) address() uint64 { return heapBase + 8*uint64(w.next(256))*uint64(1+w.next(8)) }
func (w *eventWriter) gc(k anttracks.Kind, typ, id uint32) {
	w.begin(k, typ<<16)
	w.words = append(w.words, id)
	w.quad(5)
	w.quad(heapBase)
}
func (w *eventWriter) pointers() (payload uint32, n []byte) {
	for shift := 22; shift >= 0; shift -= 2 {
		kind := w.next(4)
		payload |= kind << shift
		if kind == 0 {
			break
		}
		n = append(n, byte(kind))
	}
	return payload, n
}

func (w *eventWriter) targets(n []byte) {
	for _, kind := range n {
		switch kind {
		case 1:
			w.words = append(w.words, w.next(256)-128)
		case 2:
			w.quad(w.address())
		}
	}
}

// event writes one event.
func (w *eventWriter) event() {
	site := 20 + w.next(5)
	switch w.next(14) {
	case 0:
		w.begin(anttracks.TLAB, 0)
		w.quad(8 * uint64(w.next(256)))
		w.quad(w.address())
	case 1:
		w.begin(anttracks.AllocFast, site<<8|w.next(20))
	case 2:
		w.begin(0x10, site<<8|w.next(20))
		w.quad(w.address())
	case 3:
		w.begin(anttracks.AllocVM, site<<8)
		w.quad(w.address())
		typ := 1 + w.next(5)
		w.words = append(w.words, typ)
		if typ == 4 {
			w.words = append(w.words, 8*w.next(32))
		}
	case 4:
		w.gc(anttracks.GCStart, w.next(4), 7)
	case 5, 6:
		w.gc(anttracks.GCEnd, w.next(4), 7)
	case 7:
		w.begin(anttracks.MoveSlow, 0)
		w.quad(w.address())
		w.quad(w.address())
	case 8:
		w.begin(anttracks.MoveRegion, w.next(8))
		w.quad(w.address())
		w.quad(w.address())
	case 9:
		w.begin(anttracks.PLAB, 0)
		w.quad(8 * uint64(w.next(256)))
		w.quad(w.address())
	case 10:
		w.begin(anttracks.MoveFastNarrow, w.next(3)<<24|w.next(256)<<2)
	case 11:
		w.begin(anttracks.Kind(4+w.next(2)), w.next(6))
		if w.words[len(w.words)-1]>>26 == uint32(anttracks.GCInfo) {
			w.words = append(w.words, 7)
		}
	case 12:
		payload, n := w.pointers()
		k := anttracks.Kind(0x2A + w.next(5))
		w.begin(k, payload)
		w.quad(w.address())
		w.targets(n)
	case 13:
		w.space()
	}
}

func (w *eventWriter) space() {
	i := w.next(6)
	switch w.next(4) {
	case 0, 1:
		w.begin(anttracks.SpaceCreated, 0)
		w.words = append(w.words, i)
		w.quad(heapBase + 4096*uint64(w.next(4)))
		w.quad(4096 * uint64(w.next(3)))
	case 2:
		w.begin(anttracks.SpaceUsed, w.next(3)<<18|w.next(3)<<10)
		w.words = append(w.words, i)
	default:
		w.begin(anttracks.SpaceReleased, 0)
		w.words = append(w.words, i)
	}
}

// FuzzEvents replays arbitrary events. The tables must stay consistent, and each heap state must be valid.
func FuzzEvents(f *testing.F) {
	f.Add([]byte("some events that are not related to each other"), uint8(2))
	f.Add(bytes.Repeat([]byte{0, 9, 200, 13, 1, 4, 7, 5, 12, 2}, 40), uint8(6))
	f.Fuzz(func(t *testing.T, script []byte, flags uint8) {
		s := smallSymbols(t, uint32(flags)&6)
		w := &eventWriter{script: script}
		b := le.AppendUint32(header(1), 0)
		for thread := uint64(1); len(w.script) > 0; thread = 1 + (thread+1)%3 {
			w.words = w.words[:0]
			for n := 1 + w.next(12); n > 0; n-- {
				w.event()
			}
			b = le.AppendUint32(le.AppendUint64(b, thread), uint32(4*len(w.words)))
			for _, word := range w.words {
				b = le.AppendUint32(b, word)
			}
		}
		r := newReplay(s)
		sites := heapSites(s, &classLines{classes: nil})
		r.after = func() error { r.check(t); checkHeap(t, r.heap(sites, r.threads.nameAll())); return nil }
		if _, err := anttracks.ReadTrace(context.Background(), bytes.NewReader(b), s,
			anttracks.Visitor{Begin: r.threads.next, Start: r.begin, Event: r.event}); err != nil {
			t.Fatal(err)
		}
		r.check(t)
	})
}

// check compares the tables with a scan of all objects.
func (r *replay) check(t *testing.T) {
	t.Helper()
	live, placed, bytes := 0, 0, int64(0)
	for i, n := range r.origin {
		s := slot(i)
		if n == 0 {
			continue
		}
		live++
		if !r.origins[n].filler {
			bytes += r.sizeOf(s)
		}
		if r.at[s] != 0 {
			placed++
			if r.find(r.at[s]) != s {
				t.Fatalf("object %d is not found at its place", s)
			}
		}
	}
	if live != r.live || placed != r.index.count || bytes != r.bytes || live+len(r.free)+1 != len(r.at) {
		t.Fatalf("%d objects, %d placed, %d bytes; the tables have %d, %d, %d", live, placed, bytes, r.live, r.index.count, r.bytes)
	}
}

func checkHeap(t *testing.T, h *trace.Heap) {
	t.Helper()
	seen := map[uint64]bool{}
	for o := range trace.ObjectID(h.Len()) {
		if seen[h.Identity[o]] {
			t.Fatalf("two objects have the identity %#x", h.Identity[o])
		}
		seen[h.Identity[o]] = true
		for _, to := range h.References(o) {
			if int(to) >= h.Len() {
				t.Fatalf("a reference to object %d of %d", to, h.Len())
			}
		}
	}
	for _, x := range h.Roots {
		if int(x.Object) >= h.Len() {
			t.Fatalf("root %d of %d", x.Object, h.Len())
		}
	}
}

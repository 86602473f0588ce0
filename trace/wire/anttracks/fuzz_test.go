package anttracks

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"testing"
)

func FuzzFiles(f *testing.F) {
	for _, version := range []int{newVersion, oldVersion} {
		f.Add(sampleSymbols(version, 0))
	}
	f.Add(sampleTrace())
	f.Add(append(le.AppendUint32(header(ClassesFile), 0), "trace\x00\x0e\x01\x00\x00\x00\x01\x00\x00\x00x"...))
	symbols := mustSymbols(f, sampleSymbols(newVersion, 0))
	f.Fuzz(func(t *testing.T, data []byte) {
		checkSymbols(t, data)
		size := int64(len(data))
		if c, err := ReadClasses(bytes.NewReader(data), nil); err == nil && (c.Bytes > size || c.Content > size) {
			t.Fatalf("%d bytes of classes in %d of %d bytes", c.Content, c.Bytes, size)
		}
		for _, s := range []*Symbols{nil, symbols} {
			checkTrace(t, data, s)
		}
	})
}

// checkSymbols reads symbols of arbitrary bytes; nil if they cannot be read.
func checkSymbols(t *testing.T, data []byte) *Symbols {
	s, err := ReadSymbols(bytes.NewReader(data))
	if err != nil {
		return nil
	}
	if size := int64(len(data)); s.Bytes > size || int64(len(s.Causes)+len(s.Types)+len(s.Sites)) > size {
		t.Fatalf("%d records in %d of %d bytes", len(s.Causes)+len(s.Types)+len(s.Sites), s.Bytes, size)
	}
	return s
}

// checkTrace reads a trace of arbitrary bytes.
func checkTrace(t *testing.T, data []byte, s *Symbols) {
	var events int64
	tr, err := ReadTrace(context.Background(), bytes.NewReader(data), s, Visitor{Buffer: func(b *Buffer) error { events += b.Events; return nil }})
	if err != nil {
		return
	}
	var total int64
	for _, n := range tr.Events {
		total += n
	}
	if tr.Bytes > int64(len(data)) || total != events || total*4+tr.Lost > tr.All.Raw+tr.All.Buffers*4 {
		t.Fatalf("%d events in buffers, %d in all, %+v, lost %d", events, total, tr.All, tr.Lost)
	}
}

// scripted is a source of random numbers taken from the bytes of a fuzz test, and of generated numbers after their end.
type scripted struct {
	script []byte
	mixed  uint64
}

func (s *scripted) Uint64() uint64 {
	s.mixed = s.mixed*6364136223846793005 + 1442695040888963407
	if len(s.script) == 0 {
		return s.mixed
	}
	first := s.script[0]
	s.script = s.script[1:]
	return uint64(first)<<56 | s.mixed>>8
}

// extremes are numbers that are likely to break readers.
var extremes = []uint32{0, 1, 2, 3, 7, 255, 256, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x10001, maxIDs + 1, 0x7FFFFF, 0x800000, 0xFFFFFF, MaxBuffer - 1,
	MaxBuffer, MaxBuffer + 1, 1<<29 - 1, 1 << 29, math.MaxInt32, 1 << 31, math.MaxUint32 - 1, math.MaxUint32, anchor}

// edited changes some of the numbers at the given positions.
func (s *scripted) edited(rnd *rand.Rand, b []byte, places []int) {
	for edits := rnd.IntN(8); edits > 0 && len(s.script) > 0 && len(places) > 0; edits-- {
		at := places[rnd.IntN(len(places))]
		if n := extremes[rnd.IntN(len(extremes))]; rnd.IntN(2) == 0 {
			le.PutUint32(b[at:], n)
		} else {
			le.PutUint32(b[at:], le.Uint32(b[at:])+uint32(rnd.IntN(9))-4)
		}
	}
}

// symbols writes well-formed records with some wrong numbers.
func (s *scripted) symbols(rnd *rand.Rand) []byte {
	version := []int{newVersion, oldVersion}[rnd.IntN(2)]
	w := newSymbols(version, uint32(rnd.IntN(8)), []string{"trace_0", ""}[rnd.IntN(2)])
	causes, types, sites := sampleTypes(version)
	for records := rnd.IntN(16); records > 0; records-- {
		switch rnd.IntN(4) {
		case 0:
			w.cause(causes[rnd.IntN(len(causes))])
		case 1:
			w.site(sites[rnd.IntN(len(sites))])
		case 2:
			t := types[rnd.IntN(len(types))]
			t.ID = int32(extremes[rnd.IntN(len(extremes))])
			w.typ(t)
		default:
			w.typ(types[rnd.IntN(len(types))])
		}
	}
	s.edited(rnd, w.b, w.places)
	return append(w.b, 0)
}

// words returns the positions of the whole words of b, starting at from.
func words(b []byte, from int) (places []int) {
	for ; from+4 <= len(b); from += 4 {
		places = append(places, from)
	}
	return places
}

// trace writes buffers of well-formed events with some wrong words.
func (s *scripted) trace(rnd *rand.Rand) []byte {
	version := []int{newVersion, oldVersion}[rnd.IntN(2)]
	anchors := rnd.IntN(4) == 3
	b := newTrace()
	var heads []int
	for buffers := 1 + rnd.IntN(4); buffers > 0; buffers-- {
		var data []byte
		for events := rnd.IntN(24); events > 0; events-- {
			data = randomEvent(rnd, version).append(data, anchors)
		}
		s.edited(rnd, data, words(data, 0))
		heads = append(heads, len(b)+8)
		b = addBuffer(b, uint64(rnd.IntN(4))<<12, uint8(rnd.IntN(4)), rnd.IntN(3) == 2, data)
	}
	s.edited(rnd, b, heads)
	if rnd.IntN(4) == 3 {
		b = b[:rnd.IntN(len(b)+1)]
	}
	return b
}

// FuzzRecords reads well-formed but wrong symbols and traces. It reads the traces with these symbols, with others and without.
func FuzzRecords(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("\x00\x01\x01\xff and what else may be there of types, sites and causes"))
	f.Add([]byte("\xff\x80\x01\xf0\xff\xc0\xa0 records and events of all kinds, with anchors behind them \xff\xff\xff"))
	for i := range 8 {
		f.Add(bytes.Repeat([]byte{byte(32 * i), byte(96 * i), byte(17 * i), 0xA7}, 40))
	}
	sound := mustSymbols(f, sampleSymbols(newVersion, 0))
	f.Fuzz(func(t *testing.T, script []byte) {
		s := &scripted{script: script}
		rnd := rand.New(s)
		if rnd.IntN(2) == 1 {
			checkSymbols(t, s.symbols(rnd))
			return
		}
		symbols := []*Symbols{nil, sound, nil}[rnd.IntN(3)]
		if rnd.IntN(4) == 3 {
			symbols = checkSymbols(t, s.symbols(rnd))
		}
		checkTrace(t, s.trace(rnd), symbols)
	})
}

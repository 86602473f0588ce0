package goheap

import (
	"encoding/binary"
	"reflect"
	"testing"
)

func TestFrameOffset(t *testing.T) {
	for expr, want := range map[string]struct {
		at int64
		ok bool
	}{
		"\x91\x08":                         {8, true},
		"\x91\x70":                         {-16, true},
		"\x91\xf0\x7e":                     {-144, true},
		"\x9c":                             {0, true},
		"\x9c\x11\x10\x22":                 {16, true},
		"\x91\x70\x93\x08\x91\x78\x93\x08": {-16, true}, // a string, whose parts are adjacent
		"\x91\x70\x93\x08\x91\x00\x93\x08": {},
		"\x91\x70\x93\x08\x93\x08\x91\x00\x93\x08": {},
		"\x50":     {}, // a register
		"":         {},
		"\x9c\x11": {},
	} {
		if at, ok := frameOffset([]byte(expr)); at != want.at || ok != want.ok {
			t.Errorf("%x: %d, %v; expected %d, %v", expr, at, ok, want.at, want.ok)
		}
	}
}

// TestLists checks the same places in both forms of lists.
func TestLists(t *testing.T) {
	word := func(v uint64) string { return string(binary.LittleEndian.AppendUint64(nil, v)) }
	l := locations{base: 0x1000, addrs: []byte("header!!" + word(0x2000)), addrsAt: 8}
	want := [][2]uint64{{0x2010, 0x2020}, {0x3000, 0x3008}}
	check := func(name string, read func(add func(from, to uint64, expr []byte))) {
		var got [][2]uint64
		read(func(from, to uint64, expr []byte) { got = append(got, [2]uint64{from, to}) })
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %x; expected %x", name, got, want)
		}
	}
	check("DWARF 5", func(add func(from, to uint64, expr []byte)) {
		l.list([]byte("\x01\x00\x04\x10\x20\x02\x91\x08\x08"+word(0x3000)+"\x08\x02\x91\x08\x00"), add)
	})
	check("DWARF 4", func(add func(from, to uint64, expr []byte)) {
		l.oldList([]byte(word(1<<64-1)+word(0x2000)+word(0x10)+word(0x20)+"\x02\x00\x91\x08"+word(0x1000)+word(0x1008)+"\x02\x00\x91\x08"+word(0)+word(0)), add)
	})
}

// FuzzLocations reads any expression and list.
func FuzzLocations(f *testing.F) {
	f.Add([]byte("\x91\x70\x93\x08\x91\x78\x93\x08"))
	f.Add([]byte("\x01\x00\x04\x10\x20\x02\x91\x08\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		frameOffset(data)
		l := locations{addrs: data}
		add := func(_, _ uint64, expr []byte) {
			if len(expr) > len(data) {
				t.Error("an expression is longer than its list")
			}
		}
		l.list(data, add)
		l.oldList(data, add)
	})
}

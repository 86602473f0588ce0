package native_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/trace"
	nativepkg "memcity/trace/native"
	"memcity/trace/open"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/hostile"
	"memcity/trace/tracetest/tabletext"
	"memcity/trace/wire/memcity"
)

func entries(t testing.TB, data []byte) []memcity.Entry {
	t.Helper()
	found, _, _, _, err := memcity.Scan(bytes.NewReader(data), int64(len(data)), 0)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// loadAll loads all points of a file, if it can be opened, and returns the heaps with all warnings.
func loadAll(t testing.TB, data []byte) (heaps []*trace.Heap, reported string, err error) {
	t.Helper()
	rec, err := open.Files(t.Context(), "test", []trace.File{trace.MemoryFile("test.mct", data)}, nil)
	if err != nil {
		return nil, "", err
	}
	all := rec.Warnings
	for _, p := range rec.Points {
		if p.Load == nil {
			continue
		}
		h, warnings, err := p.Load(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		checkHeap(t, h)
		heaps, all = append(heaps, h), append(all, warnings...)
	}
	if l := rec.Life; l != nil {
		if l.Allocations != nil {
			l.Allocations(t.Context(), func(a trace.Allocation) { _ = l.Types[a.Type] })
		}
		if l.Deaths != nil {
			l.Deaths(t.Context(), func(d trace.Death) { _ = l.Types[d.Type] })
		}
	}
	return heaps, fmt.Sprint(all), nil
}

// damaged returns data with a changed byte in the middle of a chunk.
func damaged(data []byte, e memcity.Entry) []byte {
	data = slices.Clone(data)
	data[e.Offset+e.Stored-1] ^= 0x55
	return data
}

// TestDamage damages one chunk after the other and checks that the others are still read, and that the damage is reported.
func TestDamage(t *testing.T) {
	h := everything()
	var file bytes.Buffer
	w, err := nativepkg.NewWriter(&file, trace.WriterInfo{})
	if err != nil {
		t.Fatal(err)
	}
	w.State(nativepkg.PointInfo{}, h)
	writeLives(t, w, h)
	if err := cmp.Or(w.State(nativepkg.PointInfo{Time: time.Second}, h), w.Close()); err != nil {
		t.Fatal(err)
	}
	for _, e := range entries(t, file.Bytes()) {
		if e.Rows == 0 {
			continue
		}
		heaps, reported, err := loadAll(t, damaged(file.Bytes(), e))
		switch {
		case err != nil:
			t.Errorf("%s: %v", e.Kind, err)
		case len(heaps) != 2:
			t.Errorf("%s: %d heap states", e.Kind, len(heaps))
		case reported == "[]" && e.Kind != memcity.Allocations && e.Kind != memcity.Deaths:
			t.Errorf("%s: nothing is reported", e.Kind)
		case e.Kind != memcity.Objects && (heaps[0].Len() != h.Len() || !slices.Equal(heaps[0].RefTo, h.RefTo)):
			t.Errorf("%s: %d objects with %d references", e.Kind, heaps[0].Len(), len(heaps[0].RefTo))
		}
	}
}

// TestLostBlock checks that the objects of the other blocks keep their order and their references to each other.
func TestLostBlock(t *testing.T) {
	const n = 400_000
	h := tracetest.RandomHeap(7, n)
	data := native(t, trace.WriterInfo{}, h)
	var blocks []memcity.Entry
	for _, e := range entries(t, data) {
		if e.Kind == memcity.Objects {
			blocks = append(blocks, e)
		}
	}
	if len(blocks) < 4 {
		t.Fatalf("%d blocks", len(blocks))
	}
	for _, lost := range []int{0, 1, len(blocks) - 1} {
		from, to := int(blocks[lost].Head[1]), int(blocks[lost].Head[1])+blocks[lost].Rows
		heaps, reported, err := loadAll(t, damaged(data, blocks[lost]))
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("%d of %d objects and the references to them are missing", to-from, n); !strings.Contains(reported, want) {
			t.Errorf("%s, want %s", reported, want)
		}
		got := heaps[0]
		move := func(o int) int {
			if o >= to {
				o -= to - from
			}
			return o
		}
		if got.Len() != n-(to-from) {
			t.Fatalf("%d objects", got.Len())
		}
		for o := range n {
			if o >= from && o < to {
				continue
			}
			var want []trace.ObjectID
			for _, r := range h.References(trace.ObjectID(o)) {
				if int(r) < from || int(r) >= to {
					want = append(want, trace.ObjectID(move(int(r))))
				}
			}
			at := trace.ObjectID(move(o))
			if !slices.Equal(got.References(at), want) || got.Extent.At(at) != h.Extent.At(trace.ObjectID(o)) {
				t.Fatalf("object %d refers to %v, want %v", o, got.References(at), want)
			}
		}
	}
}

// TestCut truncates a file at and within every chunk, and checks that the complete chunks are read.
func TestCut(t *testing.T) {
	h := everything()
	data := native(t, trace.WriterInfo{}, h, h, h)
	ends := 0
	for _, e := range entries(t, data) {
		for _, at := range []int64{e.Offset, e.Offset + e.Stored/2} {
			heaps, reported, err := loadAll(t, data[:at])
			var fault *trace.InputError
			switch {
			case err != nil && (ends > 0 || !errors.As(err, &fault)):
				t.Errorf("cut at %d in %s: %v", at, e.Kind, err)
			case err != nil:
			case len(heaps) != max(1, ends) || !strings.Contains(reported, "the recording was cut short"):
				t.Errorf("cut at %d in %s: %d heap states, %s", at, e.Kind, len(heaps), reported)
			case ends > 0:
				for _, got := range heaps {
					sameHeap(t, got, h)
				}
			}
		}
		if e.Kind == memcity.StateEnd {
			ends++
		}
	}
	if ends != 3 {
		t.Errorf("%d ends", ends)
	}
	if _, _, err := loadAll(t, data[:40]); err == nil || !strings.Contains(err.Error(), "no complete GC point") {
		t.Errorf("the beginning alone: %v", err)
	}
}

// text returns the text form of a file.
func text(t testing.TB, data []byte) string {
	t.Helper()
	var out bytes.Buffer
	for _, e := range entries(t, data) {
		table, err := memcity.ReadTable(bytes.NewReader(data), e)
		if err == nil && e.Kind != memcity.Index {
			err = memcity.WriteText(&out, table)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return out.String()
}

// fromText converts the text form to a file; nil if that fails.
func fromText(text string) []byte {
	var out bytes.Buffer
	w, err := memcity.NewWriter(&out)
	if err != nil {
		return nil
	}
	if err := tabletext.Parse(strings.NewReader(text), w.Write); err != nil || w.Close() != nil {
		return nil
	}
	return out.Bytes()
}

// lies are heap states with impossible numbers.
var lies = []string{
	`{"chunk":"types","rows":[{"number":0,"name":"app.A","super":1,"base":16},{"number":1,"name":"app.B","super":3},{"number":2,"super":2,"kind":9}]}
{"chunk":"state","head":{"number":0,"objects":18446744073709551615,"bytes":18446744073709551615,"align":3}}
{"chunk":"objects","head":{"state":0,"first":0},"rows":[{"type":7,"extent":18446744073709551615,"site":9,"thread":9,"space":9,"birth":18446744073709551615,"references":[18446744073709551615,9,2]}]}
{"chunk":"objects","head":{"state":0,"first":0},"rows":[{}]}
{"chunk":"objects","head":{"state":0,"first":18446744073709551615},"rows":[{}]}
{"chunk":"objects","head":{"state":0,"first":4294967294},"rows":[{"references":[3]},{},{}]}
{"chunk":"references","head":{"state":0,"object":0,"slot":18446744073709551615},"rows":[{"reference":2}]}
{"chunk":"classes","head":{"state":0},"rows":[{"type":99,"object":1},{"type":0,"object":1,"loader":99}]}
{"chunk":"stacks","head":{"state":0},"rows":[{"thread":9,"object":99,"frames":["a"]}]}
{"chunk":"roots","head":{"state":0},"rows":[{"kind":99,"object":0,"stack":9,"frame":9},{"object":99},{"stack":1,"frame":2}]}
{"chunk":"state end","head":{"state":0}}`,
	`{"chunk":"sites","rows":[{"number":3,"caller":4},{"number":1},{"number":4,"caller":99,"frame":18446744073709551615},{"number":18446744073709551615}]}
{"chunk":"threads","rows":[{"number":18446744073709551615},{"number":2,"name":"a"},{"number":2,"name":"b"}]}
{"chunk":"types","rows":[{"number":5,"name":"app.A","kind":3,"fields":["x"],"statics":["y"]}]}
{"chunk":"state","head":{"number":18446744073709551615,"time":18446744073709551615,"gc":18446744073709551615}}
{"chunk":"objects","head":{"state":18446744073709551615,"first":5},"rows":[{"type":5,"extent":8,"identity":7,"site":5,"thread":3,"references":[2,3,1]}]}
{"chunk":"state","head":{"number":0,"level":1}}
{"chunk":"counts","head":{"state":0},"rows":[{"type":77,"objects":18446744073709551615,"bytes":1}]}
{"chunk":"state end","head":{"state":0}}
{"chunk":"deaths","head":{"gc":18446744073709551615},"rows":[{"identity":1,"type":9,"site":99,"thread":99},{"type":5,"site":99,"birth":18446744073709551615}]}
{"chunk":"allocations","rows":[{"type":99},{"type":1,"site":99,"thread":99}]}
{"chunk":"gcs","rows":[{"number":18446744073709551615,"start":18446744073709551615}]}
{"chunk":"info","rows":[{"name":"knows","text":"objects nonsense values"},{"name":"start","text":"-5"},{"name":"interval","text":"x"}]}`,
}

func TestLies(t *testing.T) {
	for i, lie := range lies {
		data := fromText(lie)
		if data == nil {
			t.Fatalf("%d cannot be written", i)
		}
		heaps, reported, err := loadAll(t, data)
		if err != nil || len(heaps) == 0 || !strings.Contains(reported, "missing") {
			t.Errorf("%d: %d heap states, %s, %v", i, len(heaps), reported, err)
		}
	}
}

// FuzzTables opens files with well-formed but wrong tables.
func FuzzTables(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("\x20what a table says of rows and their numbers, of types that are their own super types, and of objects"))
	f.Fuzz(func(t *testing.T, script []byte) { loadAll(t, hostile.Trace(script)) })
}

// FuzzLoad opens files made from random text forms, and checks that every heap state that loads is valid.
func FuzzLoad(f *testing.F) {
	for _, lie := range lies {
		f.Add(lie)
	}
	f.Add(text(f, native(f, trace.WriterInfo{}, everythingOf(4, 6))))
	f.Fuzz(func(t *testing.T, text string) {
		if data := fromText(text); data != nil {
			loadAll(t, data)
		}
	})
}

package memcity

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// whole contains the tables of a valid file with the positions of their chunks.
type whole struct {
	data    []byte
	tables  []*Table
	entries []Entry
}

func wholeFile(t *testing.T, seed uint64, rows int) whole {
	w := whole{tables: sample(seed, rows)}
	w.data = fileOf(t, w.tables...)
	s := scan(w.data, 0)
	if s.err != nil || len(s.entries) != len(w.tables)+1 {
		t.Fatal(s.err, len(s.entries))
	}
	w.entries = s.entries
	return w
}

// compare checks that all tables in data except those in lost are readable and unchanged.
func (w *whole) compare(t *testing.T, what string, s scanned, data []byte, lost func(e *Entry) bool) {
	t.Helper()
	got := s.tables(t, data)
	for i, table := range w.tables {
		at := slices.IndexFunc(got, func(g *Table) bool { return g != nil && equalTables(g, table) == nil })
		if at >= 0 {
			got = got[at+1:]
		} else if !lost(&w.entries[i]) {
			t.Fatalf("%s: chunk %d (%s) is lost: %+v", what, i, table.Kind, s)
		}
	}
}

// table reports whether scanning data or reading a table from it shows that the file was cut or changed.
func (s *scanned) table(t *testing.T, data []byte) bool {
	_, cut := Cut(int64(len(data)), s.next, s.complete)
	return s.err != nil || cut || len(s.faults) > 0 || slices.Contains(s.tables(t, data), nil)
}

// TestFlips checks that a wrong byte loses only the chunk that contains it, and is reported.
func TestFlips(t *testing.T) {
	w := wholeFile(t, 5, 3)
	for i := range w.data {
		data := bytes.Clone(w.data)
		data[i] ^= 1 << (i % 8)
		s := scan(data, 0)
		if !s.table(t, data) {
			t.Fatalf("byte %d: nothing is reported", i)
		}
		if i < len(magic) {
			if s.err == nil || len(s.entries) > 0 {
				t.Fatalf("byte %d: %v", i, s.err)
			}
			continue
		}
		if s.err != nil {
			t.Fatalf("byte %d: %v", i, s.err)
		}
		inside := func(e *Entry) bool { return int64(i) >= e.Offset && int64(i) < e.end() }
		w.compare(t, fmt.Sprintf("byte %d", i), s, data, inside)
		w.compare(t, fmt.Sprintf("byte %d without the index", i), scan(data, fileHeader), data, inside)
	}
}

// TestCuts checks that a truncated file has all complete chunks, and the rest once it is appended.
func TestCuts(t *testing.T) {
	w := wholeFile(t, 6, 6)
	var grown scanned
	for size := range len(w.data) + 1 {
		data := w.data[:size]
		s := scan(data, 0)
		if s.err != nil || len(s.faults) > 0 || s.complete != (size == len(w.data)) {
			t.Fatalf("%d bytes: %+v", size, s)
		}
		w.compare(t, fmt.Sprint(size, " bytes"), s, data, func(e *Entry) bool { return e.end() > int64(size) })
		if f, cut := Cut(int64(size), s.next, s.complete); cut == s.complete || f.Missing != int64(size)-s.next {
			t.Fatalf("%d bytes: cut is %t: %v", size, cut, f)
		}
		if size%7 == 0 || size == len(w.data) {
			next := scan(data, grown.next)
			if next.err != nil || len(next.faults) > 0 {
				t.Fatalf("%d bytes: %+v", size, next)
			}
			next.entries = append(grown.entries, next.entries...)
			grown = next
		}
	}
	w.compare(t, "grown", grown, w.data, func(*Entry) bool { return false })
	if !grown.complete || len(grown.entries) != len(w.entries) {
		t.Errorf("grown: %+v", grown)
	}
}

// endAt returns the end of the chunk that contains a position.
func (w *whole) endAt(at int) int64 {
	for i := range w.entries {
		if e := &w.entries[i]; e.end() > int64(at) {
			return e.end()
		}
	}
	return int64(len(w.data))
}

// TestMissingAndAdded checks that missing or added bytes lose only the chunks that contain them, even if the previous chunk seems to have
// swallowed the next. Only missing bytes that are exactly whole chunks go unnoticed.
func TestMissingAndAdded(t *testing.T) {
	w := wholeFile(t, 7, 40)
	r := rand.New(rand.NewPCG(3, 3))
	for range 300 {
		at := fileHeader + r.IntN(len(w.data)-fileHeader)
		n := 1 + r.IntN(min(len(w.data)-at, 300))
		missing := slices.Concat(w.data[:at], w.data[at+n:])
		end := w.endAt(at) + int64(n)
		hidden := slices.ContainsFunc(w.entries, func(e Entry) bool { return e.Offset == end })
		touched := func(e *Entry) bool {
			return e.Offset < int64(at+n) && e.end() > int64(at) || hidden && e.Offset >= int64(at) && e.end() <= end
		}
		for _, from := range []int64{0, fileHeader} {
			w.compare(t, fmt.Sprintf("%d bytes missing at %d", n, at), scan(missing, from), missing, touched)
		}
		added := slices.Concat(w.data[:at], randomBytes(r, n), w.data[at:])
		split := func(e *Entry) bool { return e.Offset < int64(at) && e.end() > int64(at) }
		for _, from := range []int64{0, fileHeader} {
			s := scan(added, from)
			w.compare(t, fmt.Sprintf("%d bytes added at %d", n, at), s, added, split)
			if !s.table(t, added) {
				t.Fatalf("%d bytes added at %d: nothing is reported", n, at)
			}
		}
	}
}

func randomBytes(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// TestIndex checks that a missing or invalid index loses nothing, and that an index with a wrong entry loses at most that chunk.
func TestIndex(t *testing.T) {
	tables := sample(8, 30)
	for _, test := range []struct {
		name   string
		lie    func(index []Entry) []Entry
		faults bool // the index is not used
	}{
		{"sound", func(x []Entry) []Entry { return x }, false},
		{"empty", func([]Entry) []Entry { return nil }, true},
		{"first missing", func(x []Entry) []Entry { return x[1:] }, true},
		{"last missing", func(x []Entry) []Entry { return x[:len(x)-1] }, true},
		{"two swapped", func(x []Entry) []Entry { x[3], x[4] = x[4], x[3]; return x }, true},
		{"offset", func(x []Entry) []Entry { x[2].Offset++; return x }, true},
		{"negative offset", func(x []Entry) []Entry { x[2].Offset = -1; return x }, true},
		{"length", func(x []Entry) []Entry { x[2].Stored++; return x }, true},
		{"no length", func(x []Entry) []Entry { x[2].Stored = 0; return x }, true},
		{"huge length", func(x []Entry) []Entry { x[2].Stored = 1 << 62; return x }, true},
		{"huge raw", func(x []Entry) []Entry { x[2].Raw = MaxRaw + 1; return x }, true},
		{"huge rows", func(x []Entry) []Entry { x[2].Rows = MaxRows + 1; return x }, true},
		{"kind", func(x []Entry) []Entry { x[2].Kind = Report; return x }, false},
		{"rows", func(x []Entry) []Entry { x[2].Rows++; return x }, false},
		{"raw", func(x []Entry) []Entry { x[2].Raw++; return x }, false},
		{"head", func(x []Entry) []Entry { x[2].Head = []uint64{5, 5, 5}; return x }, false},
	} {
		var out bytes.Buffer
		w, err := NewWriter(&out)
		for _, table := range tables {
			err = cmp.Or(err, w.Write(table))
		}
		w.index = test.lie(w.index)
		if err := cmp.Or(err, w.Close()); err != nil {
			t.Fatal(err)
		}
		s := scan(out.Bytes(), 0)
		if s.err != nil || !s.complete || (len(s.faults) > 0) != test.faults {
			t.Errorf("%s: %+v", test.name, s)
		}
		for i, table := range s.tables(t, out.Bytes()) {
			lied := i == 2 && !test.faults && test.name != "sound"
			if (table == nil) != lied || table != nil && equalTables(table, tables[i]) != nil {
				t.Errorf("%s: chunk %d is %v", test.name, i, table)
			}
		}
	}
}

// TestShrunk checks that scanning cannot continue in a file that has become shorter.
func TestShrunk(t *testing.T) {
	data := fileOf(t, sample(2, 3)...)
	next := scan(data, 0).next
	if s := scan(data[:len(data)-1], next); s.err == nil || !strings.Contains(s.err.Error(), "the file now has only") || len(s.entries) > 0 {
		t.Errorf("%+v", s)
	}
	if s := scan(data, next); s.err != nil || s.next != next || len(s.entries) > 0 || !s.complete {
		t.Errorf("%+v", s)
	}
}

// TestForeign checks that a file of another format or a newer version gives one clear error.
func TestForeign(t *testing.T) {
	version := func(major uint16) []byte {
		b := appendFileHeader(nil)
		le.PutUint16(b[8:], major)
		le.PutUint32(b[12:], checksum(b[:12]))
		return b
	}
	for _, test := range []struct {
		data []byte
		want string // of the error; empty for none
	}{
		{nil, ""},
		{[]byte(magic[:3]), ""},
		{version(1), ""},
		{version(2), "the trace has version 2.0; this program reads version 1, so a newer program is needed"},
		{[]byte("JAVA PROFILE 1.0.2\x00"), "not a Memory City trace"},
		{[]byte("\x89MCU"), "not a Memory City trace"},
	} {
		s := scan(test.data, 0)
		switch {
		case test.want == "" && (s.err != nil || s.complete || len(s.entries) > 0):
			t.Errorf("%q: %+v", test.data, s)
		case test.want != "" && (s.err == nil || !strings.Contains(s.err.Error(), test.want)):
			t.Errorf("%q: %v, want %s", test.data, s.err, test.want)
		}
		if len(test.data) >= 8 && Sniff(test.data) != bytes.HasPrefix(test.data, []byte(magic)) {
			t.Errorf("%q: Sniff is %t", test.data, Sniff(test.data))
		}
	}
}

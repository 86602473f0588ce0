package memcity

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// fuzzRaw limits the size of chunks' columns in fuzzing, so that it is fast.
const fuzzRaw = 1 << 20

// FuzzScan reads files of random bytes, and checks that readable tables can be written and read again.
func FuzzScan(f *testing.F) {
	tables := sample(4, 2) // small, since fuzzing minimizes inputs first
	for i := range tables {
		f.Add(fileOf(f, tables[i]), true)
	}
	whole := fileOf(f, tables[6:8]...)
	f.Add(whole, true)
	f.Add(whole[:len(whole)/2], false)
	f.Add(slices.Concat(whole[:50], whole[51:]), false)
	f.Add(slices.Concat(appendFileHeader(nil), crafted{header: header{kind: 999}, columns: [][]byte{{1}}}.bytes()), true)
	f.Fuzz(func(t *testing.T, data []byte, repair bool) {
		if repair {
			data = repaired(data)
		}
		for _, from := range []int64{0, fileHeader} {
			s := scan(data, from)
			if s.next < 0 || s.next > max(int64(len(data)), from) || s.complete && s.next != int64(len(data)) {
				t.Fatalf("%d bytes: %+v", len(data), s)
			}
			last := from
			for _, e := range s.entries {
				if e.Offset < last || e.end() > s.next {
					t.Fatalf("a chunk from %d to %d after %d", e.Offset, e.end(), last)
				}
				last = e.end()
				if e.Raw > fuzzRaw {
					continue
				}
				if table, err := ReadTable(bytes.NewReader(data), e); err == nil {
					again(t, table)
				}
			}
		}
	})
}

// repaired returns the data with valid checksums for everything that looks like a header, so that damage gets past the first checks.
func repaired(data []byte) []byte {
	data = bytes.Clone(data)
	if len(data) >= fileHeader {
		le.PutUint32(data[12:], checksum(data[:12]))
	}
	for at := 0; at+chunkHeader <= len(data); at++ {
		b := data[at:]
		if !bytes.HasPrefix(b, []byte(syncWord)) {
			continue
		}
		size := chunkHeader + int(le.Uint16(b[12:]))
		if stored := le.Uint32(b[24:]); uint64(size)+uint64(stored) <= uint64(len(b)) {
			le.PutUint32(b[28:], checksum(b[size:size+int(stored)]))
			le.PutUint32(b[32:], headerSum(b[:size]))
		}
	}
	return data
}

// again writes a table to a file, reads it, and compares. It writes the table as text, too.
func again(t *testing.T, table *Table) {
	if table.Kind == Index {
		return
	}
	data := fileOf(t, table)
	s := scan(data, 0)
	got := s.tables(t, data)
	if len(got) != 1 || got[0] == nil {
		t.Fatalf("written and not read: %+v", table)
	}
	if err := equalTables(got[0], table); err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := WriteText(&text, table); err != nil {
		t.Fatal(err)
	}
	if strings.Count(text.String(), "\n") != 1 {
		t.Fatalf("%q is not one line", text.String())
	}
}

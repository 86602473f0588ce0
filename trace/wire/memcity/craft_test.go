package memcity

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"
)

// crafted is a chunk that no writer would produce.
type crafted struct {
	header
	columns [][]byte // uncompressed, or compressed if packed
	packed  []bool
	sizes   []uint64 // stated sizes, if they differ from the real ones
}

func (c crafted) bytes() []byte {
	var payload, data []byte
	p := newPacker()
	raw := 0
	for i, column := range c.columns {
		size, stored := uint64(len(column)), uint64(0)
		if c.packed != nil && c.packed[i] {
			column = p.encoder.EncodeAll(column, nil)
			stored = uint64(len(column))
		}
		if c.sizes != nil {
			size = c.sizes[i]
		}
		raw += int(size)
		payload = binary.AppendUvarint(binary.AppendUvarint(payload, size), stored)
		data = append(data, column...)
	}
	payload = append(payload, data...)
	h := c.header
	h.columns, h.raw, h.stored, h.sum = len(c.columns), raw, len(payload), checksum(payload)
	return append(h.append(nil), payload...)
}

// TestCrafted checks chunks with valid checksums but invalid content.
func TestCrafted(t *testing.T) {
	number := []byte{0, 7}
	craft := func(rows int, columns ...[]byte) crafted {
		return crafted{header: header{kind: Report, rows: rows}, columns: columns}
	}
	for _, test := range []struct {
		name  string
		chunk crafted
		want  string // of the error
	}{
		{"no columns", craft(1), "column time: no values for 1 rows"},
		{"a column missing", craft(1, number), "column text: no values for 1 rows"},
		{"values without rows", craft(0, number), "lengths of its columns are impossible"},
		{"too few values", craft(3, number, []byte{0, 0, 0, 0}), "column time: its values do not fit"},
		{"too many values", craft(1, []byte{0, 1, 2}, []byte{0, 0}), "column time: its values do not fit"},
		{"text too long", craft(1, number, []byte{0, 5, 'a'}), "column text: its values do not fit"},
		{"text left over", craft(1, number, []byte{0, 1, 'a', 'b'}), "column text: its values do not fit"},
		{"nine planes", craft(1, append([]byte{9}, make([]byte, 9)...), []byte{0, 0}), "column time: its values do not fit"},
		{"varint without end", craft(1, []byte{0, 0xff}, []byte{0, 0}), "column time: its values do not fit"},
		{"rows of nothing", craft(MaxRows, number, number), "column time: its values do not fit"},
		{"false compression", crafted{header: header{kind: Report, rows: 1}, columns: [][]byte{number, number}, packed: []bool{true, true},
			sizes: []uint64{2, 3}}, "its compression gives another length"},
		{"bomb", crafted{header: header{kind: Report, rows: 1}, columns: [][]byte{make([]byte, 32<<20), number}, packed: []bool{true, false},
			sizes: []uint64{100, 2}}, "column time: its compression is damaged"},
		{"rows without columns", crafted{header: header{kind: StateEnd, rows: MaxRows}}, "it has only a head"},
		{"sizes beyond the payload", crafted{header: header{kind: Report, rows: 1}, columns: [][]byte{number, number}, sizes: []uint64{2, 300}},
			"lengths of its columns are impossible"},
		{"list too long", crafted{header: header{kind: Objects, head: []uint64{0, 0}, rows: 1},
			columns: [][]byte{{0, 0}, {0, 0}, nil, nil, nil, nil, nil, {5, 0xff, 0xff, 0xff, 0xff, 0xff}}},
			"column references: it has too many values"},
		{"list that wraps", crafted{header: header{kind: Objects, head: []uint64{0, 0}, rows: 2},
			columns: [][]byte{{0, 0, 0}, {0, 0, 0}, nil, nil, nil, nil, nil,
				append([]byte{8}, bytes.Repeat([]byte{0xff}, 16)...)}}, "column references: it has too many values"},
	} {
		data := slices.Concat(appendFileHeader(nil), test.chunk.bytes())
		s := scan(data, 0)
		if s.err != nil || len(s.entries) != 1 {
			t.Errorf("%s: %+v", test.name, s)
			continue
		}
		table := Table{}
		err := ReadTableInto(bytes.NewReader(data), s.entries[0], &table)
		if fault := (Fault{}); !errors.As(err, &fault) || !strings.Contains(fault.Text, test.want) || fault.Offset != fileHeader {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
		if table.Rows != 0 || len(table.Columns) > 0 && table.Columns[0].Has() {
			t.Errorf("%s: a damaged table has rows", test.name)
		}
	}
}

// TestImpossibleHeaders checks that headers beyond the limits are rejected, even with valid checksums.
func TestImpossibleHeaders(t *testing.T) {
	for name, h := range map[string]header{
		"rows":    {kind: Report, rows: MaxRows + 1},
		"raw":     {kind: Report, raw: MaxRaw + 1},
		"stored":  {kind: Report, stored: maxStored + 1},
		"columns": {kind: Report, columns: maxColumns + 1},
		"head":    {kind: Report, head: make([]uint64, maxHeads+1)},
	} {
		good := crafted{header: header{kind: StateEnd, head: []uint64{3}}}.bytes()
		bad := h.append(nil)
		data := slices.Concat(appendFileHeader(nil), bad, good)
		s := scan(data, 0)
		if s.err != nil || len(s.entries) != 1 || len(s.faults) != 1 || s.faults[0].Missing != int64(len(bad)) || s.entries[0].State != 3 {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

// TestLaterVersion checks that additions of a later version with the same major number are skipped unless they must be understood.
func TestLaterVersion(t *testing.T) {
	more := crafted{header: header{kind: Report, head: []uint64{1, 2}, rows: 1}, columns: [][]byte{{0, 4}, {0, 1, 'x'}, {0, 9}, {99}}}
	foreign := crafted{header: header{kind: 999, head: []uint64{1}, rows: 3}, columns: [][]byte{{1, 2, 3}}}
	data := slices.Concat(appendFileHeader(nil), foreign.bytes(), more.bytes())
	s := scan(data, 0)
	if s.err != nil || len(s.entries) != 2 || s.entries[0].Kind.String() != "kind 999" || s.entries[0].State != -1 {
		t.Fatalf("%+v", s)
	}
	if _, err := ReadTable(bytes.NewReader(data), s.entries[0]); err == nil || !strings.Contains(err.Error(), "cannot read kind 999") {
		t.Error(err)
	}
	want := NewTable(Report)
	want.Rows, want.Columns[0].Numbers, want.Columns[1].Texts = 1, []uint64{2}, []string{"x"}
	got, err := ReadTable(bytes.NewReader(data), s.entries[1])
	if err == nil {
		err = equalTables(got, want)
	}
	if err != nil {
		t.Error(err)
	}

	foreign.flags = flagMust
	if s = scan(slices.Concat(data, foreign.bytes()), 0); s.err == nil ||
		!strings.Contains(s.err.Error(), "a required chunk of kind 999") {
		t.Errorf("%+v", s)
	}

	earlier := crafted{header: header{kind: State, head: []uint64{7, 5}}}
	data = slices.Concat(appendFileHeader(nil), earlier.bytes())
	s = scan(data, 0)
	if got, err = ReadTable(bytes.NewReader(data), s.entries[0]); err != nil || !slices.Equal(got.Head, []uint64{7, 5, 0, 0, 0, 0, 0, 0}) {
		t.Errorf("%v, %v", got, err)
	}
}

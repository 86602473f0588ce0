package hprof

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
)

// dumpsFile is a file with several dumps and the files that each of its dumps would be.
type dumpsFile struct {
	data []byte
	want [][]byte // nil for one dump
}

// dumpsFiles returns files with several dumps.
func dumpsFiles() map[string]dumpsFile {
	header := AppendHeader(nil, Header{Version: "1.0.1", IDSize: 8, Time: 5000})
	text := func(id uint64) []byte {
		return Append(nil, 8, &Record{Kind: Text, Values: [maxFields]uint64{id}, Body: []byte("text")})
	}
	objects := func(n int) (heap []byte) {
		for i := range n {
			heap = Append(heap, 8, &Record{Kind: Instance, Values: [maxFields]uint64{uint64(8 * i), 1, 8, 4}, Body: make([]byte, 4)})
		}
		return heap
	}
	dump := func(n int) []byte { return Append(nil, 8, &Record{Kind: HeapDump, Body: objects(n)}) }
	segment := func(n int) []byte { return Append(nil, 8, &Record{Kind: HeapSegment, Body: objects(n)}) }
	end := Append(nil, 8, &Record{Kind: HeapEnd})
	cat := func(parts ...[]byte) []byte { return slices.Concat(parts...) }
	zero := dump(2)
	copy(zero[5:9], []byte{0, 0, 0, 0})
	first, second := cat(header, text(1), segment(3), segment(4), end), cat(header, text(2), dump(2))
	return map[string]dumpsFile{
		"joined files":            {cat(first, second), [][]byte{first, second}},
		"one agent, dumps":        {cat(header, text(1), dump(3), text(2), dump(4)), [][]byte{cat(header, text(1), dump(3)), cat(header, text(1), text(2), dump(4))}},
		"one agent, segments":     {cat(header, segment(3), segment(1), end, text(2), segment(4), end), [][]byte{cat(header, segment(3), segment(1), end), cat(header, text(2), segment(4), end)}},
		"the second has no end":   {cat(header, segment(3), end, segment(4)), [][]byte{cat(header, segment(3), end), cat(header, segment(4))}},
		"the second is cut":       {cat(second, first[:len(first)-20]), [][]byte{second, first[:len(first)-20]}},
		"a dump of 4 GB or cut":   {cat(first, second[:len(second)-7]), nil},
		"one dump":                {cat(first, text(3)), nil},
		"one dump, cut":           {first[:len(first)-20], nil},
		"no dump":                 {cat(header, text(1)), nil},
		"cut after the header":    {cat(first, header), nil},
		"unknown length":          {cat(header, dump(1), zero), nil},
		"something else after it": {cat(first, []byte("something else")), nil},
		"within a header":         {header[:20], nil},
	}
}

// TestParts: each dump of a file is the file that it would be alone.
func TestParts(t *testing.T) {
	for name, file := range dumpsFiles() {
		got := checkParts(t, file.data)
		if !slices.EqualFunc(got, file.want, bytes.Equal) {
			t.Errorf("%s: %d dumps, want %d\n%x\n%x", name, len(got), len(file.want), got, file.want)
		}
	}
}

// TestPartTimes: a dump's time is that of the header in front of it, plus that of its first record.
func TestPartTimes(t *testing.T) {
	data := AppendHeader(nil, Header{Version: "1.0.1", IDSize: 8, Time: 5000})
	for _, micros := range []uint32{0, 2_500_999, 1_000_000} { // the last after 72 minutes
		record := Append(nil, 8, &Record{Kind: HeapDump, Body: []byte{byte(RootUnknown & 0xff), 0, 0, 0, 0, 0, 0, 0, 1}})
		be.PutUint32(record[1:], micros)
		data = append(data, record...)
	}
	parts, err := Parts(t.Context(), bytes.NewReader(data), int64(len(data)))
	if err != nil || len(parts) != 3 || parts[0].Time != 5000 || parts[1].Time != 7500 || parts[2].Time != 5000+1000+1<<32/1000 {
		t.Errorf("%+v, %v", parts, err)
	}
}

// checkParts returns the content of each dump of a file. The sections must be within the file, in order, and not empty.
func checkParts(t *testing.T, data []byte) (contents [][]byte) {
	t.Helper()
	parts, err := Parts(t.Context(), bytes.NewReader(data), int64(len(data)))
	if err != nil || len(parts) == 1 {
		t.Fatalf("%d parts, %v", len(parts), err)
	}
	for _, p := range parts {
		var content []byte
		at := int64(0)
		for _, s := range p.Sections {
			if s.Offset < at || s.Length <= 0 || s.Offset+s.Length > int64(len(data)) {
				t.Fatal(fmt.Sprint("sections ", p.Sections, " of ", len(data), " bytes"))
			}
			at = s.Offset + s.Length
			content = append(content, data[s.Offset:at]...)
		}
		contents = append(contents, content)
	}
	return contents
}

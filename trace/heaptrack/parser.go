package heaptrack

import (
	"bytes"
	"fmt"
	"strconv"

	"memcity/trace"
)

// Versions of the format that are read. Before the first, lines of allocations had other fields.
const (
	firstVersion  = 1
	lastVersion   = 3
	sizedTextFrom = 3 // texts are preceded by their length
)

const (
	maxRows = 1 << 24 // largest number of rows of a table, far beyond real programs
	// maxTraces is the largest number of call stacks.
	maxTraces = 1 << 22
)

// address is a place in the code.
type address struct {
	ip     uint64
	module uint32
	calls  []call // inlined calls first
}

// call is a function at an address. Texts are 1-based indices; 0 for none.
type call struct {
	function, file uint32
	line           int64
}

// step is a frame of a call stack. Indices are 1-based; 0 for none.
type step struct{ address, caller uint32 }

// allocation is a size that a call stack allocates.
type allocation struct {
	size  int64
	trace uint32
}

// tables contains the rows that the lines of a file define.
type tables struct {
	version     uint64
	texts       []string
	addresses   []address
	steps       []step
	allocations []allocation
}

// fields reads the hexadecimal numbers of a line.
type fields struct {
	rest []byte
	bad  bool
}

// next returns the next number; 0 at the end of the line.
func (f *fields) next() uint64 {
	var word []byte
	word, f.rest, _ = bytes.Cut(f.rest, []byte(" "))
	if len(word) == 0 {
		return 0
	}
	n, err := strconv.ParseUint(string(word), 16, 64)
	f.bad = f.bad || err != nil
	return n
}

// index returns the next number, which must be at most limit.
func (f *fields) index(limit int) uint32 {
	n := f.next()
	if n > uint64(limit) {
		f.bad = true
		return 0
	}
	return uint32(n)
}

// define reads a line that defines a row of a table. kind is its first character. ok is false for other lines.
func (t *tables) define(kind byte, rest []byte) (ok bool, err error) {
	if len(t.texts) >= maxRows || len(t.addresses) >= maxRows || len(t.allocations) >= maxRows || len(t.steps) >= maxTraces {
		return true, fmt.Errorf("the file has more texts, addresses, call stacks or sizes than supported")
	}
	f := &fields{rest: rest}
	switch kind {
	case 's':
		if t.version >= sizedTextFrom {
			n := f.next()
			if rest = f.rest; uint64(len(rest)) != n {
				return true, fmt.Errorf("expected a text of %d bytes", n)
			}
		}
		t.texts = append(t.texts, trace.ClipName(string(rest)))
	case 'i':
		a := address{ip: f.next(), module: f.index(len(t.texts))}
		for len(f.rest) > 0 && !f.bad {
			a.calls = append(a.calls, call{f.index(len(t.texts)), f.index(len(t.texts)), int64(f.next())})
		}
		t.addresses = append(t.addresses, a)
	case 't':
		t.steps = append(t.steps, step{f.index(len(t.addresses)), f.index(len(t.steps))})
	case 'a':
		size := f.next()
		if size > 1<<48 {
			f.bad = true
		}
		t.allocations = append(t.allocations, allocation{int64(size), f.index(len(t.steps))})
	default:
		return false, nil
	}
	if f.bad {
		return true, fmt.Errorf("expected hexadecimal numbers of lines before this one, not %q", trace.ClipName(string(rest)))
	}
	return true, nil
}

package goheap

import (
	"debug/dwarf"
	"encoding/binary"
)

// local is a local variable of a function.
type local struct {
	of   typeID
	typ  dwarf.Offset // until types are resolved
	from uint64       // first PC in the file where the variable is at the offset
	to   uint64       // first PC behind; both are 0 if it is always there
	at   int64        // offset from the end of the frame, in bytes
}

// locations are the sections of a program that tell where local variables are.
type locations struct {
	lists   []byte // .debug_loclists
	old     []byte // .debug_loc of DWARF 4
	addrs   []byte // .debug_addr
	base    uint64 // first PC of the unit
	addrsAt uint64 // offset in addrs of the unit
}

// maxLocations is the largest number of places of a variable.
const maxLocations = 1 << 12

// Operations of expressions in DWARF.
const (
	opConsts = 0x11
	opPlus   = 0x22
	opFrame  = 0x91 // offset from the frame base, which is the CFA
	opPiece  = 0x93
	opCFA    = 0x9c
)

// frameOffset returns the offset of a variable that is on the stack as a whole; ok is false for others.
func frameOffset(expr []byte) (offset int64, ok bool) {
	first, end := true, int64(0)
	for len(expr) > 0 {
		var at int64
		switch op := expr[0]; {
		case op == opFrame:
			at, expr = sleb(expr[1:])
		case op == opCFA && len(expr) > 1 && expr[1] == opConsts:
			if at, expr = sleb(expr[2:]); len(expr) == 0 || expr[0] != opPlus {
				return 0, false
			}
			expr = expr[1:]
		case op == opCFA:
			expr = expr[1:]
		default:
			return 0, false
		}
		if first {
			offset = at
		} else if at != end {
			return 0, false
		}
		first = false
		if len(expr) > 0 {
			if expr[0] != opPiece {
				return 0, false
			}
			n, size := binary.Uvarint(expr[1:])
			if size <= 0 {
				return 0, false
			}
			end, expr = at+int64(n), expr[1+size:]
		}
	}
	return offset, !first
}

// sleb reads a signed LEB128 number.
func sleb(b []byte) (v int64, rest []byte) {
	for i, shift := 0, uint(0); i < len(b) && shift < 64; i, shift = i+1, shift+7 {
		v |= int64(b[i]&0x7f) << shift
		if b[i] < 0x80 {
			if b[i]&0x40 != 0 && shift+7 < 64 {
				v |= -1 << (shift + 7)
			}
			return v, b[i+1:]
		}
	}
	return 0, nil
}

// of returns the places of a variable on the stack, given its location.
func (l *locations) of(e *dwarf.Entry) (found []local) {
	typ, _ := e.Val(dwarf.AttrType).(dwarf.Offset)
	switch v := e.Val(dwarf.AttrLocation).(type) {
	case []byte:
		if at, ok := frameOffset(v); ok {
			found = append(found, local{typ: typ, at: at})
		}
	case int64:
		add := func(from, to uint64, expr []byte) {
			if at, ok := frameOffset(expr); ok && len(found) < maxLocations {
				found = append(found, local{typ: typ, at: at, from: from, to: to})
			}
		}
		switch {
		case v >= 0 && v < int64(len(l.lists)):
			l.list(l.lists[v:], add)
		case v >= 0 && v < int64(len(l.old)):
			l.oldList(l.old[v:], add)
		}
	}
	return found
}

// Kinds of entries in lists of locations.
const (
	lleEnd = iota
	lleBaseX
	lleStartXEndX
	lleStartXLength
	lleOffsets
	lleDefault
	lleBase
	lleStartEnd
	lleStartLength
)

// list reads a list of DWARF 5.
func (l *locations) list(b []byte, add func(from, to uint64, expr []byte)) {
	r := leb{b: b}
	base := l.base
	for range maxLocations {
		var from, to uint64
		switch r.byte() {
		case lleBaseX:
			base = l.addr(r.uleb())
			continue
		case lleBase:
			base = r.word()
			continue
		case lleStartXEndX:
			from, to = l.addr(r.uleb()), l.addr(r.uleb())
		case lleStartXLength:
			from = l.addr(r.uleb())
			to = from + r.uleb()
		case lleOffsets:
			from, to = base+r.uleb(), base+r.uleb()
		case lleDefault:
		case lleStartEnd:
			from, to = r.word(), r.word()
		case lleStartLength:
			from = r.word()
			to = from + r.uleb()
		default: // the end, or damage
			return
		}
		expr := r.bytes(r.uleb())
		if r.bad {
			return
		}
		add(from, to, expr)
	}
}

// oldList reads a list of DWARF 4.
func (l *locations) oldList(b []byte, add func(from, to uint64, expr []byte)) {
	r := leb{b: b}
	base := l.base
	for range maxLocations {
		from, to := r.word(), r.word()
		switch {
		case r.bad, from == 0 && to == 0:
			return
		case from == 1<<64-1:
			base = to
			continue
		}
		n := r.bytes(2)
		if r.bad {
			return
		}
		expr := r.bytes(uint64(binary.LittleEndian.Uint16(n)))
		if r.bad {
			return
		}
		add(base+from, base+to, expr)
	}
}

// addr returns an address by its number in the unit.
func (l *locations) addr(i uint64) uint64 {
	if at := l.addrsAt + 8*i; i < uint64(len(l.addrs)) && at+8 <= uint64(len(l.addrs)) {
		return binary.LittleEndian.Uint64(l.addrs[at:])
	}
	return 0
}

// leb reads numbers. bad is true after the end.
type leb struct {
	b   []byte
	bad bool
}

func (r *leb) bytes(n uint64) []byte {
	if n > uint64(len(r.b)) {
		r.bad, r.b = true, nil
		return nil
	}
	part := r.b[:n]
	r.b = r.b[n:]
	return part
}

func (r *leb) byte() byte {
	if b := r.bytes(1); b != nil {
		return b[0]
	}
	return lleEnd
}

func (r *leb) word() uint64 {
	if b := r.bytes(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

func (r *leb) uleb() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.bad, r.b = true, nil
		return 0
	}
	r.b = r.b[n:]
	return v
}

// seedLocals follows the local variables of goroutines.
func (f *follower) seedLocals() {
	if f.program == nil {
		return
	}
	for i := range f.frames {
		x := &f.frames[i]
		end := x.addr + x.n*uint64(f.words.ptr)
		pc := x.pc - 1 - f.program.slide
		for _, v := range f.program.locals[x.function] {
			if v.of != 0 && (v.to == 0 || pc >= v.from && pc < v.to) {
				f.addRegion(region{addr: end + uint64(v.at), of: v.of})
			}
		}
	}
}

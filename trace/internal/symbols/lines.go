package symbols

import (
	"context"
	"debug/dwarf"
	"debug/elf"
	"slices"
	"strings"
)

// maxDebug is the largest size of the debugging information of a file in bytes, inflated. Larger ones are not read: frames have no lines.
const maxDebug = 1 << 30

// maxInlined is the largest number of inlined calls at an address.
const maxInlined = 64

// debugSize returns the size of the debugging information in bytes, inflated.
func (f *program) debugSize() (n int64) {
	for _, s := range f.Sections {
		if strings.HasPrefix(s.Name, ".debug_") {
			n += int64(min(s.Size, maxFile))
		}
	}
	return n
}

// hasLines reports whether lines can be read. Sections .zdebug, which compilers wrote before 2015, may inflate to any size.
func (f *program) hasLines() bool {
	isOld := slices.ContainsFunc(f.Sections, func(s *elf.Section) bool { return strings.HasPrefix(s.Name, ".zdebug_") })
	return !isOld && f.Section(".debug_info") != nil && f.Section(".debug_line") != nil && f.debugSize() <= maxDebug
}

// lines returns the frames of ascending addresses from debugging information, inlined calls first. Damaged information counts as missing. The
// error is the context's.
func (f *program) lines(ctx context.Context, addresses []uint64) (map[uint64][]Frame, error) {
	frames := map[uint64][]Frame{}
	if !f.hasLines() || f.Type == elf.ET_REL {
		return frames, nil
	}
	data, err := f.DWARF()
	if err != nil {
		return frames, nil
	}
	known := map[uint64]bool{} // addresses of the units that were read
	for r, i := data.Reader(), 0; i < len(addresses); i++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if known[addresses[i]] {
			continue
		}
		e, err := r.SeekPC(addresses[i])
		if err != nil {
			continue
		}
		wanted := within(data, e, addresses[i:])
		for _, a := range wanted {
			known[a] = true
		}
		u := &unit{data: data, entry: e, frames: frames}
		u.read(wanted)
	}
	return frames, nil
}

// within returns the addresses, of the given ascending ones, that belong to an entry, ascending.
func within(data *dwarf.Data, e *dwarf.Entry, addresses []uint64) (some []uint64) {
	ranges, err := data.Ranges(e)
	if err != nil {
		return nil
	}
	for _, r := range ranges {
		i, _ := slices.BinarySearch(addresses, r[0])
		for ; i < len(addresses) && addresses[i] < r[1]; i++ {
			some = append(some, addresses[i])
		}
	}
	slices.Sort(some)
	return slices.Compact(some)
}

// unit is a compilation unit.
type unit struct {
	data   *dwarf.Data
	entry  *dwarf.Entry
	frames map[uint64][]Frame
	files  []*dwarf.LineFile
}

// read adds the frames of ascending addresses in the unit.
func (u *unit) read(addresses []uint64) {
	lines, err := u.data.LineReader(u.entry)
	if err != nil || lines == nil {
		return
	}
	u.files = lines.Files()
	calls, rows := u.calls(addresses), rowsAt(lines, addresses)
	for _, a := range addresses {
		if len(u.frames[a]) > 0 {
			continue
		}
		at := rows[a]
		var frames []Frame
		for _, c := range slices.Backward(calls[a]) {
			at.Name = c.name
			frames = append(frames, at)
			at = Frame{File: c.file, Line: c.line}
		}
		if len(frames) > 0 {
			u.frames[a] = frames
		}
	}
}

// rowsAt returns the files and lines of ascending addresses. The parts of a table are in any order, for which LineReader.SeekPC does not work.
func rowsAt(lines *dwarf.LineReader, addresses []uint64) map[uint64]Frame {
	rows := map[uint64]Frame{}
	for row, next := (dwarf.LineEntry{EndSequence: true}), (dwarf.LineEntry{}); lines.Next(&next) == nil; row = next {
		if row.EndSequence || row.Address >= next.Address {
			continue
		}
		i, _ := slices.BinarySearch(addresses, row.Address)
		for ; i < len(addresses) && addresses[i] < next.Address; i++ {
			f := Frame{Line: int64(row.Line)}
			if row.File != nil {
				f.File = row.File.Name
			}
			rows[addresses[i]] = f
		}
	}
	return rows
}

// call is a function at an address. An inlined one was called at a line of file.
type call struct {
	name string
	file string
	line int64
}

// calls returns the function and the inlined calls at ascending addresses, outermost first.
func (u *unit) calls(addresses []uint64) map[uint64][]call {
	calls := map[uint64][]call{}
	r := u.data.Reader()
	r.Seek(u.entry.Offset)
	if _, err := r.Next(); err != nil || !u.entry.Children {
		return nil
	}
	for depth := 1; depth > 0; {
		e, err := r.Next()
		if e == nil || err != nil {
			break
		}
		if e.Tag == 0 {
			depth--
			continue
		}
		descend := e.Children
		switch e.Tag {
		case dwarf.TagSubprogram, dwarf.TagInlinedSubroutine, dwarf.TagLexDwarfBlock:
			some := within(u.data, e, addresses)
			descend = descend && len(some) > 0
			if e.Tag == dwarf.TagLexDwarfBlock {
				break
			}
			for _, a := range some {
				if c, ok := u.call(e); ok && len(calls[a]) < maxInlined {
					calls[a] = append(calls[a], c)
				}
			}
		case dwarf.TagNamespace, dwarf.TagModule:
		default:
			descend = false
		}
		if descend {
			depth++
		} else {
			r.SkipChildren()
		}
	}
	return calls
}

// call returns the function of an entry. ok is false if it has no name.
func (u *unit) call(e *dwarf.Entry) (c call, ok bool) {
	c.name = u.name(e)
	if n, found := e.Val(dwarf.AttrCallFile).(int64); found && n >= 0 && n < int64(len(u.files)) && u.files[n] != nil {
		c.file = u.files[n].Name
	}
	c.line, _ = e.Val(dwarf.AttrCallLine).(int64)
	return c, c.name != ""
}

// name returns the readable name of a function. Its declaration may be another entry.
func (u *unit) name(e *dwarf.Entry) string {
	short := ""
	for range 4 {
		if linked, ok := e.Val(dwarf.AttrLinkageName).(string); ok {
			return Plain(linked)
		}
		if name, ok := e.Val(dwarf.AttrName).(string); ok && short == "" {
			short = name
		}
		at, ok := e.Val(dwarf.AttrAbstractOrigin).(dwarf.Offset)
		if !ok {
			at, ok = e.Val(dwarf.AttrSpecification).(dwarf.Offset)
		}
		if !ok {
			break
		}
		r := u.data.Reader()
		r.Seek(at)
		next, err := r.Next()
		if err != nil || next == nil {
			break
		}
		e = next
	}
	return short
}

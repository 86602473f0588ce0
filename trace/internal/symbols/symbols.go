package symbols

import (
	"cmp"
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ianlancetaylor/demangle"

	"memcity/trace"
)

// Frame is a function at an address.
type Frame struct {
	Name string // demangled, with parameters
	File string // source file; empty if unknown
	Line int64  // 0 if unknown
}

// Mapping is a range of addresses of a process to which a file was mapped.
type Mapping struct {
	Start, Limit uint64 // Limit is exclusive
	Offset       uint64 // of Start in the file, in bytes
	File         string // path
	BuildID      string // in hexadecimal; empty if unknown
	// Recorded is when the process ran. Without a BuildID, a file that was changed later is not used. It is zero if unknown.
	Recorded time.Time
}

// maxFile is the largest size of a program in bytes.
const maxFile = 8 << 30

// debugFolder contains the symbols of programs without any, by their build ID.
const debugFolder = "/usr/lib/debug/.build-id"

// Find returns the frames at addresses of a mapping, inlined calls first. It leaves out addresses without a symbol. The error says why the
// file does not help; a *[trace.Refused] is one about memory.
func Find(ctx context.Context, m Mapping, addresses []uint64) (map[uint64][]Frame, error) {
	f, err := open(m.File)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.find(ctx, m, addresses)
}

// find is [Find] for an opened file.
func (f *program) find(ctx context.Context, m Mapping, addresses []uint64) (map[uint64][]Frame, error) {
	if err := m.fits(f); err != nil {
		return nil, err
	}
	places := map[uint64]uint64{} // virtual address in the file by address
	var sorted []uint64
	for _, a := range addresses {
		if v, ok := f.virtual(m, a); ok {
			places[a] = v
			sorted = append(sorted, v)
		}
	}
	slices.Sort(sorted)
	sorted = slices.Compact(sorted)
	found, err := f.frames(ctx, sorted)
	if err != nil {
		return nil, err
	}
	frames := make(map[uint64][]Frame, len(places))
	for a, v := range places {
		if list := found[v]; len(list) > 0 {
			frames[a] = list
		}
	}
	return frames, nil
}

// program is an opened ELF file.
type program struct {
	*elf.File
	id       string // build ID in hexadecimal; empty if unknown
	modified time.Time
}

func open(path string) (*program, error) {
	if !filepath.IsAbs(path) || strings.HasPrefix(path, `\\`) || strings.HasPrefix(path, "//") {
		return nil, errors.New("it is not a file")
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, errors.New("the file is not on this computer")
	case err != nil:
		return nil, errors.New("the file cannot be read")
	case !info.Mode().IsRegular() || info.Size() > maxFile:
		return nil, errors.New("it is not a program")
	}
	f, err := elf.Open(path)
	if err != nil {
		return nil, errors.New("it is not an ELF file")
	}
	return &program{File: f, id: buildID(f), modified: info.ModTime()}, nil
}

// fits returns an error if the file is another one than the process had mapped.
func (m Mapping) fits(f *program) error {
	switch {
	case m.BuildID != "" && f.id != "" && strings.EqualFold(m.BuildID, f.id):
		return nil
	case m.BuildID != "":
		return errors.New("the file on this computer has another build ID")
	case !m.Recorded.IsZero() && f.modified.After(m.Recorded):
		return errors.New("the file is newer than the profile")
	}
	const page = 1 << 12
	for _, p := range f.Progs {
		if p.Type != elf.PT_LOAD || p.Flags&elf.PF_X == 0 {
			continue
		}
		start, end := p.Off&^(page-1), (p.Off+p.Filesz+page-1)&^(page-1)
		if m.Offset == start && m.Limit-m.Start == end-start {
			return nil
		}
	}
	return errors.New("the file on this computer has another size")
}

// virtual returns the virtual address in the file of an address of the process.
func (f *program) virtual(m Mapping, address uint64) (uint64, bool) {
	if address < m.Start || address >= m.Limit {
		return 0, false
	}
	offset := address - m.Start + m.Offset
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD && offset >= p.Off && offset-p.Off < p.Filesz {
			return offset - p.Off + p.Vaddr, true
		}
	}
	return 0, false
}

// frames returns the frames at ascending virtual addresses.
func (f *program) frames(ctx context.Context, addresses []uint64) (map[uint64][]Frame, error) {
	source := f
	if f.Section(".symtab") == nil && len(f.id) > 2 {
		if d, err := open(filepath.Join(debugFolder, f.id[:2], f.id[2:]+".debug")); err == nil {
			defer d.Close()
			if d.id == f.id {
				source = d
			}
		}
	}
	if err := trace.Admit(ctx, trace.Volume{Bytes: source.memory()}); err != nil {
		return nil, err
	}
	frames, err := source.lines(ctx, addresses)
	if err != nil {
		return nil, err
	}
	names := source.functions()
	for _, a := range addresses {
		if len(frames[a]) > 0 {
			continue
		}
		if s, ok := at(names, a); ok {
			frames[a] = []Frame{{Name: Plain(s.Name)}}
		}
	}
	return frames, nil
}

// memory returns the bytes of memory that reading symbols takes.
func (f *program) memory() (n int64) {
	for _, s := range f.Sections {
		switch s.Name {
		case ".symtab", ".dynsym":
			n += 4 * int64(min(s.Size, maxFile))
		case ".strtab", ".dynstr":
			n += 2 * int64(min(s.Size, maxFile))
		}
	}
	if f.hasLines() {
		n += f.debugSize()
	}
	return n
}

// functions returns the symbols of functions in order of their addresses. A damaged table has none.
func (f *program) functions() []elf.Symbol {
	all, err := f.Symbols()
	if err != nil {
		all, _ = f.DynamicSymbols() // none
	}
	all = slices.DeleteFunc(all, func(s elf.Symbol) bool {
		return elf.ST_TYPE(s.Info) != elf.STT_FUNC && elf.ST_TYPE(s.Info) != elf.STT_GNU_IFUNC || s.Size == 0 || s.Name == ""
	})
	// Of several names of a function, at returns a global one, then the first.
	slices.SortStableFunc(all, func(a, b elf.Symbol) int {
		return cmp.Or(cmp.Compare(a.Value, b.Value), cmp.Compare(elf.ST_BIND(a.Info), elf.ST_BIND(b.Info)), cmp.Compare(a.Name, b.Name))
	})
	return all
}

// at returns the function that contains an address.
func at(functions []elf.Symbol, address uint64) (elf.Symbol, bool) {
	i, found := slices.BinarySearchFunc(functions, address, func(s elf.Symbol, a uint64) int { return cmp.Compare(s.Value, a) })
	if !found {
		if i == 0 {
			return elf.Symbol{}, false
		}
		first := functions[i-1].Value
		for i--; i > 0 && functions[i-1].Value == first; i-- {
		}
	}
	for ; i < len(functions) && functions[i].Value <= address; i++ {
		if address-functions[i].Value < functions[i].Size {
			return functions[i], true
		}
	}
	return elf.Symbol{}, false
}

// Plain returns a readable name of a symbol. It leaves out versions: malloc for malloc@@GLIBC_2.2.5.
func Plain(name string) string {
	if at := strings.IndexByte(name, '@'); at > 0 {
		name = name[:at]
	}
	return demangle.Filter(trace.ClipName(name))
}

// buildID returns the build ID of a file in hexadecimal; empty if it has none.
func buildID(f *elf.File) string {
	s := f.Section(".note.gnu.build-id")
	if s == nil || s.Type == elf.SHT_NOBITS || s.Size > 1<<10 {
		return ""
	}
	data, err := s.Data()
	if err != nil || len(data) < 16 {
		return ""
	}
	n := f.ByteOrder.Uint32(data[4:])
	if f.ByteOrder.Uint32(data) != 4 || uint64(len(data)-16) < uint64(n) {
		return ""
	}
	return fmt.Sprintf("%x", data[16:16+n])
}

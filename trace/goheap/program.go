package goheap

import (
	"cmp"
	"debug/buildinfo"
	"debug/dwarf"
	"debug/elf"
	"debug/gosym"
	"debug/macho"
	"debug/pe"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"memcity/trace"
)

// program is the executable of the program that wrote a dump. Its addresses are the addresses in the file. Add slide for the addresses in the
// process.
type program struct {
	symbols []symbol // of variables, by address
	lines   *gosym.Table
	types   *types   // nil without DWARF
	modules []string // paths of the modules that the program depends on
	slide   uint64

	closures map[string]typeID  // of functions that capture variables, by function
	locals   map[string][]local // by function, of the functions on stacks
}

// symbol is a variable in memory.
type symbol struct {
	name string
	addr uint64
	size uint64 // 0 if unknown
}

// image is an executable of any format.
type image struct {
	symbols  []symbol
	pclntab  []byte
	text     uint64 // address of the code
	dwarf    func() (*dwarf.Data, error)
	hasDwarf bool
	places   locations
}

// maxProgram is the largest size of an executable in bytes.
const maxProgram = 4 << 30

// IsProgram reports whether head is the start of an executable of a format that Go writes.
func IsProgram(head []byte) bool {
	for _, magic := range []string{"\x7fELF", "\xcf\xfa\xed\xfe", "MZ"} {
		if strings.HasPrefix(string(head[:min(4, len(head))]), magic) {
			return true
		}
	}
	return false
}

var errNoGo = errors.New("not an executable of Go")

// readImage reads the symbols and the table of functions of an executable.
func readImage(content trace.Content, head []byte) (im *image, err error) {
	defer func() { // the packages of Go's library do not promise to survive any file
		if p := recover(); p != nil {
			im, err = nil, fmt.Errorf("damaged: %v", p)
		}
	}()
	switch {
	case strings.HasPrefix(string(head), "\x7fELF"):
		return readELF(content)
	case strings.HasPrefix(string(head), "MZ"):
		return readPE(content)
	}
	return readMachO(content)
}

func readELF(content trace.Content) (*image, error) {
	f, err := elf.NewFile(content)
	if err != nil {
		return nil, err
	}
	im := &image{dwarf: f.DWARF, hasDwarf: f.Section(".debug_info") != nil || f.Section(".zdebug_info") != nil}
	for name, data := range map[string]*[]byte{".debug_loclists": &im.places.lists, ".debug_loc": &im.places.old, ".debug_addr": &im.places.addrs} {
		if s := f.Section(name); s != nil && f.Class == elf.ELFCLASS64 && f.ByteOrder == binary.LittleEndian {
			if *data, err = s.Data(); err != nil {
				return nil, err
			}
		}
	}
	for _, name := range []string{".gopclntab", ".data.rel.ro.gopclntab"} {
		if s := f.Section(name); s != nil && im.pclntab == nil {
			if im.pclntab, err = s.Data(); err != nil {
				return nil, err
			}
		}
	}
	if s := f.Section(".text"); s != nil {
		im.text = s.Addr
	}
	list, err := f.Symbols()
	if err != nil && !errors.Is(err, elf.ErrNoSymbols) {
		return nil, err
	}
	for _, s := range list {
		if kind := elf.ST_TYPE(s.Info); kind == elf.STT_OBJECT || kind == elf.STT_NOTYPE {
			im.symbols = append(im.symbols, symbol{s.Name, s.Value, s.Size})
		}
	}
	return im, nil
}

func readMachO(content trace.Content) (*image, error) {
	f, err := macho.NewFile(content)
	if err != nil {
		return nil, err
	}
	im := &image{dwarf: f.DWARF, hasDwarf: f.Section("__debug_info") != nil || f.Section("__zdebug_info") != nil}
	if s := f.Section("__gopclntab"); s != nil {
		if im.pclntab, err = s.Data(); err != nil {
			return nil, err
		}
	}
	if s := f.Section("__text"); s != nil {
		im.text = s.Addr
	}
	if f.Symtab != nil {
		for _, s := range f.Symtab.Syms {
			im.symbols = append(im.symbols, symbol{strings.TrimPrefix(s.Name, "_"), s.Value, 0})
		}
	}
	return im, nil
}

func readPE(content trace.Content) (*image, error) {
	f, err := pe.NewFile(content)
	if err != nil {
		return nil, err
	}
	im := &image{dwarf: f.DWARF, hasDwarf: f.Section(".debug_info") != nil || f.Section(".zdebug_info") != nil}
	var base uint64
	switch h := f.OptionalHeader.(type) {
	case *pe.OptionalHeader64:
		base = h.ImageBase
	case *pe.OptionalHeader32:
		base = uint64(h.ImageBase)
	}
	if s := f.Section(".text"); s != nil {
		im.text = base + uint64(s.VirtualAddress)
	}
	for _, s := range f.Symbols {
		if n := int(s.SectionNumber) - 1; n >= 0 && n < len(f.Sections) {
			im.symbols = append(im.symbols, symbol{s.Name, base + uint64(f.Sections[n].VirtualAddress) + uint64(s.Value), 0})
		}
	}
	im.pclntab = pclntabOfPE(f, im, base)
	return im, nil
}

// pclntabOfPE returns the table of functions, which is part of another section.
func pclntabOfPE(f *pe.File, im *image, base uint64) []byte {
	from, to := im.address("runtime.pclntab"), im.address("runtime.epclntab")
	for _, s := range f.Sections {
		start := base + uint64(s.VirtualAddress)
		if from < start || to <= from || to > start+uint64(s.Size) {
			continue
		}
		if data, err := s.Data(); err == nil && to-start <= uint64(len(data)) {
			return data[from-start : to-start]
		}
	}
	return nil
}

// address returns the address of a symbol; 0 if there is none.
func (im *image) address(name string) uint64 {
	for i := range im.symbols {
		if im.symbols[i].name == name {
			return im.symbols[i].addr
		}
	}
	return 0
}

// limits returns the start and the size of the data and the BSS segment; ok is false if there are no symbols.
func (im *image) limits() (data, dataSize, bss, bssSize uint64, ok bool) {
	data, bss = im.address("runtime.data"), im.address("runtime.bss")
	return data, im.address("runtime.edata") - data, bss, im.address("runtime.ebss") - bss, data != 0 && bss != 0
}

// openProgram reads an executable and checks that it wrote the dump with the given segments.
func openProgram(f trace.File, data, bss *segment, ptr int, frames []stackFrame) (*program, error) {
	if f.Size > maxProgram {
		return nil, fmt.Errorf("larger than %d GB", maxProgram>>30)
	}
	content, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	head := make([]byte, 4)
	if _, err := content.ReadAt(head, 0); err != nil {
		return nil, err
	}
	im, err := readImage(content, head)
	if err != nil {
		return nil, err
	}
	if im.pclntab == nil {
		return nil, errNoGo
	}
	p := &program{locals: map[string][]local{}}
	for i := range frames {
		p.locals[frames[i].function] = nil
	}
	start, size, bssStart, bssSize, ok := im.limits()
	switch {
	case !ok:
		return nil, errStripped
	case size != data.size || bssSize != bss.size || data.addr-start != bss.addr-bssStart:
		return nil, errOther
	}
	p.slide = data.addr - start
	p.keepVariables(im, start, size, bssStart, bssSize)
	p.readLines(im)
	p.readModules(content)
	return p, p.readDWARF(im, int64(ptr))
}

var (
	errStripped = errors.New("it has no symbols; build it without -ldflags=-s")
	errOther    = errors.New("another program wrote the dump")
)

// keepVariables stores the symbols in the segments of a dump.
func (p *program) keepVariables(im *image, data, dataSize, bss, bssSize uint64) {
	for _, s := range im.symbols {
		if (s.addr-data < dataSize || s.addr-bss < bssSize) && s.name != "" && !isBoundary(s.name) {
			p.symbols = append(p.symbols, s)
		}
	}
	slices.SortFunc(p.symbols, func(a, b symbol) int { return cmp.Or(cmp.Compare(a.addr, b.addr), cmp.Compare(b.size, a.size)) })
	for i := range p.symbols {
		if p.symbols[i].size == 0 && i+1 < len(p.symbols) {
			p.symbols[i].size = p.symbols[i+1].addr - p.symbols[i].addr
		}
	}
}

// symbolAt returns the variable that contains an address in the file; nil if unknown.
func (p *program) symbolAt(addr uint64) *symbol {
	i := sort.Search(len(p.symbols), func(i int) bool { return p.symbols[i].addr > addr }) - 1
	for ; i >= 0; i-- {
		if s := &p.symbols[i]; addr-s.addr < s.size {
			return s
		}
		if p.symbols[i].size > 0 {
			break
		}
	}
	return nil
}

// isBoundary reports whether a symbol marks the start or end of a segment.
func isBoundary(name string) bool {
	switch name {
	case "runtime.data", "runtime.edata", "runtime.bss", "runtime.ebss", "runtime.end", "runtime.enoptrbss", "runtime.noptrbss", "runtime.enoptrdata":
		return true
	}
	return false
}

// readLines reads the table of functions. Without it, only functions on stacks have names.
func (p *program) readLines(im *image) {
	defer func() { _ = recover() }() // package gosym panics on damaged tables
	if table, err := gosym.NewTable(nil, gosym.NewLineTable(im.pclntab, im.text)); err == nil {
		p.lines = table
	}
}

// readModules reads the list of modules.
func (p *program) readModules(content trace.Content) {
	defer func() { _ = recover() }() // as in readImage
	info, err := buildinfo.Read(content)
	if err != nil {
		return
	}
	for _, m := range info.Deps {
		if m != nil && m.Path != "" && m.Path != info.Main.Path {
			p.modules = append(p.modules, trace.ClipName(m.Path))
		}
	}
}

// function returns the function, file and line at a PC of the process; an empty name if unknown.
func (p *program) function(pc uint64) (name, file string, line int) {
	if p == nil || p.lines == nil {
		return "", "", 0
	}
	defer func() {
		if recover() != nil {
			name, file, line = "", "", 0
		}
	}()
	file, line, f := p.lines.PCToLine(pc - p.slide)
	if f == nil {
		return "", "", 0
	}
	return f.Name, file, line
}

// entryName returns the function whose code starts at a PC of the process; empty for none.
func (p *program) entryName(pc uint64) (name string) {
	if p == nil || p.lines == nil {
		return ""
	}
	defer func() {
		if recover() != nil {
			name = ""
		}
	}()
	if fn := p.lines.PCToFunc(pc - p.slide); fn != nil && fn.Entry == pc-p.slide {
		return fn.Name
	}
	return ""
}

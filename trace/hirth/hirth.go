// Package hirth reads and writes operations on collections in the two files defined by M. Hirth: Analyzing Collection Staleness and
// Collection Anti-Patterns that Lead to Memory Problems, Johannes Kepler University Linz, 2023. Package trace/wire/hirth reads the records.
//
// The two files are given in either order. If only the trace file is given, the symbols file must be in the same folder. Its name is that
// of the trace file with "tracefile" or "trace" replaced by "symbols": tracefile.log and symbols.log, as in figure 16, or shop-trace.bin
// and shop-symbols.bin. Alternatives are the same name with .symbols added, or symbols with the same or no extension; see [SymbolsNames].
package hirth

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/usage"
	"memcity/trace/wire/hirth"
)

// Files are the two files of a recording.
type Files struct {
	Trace   trace.File
	Symbols trace.File // Name is empty if there is none; sites and types then have numbers as names
}

// SymbolsNames returns the possible names of the symbols file of a trace file, in search order.
func SymbolsNames(name string) []string {
	folder, base := filepath.Split(name)
	names := []string{}
	add := func(base string) {
		for _, n := range names {
			if n == folder+base {
				return
			}
		}
		if folder+base != name {
			names = append(names, folder+base)
		}
	}
	for _, part := range []string{"tracefile", "trace"} {
		if at := strings.LastIndex(base, part); at >= 0 {
			add(base[:at] + "symbols" + base[at+len(part):])
		}
	}
	add(base + ".symbols")
	add("symbols" + filepath.Ext(base))
	add("symbols")
	return names
}

// Load reads the two files at the given paths, or in the folder at the given path. It returns a nil log and no error if the paths are
// something else, such as a recording, a demo, or an address. A fault in a file becomes a warning, and the log contains everything before it.
func Load(ctx context.Context, paths []string, progress trace.Progress) (log *usage.Log, files Files, warnings []trace.Warning, err error) {
	pair := inFolder(paths)
	if slices.ContainsFunc(pair, func(path string) bool { return !isFile(path) }) {
		return nil, Files{}, nil, nil
	}
	files, found, err := Find(pair...)
	if !found {
		if len(pair) > len(paths) { // any folder with two entries, one of them unreadable
			err = nil
		}
		return nil, Files{}, nil, err
	}
	log, err = Read(ctx, files, progress)
	if log == nil || err != nil && len(log.Collections) == 0 {
		return nil, files, nil, err
	}
	if fault := (*trace.InputError)(nil); errors.As(err, &fault) {
		text := strings.TrimPrefix(fault.Error(), fault.Source+": ") + "; everything read before that is shown"
		warnings = append(warnings, trace.Warning{Source: trace.File{Name: fault.Source}.Base(), Text: text})
	}
	return log, files, warnings, nil
}

// inFolder replaces the path of a folder with two entries, as convert --collections writes it, by their paths. It returns other paths
// unchanged.
func inFolder(paths []string) []string {
	if len(paths) != 1 {
		return paths
	}
	entries, err := os.ReadDir(paths[0])
	if err != nil || len(entries) != 2 {
		return paths
	}
	return []string{filepath.Join(paths[0], entries[0].Name()), filepath.Join(paths[0], entries[1].Name())}
}

// isFile reports whether a path is a regular file, not a folder, demo, address or standard input.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// Find returns the files at one or two paths, in either order. found is false if they are readable but have another format.
func Find(paths ...string) (files Files, found bool, err error) {
	for _, path := range paths {
		file, err := trace.DiskFile(path)
		if err != nil {
			return Files{}, false, input.Error(err, path)
		}
		head, err := input.Head(file)
		if err != nil {
			return Files{}, false, input.Error(err, path)
		}
		switch {
		case files.Trace.Name == "" && hirth.Sniff(head):
			files.Trace = file
		case files.Symbols.Name == "" && hirth.SniffSymbols(head):
			files.Symbols = file
		default:
			return Files{}, false, nil
		}
	}
	if files.Trace.Name == "" {
		return Files{}, false, nil
	}
	if files.Symbols.Name == "" {
		err = files.findSymbols()
	}
	return files, err == nil, err
}

// findSymbols sets the symbols file from the folder of the trace file, if there is one.
func (f *Files) findSymbols() error {
	for _, name := range SymbolsNames(f.Trace.Name) {
		file, err := trace.DiskFile(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return input.Error(err, name)
		}
		if head, err := input.Head(file); err == nil && hirth.SniffSymbols(head) {
			f.Symbols = file
			return nil
		}
	}
	return nil
}

// step is the number of events read between checks of the context.
const step = 1 << 14

// Read reads both files. A fault is reported as a *[trace.InputError] with file and offset, and the log contains everything before it. The
// log is nil if the context ended or a file is unreadable. The cost is linear in the events.
func Read(ctx context.Context, files Files, progress trace.Progress) (*usage.Log, error) {
	b := usage.NewBuilder(usage.Options{})
	symbols, symbolFault := readSymbols(ctx, b, files.Symbols)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	content, err := files.Trace.Open()
	if err != nil {
		return nil, input.Error(err, files.Trace.Name)
	}
	defer content.Close()
	e := events{b: b, symbols: symbols, unknown: map[uint32]bool{}}
	r := hirth.NewReader(bufio.NewReaderSize(io.NewSectionReader(content, 0, files.Trace.Size), 1<<18))
	err = e.read(ctx, r, func() { progress.Report(r.Offset(), files.Trace.Size, "reading the use of collections") })
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if files.Symbols.Name == "" {
		b.Trouble("There is no symbols file, so sites and types are shown as numbers.", usage.Never)
	} else if n := len(e.unknown); n > 0 {
		b.Trouble(fmt.Sprintf("%d sites and types are missing from the symbols file and are shown as numbers.", n), usage.Never)
	}
	log := b.Build(usage.Never)
	switch {
	case err != nil:
		return log, fault(err, files.Trace.Name)
	case symbolFault != nil:
		return log, symbolFault
	}
	return log, nil
}

// fault converts an error in a file to a *[trace.InputError].
func fault(err error, name string) error {
	var wire *hirth.Fault
	if errors.As(err, &wire) {
		return &trace.InputError{Source: name, Offset: wire.Offset, Text: wire.Text}
	}
	return input.Error(err, name)
}

// readSymbols returns the numbers of the texts up to the first fault.
func readSymbols(ctx context.Context, b *usage.Builder, file trace.File) (map[uint32]usage.StringID, error) {
	known := map[uint32]usage.StringID{}
	if file.Name == "" {
		return known, nil
	}
	content, err := file.Open()
	if err != nil {
		return known, input.Error(err, file.Name)
	}
	defer content.Close()
	all, err := hirth.ReadSymbols(bufio.NewReader(input.NewReader(ctx, io.NewSectionReader(content, 0, file.Size))))
	for _, s := range all {
		known[s.ID] = b.String(s.Text)
	}
	if err != nil {
		return known, fault(err, file.Name)
	}
	return known, nil
}

// events passes events to a builder.
type events struct {
	b       *usage.Builder
	symbols map[uint32]usage.StringID
	unknown map[uint32]bool
}

func (e *events) read(ctx context.Context, r *hirth.Reader, report func()) error {
	for n := 0; ; n++ {
		if n%step == 0 {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			report()
		}
		event, err := r.Next()
		if err == io.EOF {
			report()
			return nil
		}
		if err != nil {
			return err
		}
		e.add(event)
	}
}

// text returns the number of a symbol's text; 0 for none.
func (e *events) text(symbol uint32) usage.StringID {
	id, ok := e.symbols[symbol]
	if !ok && symbol != 0 {
		id = e.b.String(fmt.Sprintf("#%d", symbol))
		e.symbols[symbol] = id
		e.unknown[symbol] = true
	}
	return id
}

func (e *events) add(v hirth.Event) {
	c, element, size, t := uint64(v.Collection), uint64(v.Element), int(v.Size), usage.Millis(v.Time)
	switch v.Kind {
	case hirth.Alloc:
		e.b.Alloc(c, size, e.text(v.Site), e.text(v.Type), t)
	case hirth.Add:
		e.b.Add(c, element, size, e.text(v.Site), e.text(v.Type), t)
	case hirth.Get:
		e.b.Get(c, element, size, e.text(v.Site), t, 1)
	case hirth.Remove:
		e.b.Remove(c, element, size, e.text(v.Site), t)
	case hirth.Dealloc:
		e.b.Dealloc(c, t)
	}
}

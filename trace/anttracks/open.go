package anttracks

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/native"
	"memcity/trace/wire/anttracks"
)

// Values of [trace.Recording.Format]. Version 5 was implemented from a description: no file of a VM that writes it was available.
const (
	format       = "AntTracks trace"
	formatUnseen = "AntTracks trace of version 5, experimental"
)

// formatOf returns the format of traces with the given symbols.
func formatOf(s *anttracks.Symbols) string {
	if s.Version != 0 {
		return formatUnseen
	}
	return format
}

// Sniff reports whether head, the first bytes of a file, is the start of an AntTracks file.
func Sniff(head []byte) bool { return anttracks.Sniff(head) }

// run contains the files of one run.
type run struct {
	ids     []uint32
	symbols *trace.File
	traces  []traceFile
	classes *trace.File
}

type traceFile struct {
	trace.File
	epoch uint32
}

// Open replays the traces of a run and returns it as a recording. It takes about 40 bytes of memory per live object, and keeps the heap
// states in memory, compressed. Files of the run that are not given are searched in the folder of the given ones. Damaged traces are read up
// to the damage, and a warning describes the loss. The error is a *[trace.InputError], or the context's.
func Open(ctx context.Context, files []trace.File, progress trace.Progress) (*trace.Recording, error) {
	runs, err := findRuns(files)
	if err != nil {
		return nil, err
	}
	r := runs[0]
	if r.symbols == nil || len(r.traces) == 0 {
		r.complete(files[0].Name)
	}
	switch {
	case len(r.traces) == 0:
		return nil, &trace.InputError{Source: cmp.Or(r.symbols, &files[0]).Name, Offset: -1,
			Text: "there is no trace with the numbers of these symbols; expected an AntTracks trace in the same folder"}
	case r.symbols == nil:
		return nil, &trace.InputError{Source: files[0].Name, Offset: -1,
			Text: "there are no symbols with the numbers of this trace; expected the file symbols of the same run in the same folder"}
	}
	rec, err := r.open(ctx, progress)
	if err != nil {
		return nil, err
	}
	for _, other := range runs[1:] {
		for _, f := range other.files() {
			rec.Warnings = append(rec.Warnings, trace.Warning{Source: f.Base(), Text: "skipped: it belongs to another run"})
		}
	}
	return rec, nil
}

// files returns all files of the run.
func (r *run) files() (list []trace.File) {
	for _, f := range []*trace.File{r.symbols, r.classes} {
		if f != nil {
			list = append(list, *f)
		}
	}
	for i := range r.traces {
		list = append(list, r.traces[i].File)
	}
	return list
}

// findRuns groups files by run, the one with the most bytes of traces first.
func findRuns(files []trace.File) ([]*run, error) {
	var runs []*run
	var first error
	for _, f := range files {
		h, epoch, err := head(f)
		if err != nil {
			first = cmp.Or(first, fault(err, f.Name))
			continue
		}
		i := slices.IndexFunc(runs, func(r *run) bool { return slices.Equal(r.ids, h.IDs) })
		if i < 0 {
			i = len(runs)
			runs = append(runs, &run{ids: h.IDs})
		}
		runs[i].add(f, h.What, epoch)
	}
	if len(runs) == 0 {
		return nil, first
	}
	slices.SortStableFunc(runs, func(a, b *run) int { return cmp.Compare(b.size(), a.size()) })
	return runs, nil
}

func (r *run) size() (bytes int64) {
	for i := range r.traces {
		bytes += r.traces[i].Size
	}
	return bytes
}

func (r *run) add(f trace.File, what anttracks.What, epoch uint32) {
	switch what {
	case anttracks.SymbolsFile:
		r.symbols = cmp.Or(r.symbols, &f)
	case anttracks.ClassesFile:
		r.classes = cmp.Or(r.classes, &f)
	case anttracks.TraceFile:
		if !slices.ContainsFunc(r.traces, func(t traceFile) bool { return t.epoch == epoch }) {
			r.traces = append(r.traces, traceFile{f, epoch})
		}
	}
}

// head reads the header of a file, and the number of a trace within its run.
func head(f trace.File) (anttracks.Header, uint32, error) {
	content, err := f.Open()
	if err != nil {
		return anttracks.Header{}, 0, err
	}
	defer content.Close()
	return anttracks.ReadHead(io.NewSectionReader(content, 0, f.Size))
}

// maxSiblings is the number of files of a folder that are examined.
const maxSiblings = 10_000

// complete adds files of the run from the folder of a file on disk. Given traces stay alone: the user chose them.
func (r *run) complete(name string) {
	folder, given := filepath.Dir(name), len(r.traces) > 0
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, e := range entries[:min(len(entries), maxSiblings)] {
		f, err := trace.DiskFile(filepath.Join(folder, e.Name()))
		if err != nil || !e.Type().IsRegular() {
			continue
		}
		if begin, err := input.Head(f); err != nil || !anttracks.Sniff(begin) {
			continue
		}
		h, epoch, err := head(f)
		if err == nil && slices.Equal(h.IDs, r.ids) && (h.What != anttracks.TraceFile || !given) {
			r.add(f, h.What, epoch)
		}
	}
}

// open replays the run.
func (r *run) open(ctx context.Context, progress trace.Progress) (*trace.Recording, error) {
	slices.SortFunc(r.traces, func(a, b traceFile) int { return cmp.Compare(a.epoch, b.epoch) })
	symbols, err := readSymbols(ctx, r.symbols)
	if err != nil {
		return nil, err
	}
	file, warnings, err := r.convert(ctx, symbols, progress)
	if err != nil {
		return nil, err
	}
	rec, err := native.Open(ctx, []trace.File{file}, nil)
	if err != nil {
		return nil, err
	}
	rec.Format, rec.Files = formatOf(symbols), nil
	for _, f := range r.files() {
		rec.Files = append(rec.Files, f.Base())
	}
	rec.Warnings = append(rec.Warnings, warnings...)
	return rec, nil
}

func readSymbols(ctx context.Context, f *trace.File) (*anttracks.Symbols, error) {
	content, err := f.Open()
	if err != nil {
		return nil, fault(err, f.Name)
	}
	defer content.Close()
	s, err := anttracks.ReadSymbols(input.NewReader(ctx, io.NewSectionReader(content, 0, f.Size)))
	if err = cmp.Or(ctx.Err(), err); err != nil {
		return nil, fault(err, f.Name)
	}
	return s, nil
}

// fault adds the file to an error, unless it is the context's.
func fault(err error, name string) error {
	var at anttracks.Fault
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.As(err, &at):
		return &trace.InputError{Source: name, Offset: at.Offset, Text: at.Text}
	case errors.Is(err, fs.ErrNotExist):
		return &trace.InputError{Source: name, Offset: -1, Text: "it does not exist"}
	}
	return input.Error(err, name)
}

// warnFaults reports the faults of a file.
func warnFaults(name string, faults *anttracks.Faults) (list []trace.Warning) {
	const most = 3
	for _, f := range faults.List[:min(len(faults.List), most)] {
		list = append(list, trace.Warning{Source: name, Text: f.Error(), Lost: true})
	}
	if more := int64(len(faults.List)) + faults.More - most; more > 0 {
		list = append(list, trace.Warning{Source: name, Text: fmt.Sprintf("%d more faults", more), Lost: true})
	}
	return list
}

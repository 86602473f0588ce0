package inputs

import (
	"archive/zip"
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"memcity/cmd/memcity/cli"
	"memcity/trace"
	"memcity/trace/wire/anttracks"
)

// antFile is a possible AntTracks file, on disk or in a ZIP archive.
type antFile struct {
	name   string
	size   int64
	open   func() (io.ReadCloser, error)
	header anttracks.Header
}

// maxAntFiles is the maximum number of files of a folder, or members of an archive, that are examined.
const maxAntFiles = 10_000

// antFiles returns the AntTracks files at the paths: files, files of folders, and members of ZIP archives. It skips other files, and
// files that it cannot read: the caller opens these and reports the error.
func antFiles(paths []string) []antFile {
	var found []antFile
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case err != nil:
		case info.IsDir():
			found = append(found, antFilesIn(os.DirFS(path), path)...)
		case info.Mode().IsRegular():
			f := antFile{name: path, size: info.Size(), open: func() (io.ReadCloser, error) { return os.Open(path) }}
			if f.sniff() {
				found = append(found, f)
			} else if archive, err := zip.OpenReader(path); err == nil {
				archive.Close()
				found = append(found, antMembers(path, archive.File)...)
			}
		}
	}
	return found
}

// antFilesIn returns the AntTracks files directly in a folder.
func antFilesIn(folder fs.FS, path string) []antFile {
	entries, _ := fs.ReadDir(folder, ".")
	var found []antFile
	for _, e := range entries[:min(len(entries), maxAntFiles)] {
		info, err := fs.Stat(folder, e.Name())
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		f := antFile{name: filepath.Join(path, e.Name()), size: info.Size(),
			open: func() (io.ReadCloser, error) { return folder.Open(e.Name()) }}
		if f.sniff() {
			found = append(found, f)
		}
	}
	return found
}

// antMembers returns the AntTracks files among the members of an archive. Members are unpacked while being read, and never stored.
func antMembers(path string, members []*zip.File) []antFile {
	var found []antFile
	for i, m := range members[:min(len(members), maxAntFiles)] {
		f := antFile{name: path + "/" + m.Name, size: int64(m.UncompressedSize64),
			open: func() (io.ReadCloser, error) { return openMember(path, i) }}
		if f.sniff() {
			found = append(found, f)
		}
	}
	return found
}

// openMember opens member i of an archive, 0-based. Closing it also closes the archive.
func openMember(path string, i int) (io.ReadCloser, error) {
	archive, err := zip.OpenReader(path)
	if err != nil {
		return nil, err
	}
	if i >= len(archive.File) {
		archive.Close()
		return nil, fs.ErrNotExist
	}
	member, err := archive.File[i].Open()
	if err != nil {
		archive.Close()
		return nil, err
	}
	return &openedMember{member, archive}, nil
}

type openedMember struct {
	io.ReadCloser
	archive *zip.ReadCloser
}

func (m *openedMember) Close() error { return errors.Join(m.ReadCloser.Close(), m.archive.Close()) }

// sniff reports whether the file starts like an AntTracks file. It stores the header if it can be read.
func (f *antFile) sniff() bool {
	r, err := f.open()
	if err != nil {
		return false
	}
	defer r.Close()
	buffered := bufio.NewReaderSize(r, 4<<10)
	head, _ := buffered.Peek(8)
	if !anttracks.Sniff(head) {
		return false
	}
	f.header, _ = anttracks.ReadHeader(buffered)
	return true
}

// read opens the file for the given function, and adds the file to its errors.
func (f *antFile) read(read func(r io.Reader) error) error {
	r, err := f.open()
	if err != nil {
		return &trace.InputError{Source: f.name, Offset: -1, Text: err.Error()}
	}
	defer r.Close()
	err = read(r)
	var fault anttracks.Fault
	if errors.As(err, &fault) {
		return &trace.InputError{Source: f.name, Offset: fault.Offset, Text: fault.Text}
	}
	return err
}

// inspectAntTracks prints the contents of the files; if each is set, including every symbol and buffer. It returns an error if no file can
// be read.
func inspectAntTracks(c *cli.Call, files []antFile, format string, each bool) error {
	slices.SortStableFunc(files, func(a, b antFile) int {
		return cmp.Or(cmp.Compare(a.header.What, b.header.What), cmp.Compare(a.name, b.name))
	})
	out := AntReport{Format: AntFormat}
	symbols := map[string]*anttracks.Symbols{} // by run
	var first error
	for i := range files {
		file, err := inspectAntFile(c.Ctx, &files[i], symbols, each)
		if c.Ctx.Err() != nil {
			return c.Ctx.Err()
		}
		if err != nil {
			first = cmp.Or(first, err)
			file.Error = err.Error()
		}
		out.Experimental = out.Experimental || file.version5
		out.Files = append(out.Files, *file)
	}
	if !slices.ContainsFunc(out.Files, func(f antFileReport) bool { return f.Error == "" }) {
		return first
	}
	return c.Print(format, &out)
}

// inspectAntFile reads one file. It stores symbols for the traces of the same run, which come after them.
func inspectAntFile(ctx context.Context, f *antFile, symbols map[string]*anttracks.Symbols, each bool) (*antFileReport, error) {
	out := &antFileReport{Name: f.name, Size: f.size, Kind: f.header.What.String(), Run: runName(f.header.IDs)}
	err := f.read(func(r io.Reader) error {
		switch f.header.What {
		case anttracks.SymbolsFile:
			s, err := anttracks.ReadSymbols(r)
			if err != nil {
				return err
			}
			symbols[out.Run] = s
			out.version5 = s.Version != 0
			out.addSymbols(s, each)
		case anttracks.TraceFile:
			s := symbols[out.Run]
			visit := anttracks.Visitor{Count: true}
			if each {
				visit.Buffer = out.addBuffer
			}
			t, err := anttracks.ReadTrace(ctx, r, s, visit)
			if err != nil {
				return err
			}
			out.addTrace(t, s)
		default:
			classes, err := anttracks.ReadClasses(r, nil)
			if err != nil {
				return err
			}
			out.addClasses(classes)
		}
		return nil
	})
	return out, err
}

// runName returns a short hash of the random numbers that all files of a run share.
func runName(ids []uint32) string {
	sum := uint64(14695981039346656037) // FNV-1a
	for _, id := range ids {
		for shift := 0; shift < 32; shift += 8 {
			sum = (sum ^ uint64(id>>shift&0xFF)) * 1099511628211
		}
	}
	return fmt.Sprintf("%016x", sum)
}

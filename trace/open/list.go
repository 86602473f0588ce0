package open

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
	"strings"

	"memcity/trace"
	"memcity/trace/guard"
	"memcity/trace/internal/input"
	"memcity/trace/memtree"
)

// maxStdin is the largest number of bytes read from standard input or a pipe, which are held in memory.
const maxStdin = 4 << 30

// list finds the files for the given paths.
func list(ctx context.Context, paths []string) (listing, error) {
	l := listing{name: nameOf(paths)}
	for _, path := range paths {
		if path == "-" {
			if err := l.addStream(readStdin(ctx, os.Stdin)); err != nil {
				return l, err
			}
			continue
		}
		info, err := os.Stat(path)
		switch {
		case err == nil && info.Mode()&fs.ModeNamedPipe != 0:
			if err := l.addStream(readPipe(ctx, path)); err != nil {
				return l, err
			}
		case err == nil && !info.IsDir() && !info.Mode().IsRegular():
			l.faults = append(l.faults, &trace.InputError{Source: path, Offset: -1, Text: "neither a file nor a folder nor a pipe"})
		case err != nil:
			l.faults = append(l.faults, input.Error(err, path))
		case info.IsDir():
			l.addFolder(path)
		default:
			l.addFile(path)
		}
	}
	return l, nil
}

func (l *listing) addStream(file trace.File, err error) error {
	var fault *trace.InputError
	switch {
	case err == nil:
		l.files = append(l.files, file)
	case errors.As(err, &fault):
		l.faults = append(l.faults, fault)
	default:
		return err
	}
	return nil
}

func (l *listing) addFile(path string) {
	file, err := trace.DiskFile(path)
	if err != nil {
		l.faults = append(l.faults, input.Error(err, path))
		return
	}
	l.files = append(l.files, file)
}

// Folder returns the files of the recording in a folder, as [Paths] reads them. Inaccessible files are left out. The error is the first
// fault if no file is left.
func Folder(path string) ([]trace.File, error) {
	var l listing
	if l.addFolder(path); len(l.files) == 0 {
		return nil, l.faults[0]
	}
	return l.files, nil
}

// addFolder adds the files of a folder and of its folders of pointer maps. It skips hidden files.
func (l *listing) addFolder(path string) {
	before := len(l.files)
	var others []string
	for _, entry := range l.entries(path) {
		name := filepath.Join(path, entry.Name())
		info, err := os.Stat(name) // follows links
		switch {
		case strings.HasPrefix(entry.Name(), "."):
		case err != nil:
			l.faults = append(l.faults, input.Error(err, name))
		case info.IsDir() && memtree.IsMapFolder(entry.Name()):
			for _, m := range l.entries(name) {
				if m.Type().IsRegular() && !strings.HasPrefix(m.Name(), ".") {
					l.addFile(filepath.Join(name, m.Name()))
				}
			}
		case info.IsDir():
			others = append(others, entry.Name())
		case info.Mode().IsRegular():
			l.addFile(name)
		}
	}
	if len(l.files) == before {
		text := "the folder contains no files"
		if len(others) > 0 {
			text += "; sub-folders are not searched: " + input.Some(others)
		}
		l.faults = append(l.faults, &trace.InputError{Source: path, Offset: -1, Text: text})
	}
}

// entries returns the entries of a folder, up to the first error.
func (l *listing) entries(path string) []os.DirEntry {
	entries, err := os.ReadDir(path)
	if err != nil {
		l.faults = append(l.faults, input.Error(err, path))
	}
	return entries
}

func readStdin(ctx context.Context, stdin io.Reader) (trace.File, error) {
	return readStream(ctx, "standard input", func() (io.ReadCloser, error) { return io.NopCloser(stdin), nil })
}

// readPipe reads a named pipe or a shell's substitute for one.
func readPipe(ctx context.Context, path string) (trace.File, error) {
	return readStream(ctx, path, func() (io.ReadCloser, error) { return os.Open(path) })
}

// readStream reads a stream that can be read only once into memory. Opening and reading wait for a writer, and only the writer can end the
// wait. If the context ends, a goroutine is left behind that ends with the stream.
func readStream(ctx context.Context, name string, open func() (io.ReadCloser, error)) (trace.File, error) {
	data := &input.Pieces{Plain: plainUnpacked}
	done := make(chan error, 1)
	guard.Go(func() error {
		stream, err := open()
		if err == nil {
			_, err = data.ReadFrom(io.LimitReader(input.NewReader(ctx, stream), maxStdin+1))
			stream.Close()
		}
		return err
	}, func(err error) { done <- err })
	select {
	case <-ctx.Done():
		return trace.File{}, ctx.Err()
	case err := <-done:
		switch {
		case ctx.Err() != nil:
			return trace.File{}, ctx.Err()
		case err != nil:
			fault := *input.Error(err, name)
			if data.Size() > 0 {
				fault.Offset = data.Size()
			}
			return trace.File{}, &fault
		case data.Size() > maxStdin:
			return trace.File{}, &trace.InputError{Source: name, Offset: data.Size(),
				Text: fmt.Sprintf("more than %d GB; save it to a file", maxStdin>>30)}
		}
		return data.File(name), nil
	}
}

// nameOf names a recording after its only path, or after the folder of the first of several paths.
func nameOf(paths []string) string {
	path := paths[0]
	if path == "-" {
		return "standard input"
	}
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	if len(paths) > 1 {
		return filepath.Base(filepath.Dir(path))
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return filepath.Base(path)
	}
	return input.Stem(filepath.Base(path))
}

// oneFolder selects the members of an archive in the folder that contains the most, because subfolders are not searched either. On a tie,
// it prefers a folder with pointer maps and then the first. Each other folder becomes a fault.
func oneFolder(members []found) (kept []found, faults []*trace.InputError) {
	count, maps := map[string]int{}, map[string]int{}
	var folders []string
	for _, m := range members {
		folder, isMap := memtree.SeriesFolder(m.Name)
		if count[folder]+maps[folder] == 0 {
			folders = append(folders, folder)
		}
		if isMap {
			maps[folder]++
		} else {
			count[folder]++
		}
	}
	if len(folders) < 2 {
		return members, nil
	}
	best := slices.MaxFunc(folders, func(a, b string) int {
		return cmp.Or(cmp.Compare(count[a], count[b]), cmp.Compare(maps[a], maps[b]), trace.NaturalOrder(b, a))
	})
	for _, m := range members {
		if folder, _ := memtree.SeriesFolder(m.Name); folder == best {
			kept = append(kept, m)
		}
	}
	for _, folder := range folders {
		if folder != best {
			faults = append(faults, &trace.InputError{Source: folder, Offset: -1,
				Text: fmt.Sprintf("another folder of the same archive, %d files", count[folder]+maps[folder])})
		}
	}
	return kept, faults
}

package input

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"

	"memcity/trace"
)

// Stamp returns the file information that shows whether a file has changed; nil if it is not on disk.
func Stamp(content trace.Content) fs.FileInfo {
	f, ok := content.(interface{ Stat() (fs.FileInfo, error) })
	if !ok {
		return nil
	}
	info, err := f.Stat()
	if err != nil {
		return nil
	}
	return info
}

// HeadSize is the number of bytes read to detect the kind of a file. It covers the magic of tar at offset 257, and the members before the
// tree in a JSON file.
const HeadSize = 4096

// Head returns the first bytes of file, at most [HeadSize].
func Head(file trace.File) ([]byte, error) {
	content, err := file.Open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	head := make([]byte, HeadSize)
	n, err := content.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return nil, err
	}
	return head[:n], nil
}

// Error returns an error that explains in plain words why source cannot be read. An [trace.InputError] is returned unchanged.
func Error(err error, source string) *trace.InputError {
	var own *trace.InputError
	if errors.As(err, &own) {
		return own
	}
	e := &trace.InputError{Source: source, Offset: -1, Text: err.Error(), Err: trace.RefusedBy(err)}
	var path *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.Text = "there is no such file or folder"
	case errors.Is(err, fs.ErrPermission):
		e.Text = "cannot be read: permission denied"
	case errors.As(err, &path):
		e.Text = path.Op + ": " + path.Err.Error()
	}
	return e
}

// contextReader stops reading when the context ends.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

// NewReader returns a reader that reads from r until ctx ends, and then fails with the error of ctx.
func NewReader(ctx context.Context, r io.Reader) io.Reader { return contextReader{ctx, r} }

func (r contextReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(p)
}

// NewReadSeeker is [NewReader] for seekable readers.
func NewReadSeeker(ctx context.Context, r io.ReadSeeker) io.ReadSeeker {
	return struct {
		io.Reader
		io.Seeker
	}{NewReader(ctx, r), r}
}

// Inflate returns the content of a file that may be compressed with gzip, and reports whether it is. file must be a section of a file, or
// a reader of one.
func Inflate(file io.ReadSeeker) (content io.Reader, packed bool) {
	if r, err := gzip.NewReader(file); err == nil {
		return r, true
	}
	_, _ = file.Seek(0, io.SeekStart) // a section of a file can be sought
	return file, false
}

// Stem removes format extensions from a file name.
func Stem(name string) string {
	for {
		ext := filepath.Ext(name)
		switch strings.ToLower(ext) {
		case ".gz", ".zst", ".xz", ".bz2", ".tar", ".tgz", ".tzst", ".txz", ".tbz2", ".zip", ".hprof", ".phd", ".heapsnapshot", ".heaptimeline", ".heapprofile", ".nettrace", ".gcdump", ".json", ".jsonl", ".objects", ".rubyheap", ".goheap", ".mct", ".pb", ".pprof":
			if ext == name {
				return name
			}
			name = strings.TrimSuffix(name, ext)
		default:
			return name
		}
	}
}

// Series names a recording that consists of files, at least one, after the first.
func Series(first string, files int) string {
	if files > 1 {
		return fmt.Sprintf("%s and %d more", first, files-1)
	}
	return first
}

// Some joins names for a message and shortens long lists.
func Some(names []string) string {
	const most = 5
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}

// Plural formats a number with its word for a message.
func Plural[N int | int64](n N, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Warn adds a fault to the warnings of r, followed by its consequence.
func Warn(r *trace.Recording, fault *trace.InputError, outcome string) {
	short := *fault
	short.Source = trace.File{Name: fault.Source}.Base()
	text := short.Error()[len(short.Source)+len(": "):]
	r.Warnings = append(r.Warnings, trace.Warning{Source: short.Source, Text: text + "; " + outcome})
}

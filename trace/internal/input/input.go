package input

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"memcity/trace"
)

// Stamp returns what reports whether a file was changed; nil if it is not on a disk.
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

// HeadSize is how much of a file is looked at to find its kind: enough for the magic of tar at 257, and for the members
// that come before the tree in a JSON file.
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

// Error says in plain words why source cannot be read. An error that is one already is returned as it is.
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
		e.Text = "may not be read: permission denied"
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

// NewReadSeeker is [NewReader] for what can be read again.
func NewReadSeeker(ctx context.Context, r io.ReadSeeker) io.ReadSeeker {
	return struct {
		io.Reader
		io.Seeker
	}{NewReader(ctx, r), r}
}

// Stem cuts the extensions that stand for formats off a file name.
func Stem(name string) string {
	for {
		ext := filepath.Ext(name)
		switch strings.ToLower(ext) {
		case ".gz", ".zst", ".tar", ".tgz", ".tzst", ".zip", ".hprof", ".json", ".mct":
			if ext == name {
				return name
			}
			name = strings.TrimSuffix(name, ext)
		default:
			return name
		}
	}
}

// Some lists names for a message, not all of them if they are many.
func Some(names []string) string {
	const most = 5
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}

// Warn adds a fault to the warnings of r, with what became of it.
func Warn(r *trace.Recording, fault *trace.InputError, outcome string) {
	short := *fault
	short.Source = trace.File{Name: fault.Source}.Base()
	text := short.Error()[len(short.Source)+len(": "):]
	r.Warnings = append(r.Warnings, trace.Warning{Source: short.Source, Text: text + ", " + outcome})
}

package hprof

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"

	"memcity/trace"
	"memcity/trace/wire/hprof"
)

// maxInflated is the largest inflated size in bytes of a compressed dump that may be inflated into a temporary file. Without that file,
// values of single objects cannot be read.
const maxInflated = 16 << 30

// inflatedFile is a temporary file with the content of a compressed dump. Where possible, it has no name in the file system, so it is
// deleted when the program ends. It is closed when nothing refers to it anymore.
type inflatedFile struct{ *os.File }

// Ready implements [trace.ValueSource].
func (s *valueSource) Ready() bool {
	s.inflating.Lock()
	defer s.inflating.Unlock()
	return !s.packed || s.inflated != nil
}

// Prepare implements [trace.ValueSource].
func (s *valueSource) Prepare(ctx context.Context, progress trace.Progress) error {
	if !s.packed {
		return ctx.Err()
	}
	s.inflating.Lock()
	defer s.inflating.Unlock()
	if s.inflated != nil {
		return nil
	}
	content, err := s.open()
	if err != nil {
		return err
	}
	defer content.Close()
	r, err := hprof.NewReader(content, s.file.Size)
	if err != nil {
		return s.fail(err)
	}
	inflated, err := s.inflate(ctx, r, progress)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return s.fail(fmt.Errorf("values of a compressed dump need a temporary file: %w", err))
	}
	s.inflated = inflated
	return nil
}

func (s *valueSource) inflate(ctx context.Context, r *hprof.Reader, progress trace.Progress) (*inflatedFile, error) {
	f, err := os.CreateTemp("", "memcity-*.tmp")
	if err != nil {
		return nil, err
	}
	name := f.Name()
	if os.Remove(name) == nil {
		name = ""
	}
	_, err = r.Inflate(ctx, &limitedWriter{f, maxInflated}, func(done int64) {
		progress.Report(done, r.Size(), "inflating "+s.file.Base())
	})
	if err != nil {
		f.Close()
		if name != "" {
			os.Remove(name)
		}
		return nil, err
	}
	inflated := &inflatedFile{f}
	if name != "" { // the system cannot remove open files
		runtime.AddCleanup(inflated, func(f *os.File) {
			f.Close()
			os.Remove(f.Name())
		}, f)
	}
	return inflated, nil
}

// limitedWriter returns an error if more bytes are written than left.
type limitedWriter struct {
	w    io.Writer
	left int64
}

func (l *limitedWriter) Write(d []byte) (int, error) {
	if l.left -= int64(len(d)); l.left < 0 {
		return 0, fmt.Errorf("it would unpack to more than %d GB; unpack the dump yourself and open the result", maxInflated>>30)
	}
	return l.w.Write(d)
}

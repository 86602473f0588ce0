package recording

import (
	"context"
	"io"

	"memcity/city/query"
	"memcity/trace"
	"memcity/trace/memtree"
	"memcity/trace/native"
)

// Save writes the recording to path, with all additions so far. It writes a native trace of the kept GC points or, for a recording that
// comes grouped, a new folder of memory trees. File creates a file atomically, and its parent folders. Save reads every heap state that it
// writes. It reports progress to report unless that is nil. It is safe for concurrent use, also while the recording grows.
func (o *Recording) Save(ctx context.Context, path string, file func(path string, write func(io.Writer) error) error,
	report func(query.Progress)) error {
	progress := func(done, total int64, what string) {
		if report != nil {
			report(query.Progress{Done: done, Total: total, What: what})
		}
	}
	r := o.keptPoints()
	if native.Copyable(r) != "" {
		return memtree.Save(ctx, r, path, file, progress)
	}
	return file(path, func(out io.Writer) error {
		w, err := native.NewWriter(contextWriter{ctx, out}, native.CopyInfo(r))
		if err != nil {
			return err
		}
		if _, err := w.Copy(ctx, r, progress); err != nil {
			return err
		}
		return w.Close()
	})
}

// contextWriter is a writer that fails once its context is done.
type contextWriter struct {
	ctx context.Context
	io.Writer
}

func (s contextWriter) Write(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.Writer.Write(p)
}

// keptPoints returns a copy of the recording with only the kept GC points.
func (o *Recording) keptPoints() *trace.Recording {
	o.mu.Lock()
	defer o.mu.Unlock()
	r := *o.newest
	r.Points, r.More = nil, nil
	for i, p := range o.newest.Points {
		if !o.gone[i] {
			r.Points = append(r.Points, p)
		}
	}
	return &r
}

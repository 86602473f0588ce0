package render

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"memcity/city/exchange"
	"memcity/city/query"
	"memcity/render/atomic"
	"memcity/render/jobs"
)

// traceEnding ends the names of native traces.
const traceEnding = ".mct"

// saving is a recording that is being saved under another name. How far it is comes from the side.
type saving struct {
	cancel context.CancelFunc // gives it up; nil while nothing is saved

	mu       sync.Mutex
	progress string
}

// text tells how far it is; empty while nothing is saved.
func (s *saving) text() string {
	if s.cancel == nil {
		return ""
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.progress
}

// tell notes how far it is, and reports whether that is worth another look.
func (s *saving) tell(p query.Progress) (changed bool) {
	text := "saving…"
	if p.Total > 0 {
		text = fmt.Sprintf("saving… %d %%", min(p.Done, p.Total)*100/p.Total)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	changed = s.progress != text
	s.progress = text
	return changed
}

// saveLive asks for a file, and keeps what has come so far there.
func (a *App) saveLive() {
	if a.options.Files.Save == nil {
		a.toast("There is no dialog for files here.")
		return
	}
	s, name := &a.recording.saving, strings.Map(fileRune, shortened(a.result.Name, maxPictureName))
	if !a.result.Grouped && filepath.Ext(name) == "" {
		name += traceEnding
	}
	folder, from := a.memory.Store().Window().Folder, a.shown
	ctx, cancel := context.WithCancel(a.jobs.Context())
	started := a.jobs.Start(jobs.SaveRecording, func() string {
		defer a.jobs.Later(func() {
			cancel()
			s.cancel, a.stale = nil, true
		})
		path, err := a.options.Files.Save(ctx, folder, name)
		if err != nil || path == "" {
			return textOf(err)
		}
		a.memory.LookedIn(filepath.Dir(path))
		return a.saveAs(ctx, from, path)
	})
	if !started {
		cancel()
		return
	}
	s.cancel = cancel
	s.tell(query.Progress{})
}

// saveAs keeps what came from some paths under another name, and says what came of it. It runs on the side.
func (a *App) saveAs(ctx context.Context, from []string, path string) (message string) {
	var err error
	if isFile(from) {
		err = copyRecording(ctx, from[0], path)
	} else {
		err = a.worker.Save(ctx, path, saveFile, func(p query.Progress) {
			if a.recording.saving.tell(p) {
				a.jobs.Later(func() { a.stale = true })
				a.options.Wake()
			}
		})
	}
	switch {
	case errors.Is(err, context.Canceled):
		return "Not saved."
	case err != nil:
		return "Not saved. " + err.Error()
	}
	return "Saved " + path
}

// cancelSave gives up saving.
func (a *App) cancelSave() {
	if cancel := a.recording.saving.cancel; cancel != nil {
		cancel()
	}
}

// isFile reports whether what is shown comes from one file, which can be copied as it is.
func isFile(paths []string) bool {
	if len(paths) != 1 || exchange.IsAddress(paths[0]) {
		return false
	}
	info, err := os.Stat(paths[0])
	return err == nil && info.Mode().IsRegular()
}

// saveFile makes a file, whole or not at all, and the folders above it.
func saveFile(path string, write func(io.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	if err := atomic.Write(path, atomic.Private, write); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// copyRecording copies what a recording has by now. What is being written to it at the moment may be cut off, which does
// no harm: a trace may end anywhere.
func copyRecording(ctx context.Context, from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return fmt.Errorf("%s: %w", from, atomic.Cause(err))
	}
	defer in.Close()
	if there, err := os.Stat(to); err == nil {
		if here, err := in.Stat(); err == nil && os.SameFile(here, there) {
			return fmt.Errorf("%s: this is the file that is being written", to)
		}
	}
	return saveFile(to, func(out io.Writer) error {
		_, err := io.Copy(out, stoppable{ctx, in})
		return err
	})
}

// stoppable reads until a context is done.
type stoppable struct {
	ctx context.Context
	io.Reader
}

func (s stoppable) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.Reader.Read(p)
}

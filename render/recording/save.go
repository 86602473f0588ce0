package recording

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"memcity/city/exchange"
	"memcity/city/query"
	"memcity/render/atomic"
	"memcity/render/jobs"
	"memcity/words"
)

// traceEnding is the extension of native traces.
const traceEnding = ".mct"

// saving is the state of saving a copy. Its progress is set in the background.
type saving struct {
	cancel context.CancelFunc // cancels saving; nil while nothing is saved

	mu       sync.Mutex
	progress string
}

// text returns the progress; "" while nothing is saved.
func (s *saving) text() string {
	if s.cancel == nil {
		return ""
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.progress
}

// report sets the progress and reports whether its text has changed.
func (s *saving) report(p query.Progress) (changed bool) {
	text := "saving…"
	if p.Total > 0 {
		text = "saving… " + words.WholePercent(float64(min(p.Done, p.Total)*100/p.Total)/100)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	changed = s.progress != text
	s.progress = text
	return changed
}

// Save prompts for a file and saves the recording so far to it.
func (c *Controller) Save(shown *Shown) {
	if c.host.SaveFile == nil {
		c.host.Toast("The file dialog is not supported here.")
		return
	}
	s, name := &c.saving, words.FileName(shown.Name)
	if !shown.Grouped && filepath.Ext(name) == "" {
		name += traceEnding
	}
	folder, from := c.host.Memory.Store().Window().Folder, shown.Paths
	ctx, cancel := context.WithCancel(c.host.Jobs.Context())
	started := c.host.Jobs.Start(jobs.SaveRecording, func() string {
		defer c.host.Jobs.Later(func() {
			cancel()
			s.cancel = nil
			c.host.Refresh()
		})
		path, err := c.host.SaveFile(ctx, folder, name)
		if err != nil || path == "" {
			return jobs.TextOf(err)
		}
		c.host.Memory.LookedIn(filepath.Dir(path))
		return c.saveAs(ctx, from, path)
	})
	if !started {
		cancel()
		return
	}
	s.cancel = cancel
	s.report(query.Progress{})
}

// saveAs saves the recording with the given paths and returns a message about the outcome. It runs in the background.
func (c *Controller) saveAs(ctx context.Context, from []string, path string) (message string) {
	var err error
	if isFile(from) {
		err = copyRecording(ctx, from[0], path)
	} else {
		err = c.host.SaveRecording(ctx, path, saveFile, func(p query.Progress) {
			if c.saving.report(p) {
				c.host.Jobs.Later(c.host.Refresh)
				c.host.Wake()
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

// CancelSave cancels saving.
func (c *Controller) CancelSave() {
	if cancel := c.saving.cancel; cancel != nil {
		cancel()
	}
}

// isFile reports whether the recording is a single regular file, which can be copied.
func isFile(paths []string) bool {
	if len(paths) != 1 || exchange.IsAddress(paths[0]) {
		return false
	}
	info, err := os.Stat(paths[0])
	return err == nil && info.Mode().IsRegular()
}

// saveFile creates a file completely or not at all, with its parent folders.
func saveFile(path string, write func(io.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	if err := atomic.Write(path, atomic.Private, write); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// copyRecording copies the current content of a recording. The last record may be cut off, which is harmless: a trace may end anywhere.
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

// stoppable is a reader that fails once ctx is done.
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

// Package browse implements a file browser inside the window, for systems without file dialogs. [Browser.Open] and [Browser.Save] replace
// the functions of package dialog. They block on their own goroutines while the window shows [Browser.Model] and forwards events.
package browse

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"memcity/render/atomic"
	"memcity/render/ui/model"
	"memcity/trace/guard"
)

// Browser is the file browser of a window. All methods may be called from any goroutine. Only Open and Save block.
type Browser struct {
	wake   func()
	places func() []model.FilePlace
	keep   func(Habits)
	group  sync.WaitGroup

	mu      sync.Mutex
	prompt  *prompt
	habits  Habits
	reading int // number of the latest listing
	shown   model.Files
	changed bool
}

// prompt is a pending call of Open or Save.
type prompt struct {
	chosen chan []string // buffered, for one result
}

// Habits are the user's preferences for listing files.
type Habits struct {
	Order model.FileOrder
	All   bool // list all files, not only those named like recordings
}

// Host connects a browser to its window. Its functions must not block.
type Host struct {
	Wake   func()                   // reports a change of the model
	Places func() []model.FilePlace // returns folders the user is likely to open
	Habits Habits                   // initial habits
	Keep   func(Habits)             // stores changed habits; called by [Browser.Take]
}

// New returns a browser.
func New(h Host) *Browser {
	return &Browser{wake: h.Wake, places: h.Places, habits: h.Habits, keep: h.Keep}
}

// Close waits until no folder is being read. Calls of Open and Save return when their contexts are done.
func (b *Browser) Close() { b.group.Wait() }

// Open prompts for files or folders to open, as [memcity/render/dialog.Open] does.
func (b *Browser) Open(ctx context.Context, title, folder string) ([]string, error) {
	return b.choose(ctx, model.Files{Title: title}, folder)
}

// Save prompts for a file to write, as [memcity/render/dialog.Save] does.
func (b *Browser) Save(ctx context.Context, folder, name string) (string, error) {
	paths, err := b.choose(ctx, model.Files{Title: "Save", Saves: true, Name: filepath.Base(name)}, folder)
	if len(paths) == 0 {
		return "", err
	}
	return paths[0], err
}

func (b *Browser) choose(ctx context.Context, shown model.Files, folder string) ([]string, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	p := &prompt{chosen: make(chan []string, 1)}
	b.mu.Lock()
	b.end(nil) // cancel an open prompt
	b.prompt, b.shown = p, shown
	b.shown.Places, b.shown.Order = b.places(), b.habits.Order
	b.mu.Unlock()
	b.list(existing(folder))
	select {
	case paths := <-p.chosen:
		return paths, nil
	case <-ctx.Done():
		b.mu.Lock()
		if b.prompt == p {
			b.end(nil)
		}
		b.mu.Unlock()
		b.signal()
		return nil, ctx.Err()
	}
}

// end closes the browser and returns paths from the pending call. The mutex must be locked.
func (b *Browser) end(paths []string) {
	if b.prompt != nil {
		b.prompt.chosen <- paths
	}
	b.prompt, b.shown = nil, model.Files{}
	b.reading++
}

// existing returns the absolute path of the nearest existing folder, from the given one upward. Otherwise it returns the user's folder.
func existing(folder string) string {
	if path, err := filepath.Abs(folder); err == nil && folder != "" {
		for {
			if info, err := os.Stat(path); err == nil && info.IsDir() {
				return path
			}
			up := filepath.Dir(path)
			if up == path {
				break
			}
			path = up
		}
	}
	if home, err := os.UserHomeDir(); err == nil {
		return home
	}
	here, _ := os.Getwd()
	return here
}

// Model returns the model of the browser; nil while it is closed.
func (b *Browser) Model() *model.Files {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.prompt == nil {
		return nil
	}
	shown := b.shown
	return &shown
}

// Waiting returns the number of calls of Open and Save that wait only for the user: 0 or 1.
func (b *Browser) Waiting() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.prompt == nil || b.shown.Reads {
		return 0
	}
	return 1
}

// Changed reports whether the model has changed since the last call.
func (b *Browser) Changed() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	changed := b.changed
	b.changed = false
	return changed
}

// signal marks the model as changed and wakes the window.
func (b *Browser) signal() {
	b.mu.Lock()
	b.changed = true
	b.mu.Unlock()
	b.wake()
}

// Take handles an event, and reports whether it was for the browser.
func (b *Browser) Take(e model.Event) bool {
	switch e := e.(type) {
	case model.BrowseTo:
		b.to(e.Path)
	case model.BrowseAll:
		b.change(func(h *Habits) { h.All = e.All })
		b.mu.Lock()
		folder := b.shown.Folder
		b.mu.Unlock()
		b.list(folder)
	case model.OrderFiles:
		b.change(func(h *Habits) { h.Order = e.Order })
		b.sort()
	case model.ChooseFiles:
		b.take(e.Paths)
	default:
		return false
	}
	return true
}

// change applies f to the habits and stores them.
func (b *Browser) change(f func(h *Habits)) {
	b.mu.Lock()
	f(&b.habits)
	habits := b.habits
	b.mu.Unlock()
	if b.keep != nil {
		b.keep(habits)
	}
}

// sort sorts the entries in the chosen order.
func (b *Browser) sort() {
	b.mu.Lock()
	b.shown.Order = b.habits.Order
	b.shown.Entries = slices.Clone(b.shown.Entries) // the old slice may still be drawn
	arrange(b.shown.Entries, b.habits.Order)
	b.mu.Unlock()
	b.signal()
}

// take chooses files. An existing file is replaced only if the user chooses it twice.
func (b *Browser) take(paths []string) {
	b.mu.Lock()
	saves, replace := b.shown.Saves, b.shown.Replace
	b.mu.Unlock()
	if !saves || len(paths) == 0 || paths[0] == replace {
		b.mu.Lock()
		b.end(paths)
		b.mu.Unlock()
		b.signal()
		return
	}
	b.aside(func(show func(func(*model.Files))) {
		info, err := os.Stat(paths[0])
		switch {
		case err == nil && info.IsDir():
			b.list(paths[0])
		case err == nil:
			show(func(f *model.Files) {
				f.Replace, f.Problem = paths[0], filepath.Base(paths[0])+" exists. Save again to replace it."
			})
		case !os.IsNotExist(err):
			show(func(f *model.Files) { f.Problem = atomic.Cause(err).Error() })
		default:
			b.mu.Lock()
			b.end(paths)
			b.mu.Unlock()
			b.signal()
		}
	})
}

// to handles a path that was typed or clicked: it lists a folder and chooses a file.
func (b *Browser) to(path string) {
	b.mu.Lock()
	path = absolute(b.shown.Folder, path)
	saves := b.shown.Saves
	b.mu.Unlock()
	b.aside(func(show func(func(*model.Files))) {
		info, err := os.Stat(path)
		switch {
		case err == nil && info.IsDir():
			b.list(path)
		case err == nil || saves && os.IsNotExist(err):
			b.take([]string{path})
		default:
			show(func(f *model.Files) { f.Problem = path + ": " + atomic.Cause(err).Error() })
		}
	})
}

// absolute returns the absolute form of a path typed in the given folder. ~ stands for the user's folder.
func absolute(folder, path string) string {
	path = strings.TrimSpace(path)
	if rest, ok := strings.CutPrefix(path, "~"); ok && (rest == "" || os.IsPathSeparator(rest[0])) {
		if home, err := os.UserHomeDir(); err == nil {
			path = home + rest
		}
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(folder, path)
	}
	return filepath.Clean(path)
}

// aside runs f on a goroutine, unless the browser is closed. The result of f is dropped if a newer call was made in the meantime.
func (b *Browser) aside(f func(show func(change func(*model.Files)))) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.prompt == nil {
		return
	}
	b.reading++
	b.shown.Reads, b.shown.Problem, b.shown.Replace = true, "", ""
	number := b.reading
	show := func(change func(*model.Files)) {
		b.mu.Lock()
		if b.reading == number {
			b.shown.Reads = false
			change(&b.shown)
		}
		b.mu.Unlock()
		b.signal()
	}
	b.changed = true
	b.group.Go(guard.Safe(func() { f(show) }))
	b.wake()
}

// list reads a folder in the background.
func (b *Browser) list(folder string) {
	b.aside(func(show func(func(*model.Files))) {
		b.mu.Lock()
		all := b.habits.All || b.shown.Saves
		b.mu.Unlock()
		l, err := read(folder, all)
		show(func(f *model.Files) {
			arrange(l.entries, b.habits.Order)
			f.Folder, f.Entries, f.Others, f.More, f.All = folder, l.entries, l.others, l.more, all
			f.Version++
			if err != nil {
				f.Problem = "The folder cannot be read: " + atomic.Cause(err).Error() + "."
			}
		})
	})
}

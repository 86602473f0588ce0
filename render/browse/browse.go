// Package browse lets the user choose files in the window itself, where the system has no dialog for that. [Browser.Open] and [Browser.Save] stand for the
// functions of package dialog: they wait on goroutines of their own, while the window shows [Browser.Model] and hands on what the user does.
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

// Browser is the file browser of a window. All methods may be called from any goroutine; only Open and Save wait.
type Browser struct {
	wake   func()
	places func() []model.FilePlace
	keep   func(Habits)
	group  sync.WaitGroup

	mu      sync.Mutex
	prompt  *prompt
	habits  Habits
	reading int // number of the newest listing
	shown   model.Files
	changed bool
}

// prompt is what the user was asked for.
type prompt struct {
	chosen chan []string // of room for one
}

// Habits are how the user lists files, from one time to the next.
type Habits struct {
	Order model.FileOrder
	All   bool // also files whose names are not those of recordings
}

// Host is what the browser needs of the window. Its functions must not block.
type Host struct {
	Wake   func()                   // there is something else to show
	Places func() []model.FilePlace // folders that are likely to be looked for
	Habits Habits                   // to begin with
	Keep   func(Habits)             // the habits changed; called by [Browser.Take]
}

// New returns a browser.
func New(h Host) *Browser {
	return &Browser{wake: h.Wake, places: h.Places, habits: h.Habits, keep: h.Keep}
}

// Close waits until no folder is being read. The contexts of Open and Save end what they wait for.
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
	b.end(nil) // one that is open is cancelled
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

// end closes the browser with what was chosen. The mutex is locked.
func (b *Browser) end(paths []string) {
	if b.prompt != nil {
		b.prompt.chosen <- paths
	}
	b.prompt, b.shown = nil, model.Files{}
	b.reading++
}

// existing returns an absolute path of a folder that is there: the nearest around it, else that of the user.
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

// Model is what is to be shown; nil while nothing is to be chosen.
func (b *Browser) Model() *model.Files {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.prompt == nil {
		return nil
	}
	shown := b.shown
	return &shown
}

// Waiting returns how many calls of Open and Save wait for the user and for nothing else: 0 or 1.
func (b *Browser) Waiting() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.prompt == nil || b.shown.Reads {
		return 0
	}
	return 1
}

// Changed reports once whether there is something else to show.
func (b *Browser) Changed() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	changed := b.changed
	b.changed = false
	return changed
}

// signal marks that there is something else to show.
func (b *Browser) signal() {
	b.mu.Lock()
	b.changed = true
	b.mu.Unlock()
	b.wake()
}

// Take does what the user requested, and reports whether it was an event for the browser.
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

// change takes over another habit.
func (b *Browser) change(f func(h *Habits)) {
	b.mu.Lock()
	f(&b.habits)
	habits := b.habits
	b.mu.Unlock()
	if b.keep != nil {
		b.keep(habits)
	}
}

// sort shows the entries in the order that is chosen.
func (b *Browser) sort() {
	b.mu.Lock()
	b.shown.Order = b.habits.Order
	b.shown.Entries = slices.Clone(b.shown.Entries) // those shown before are still drawn
	arrange(b.shown.Entries, b.habits.Order)
	b.mu.Unlock()
	b.signal()
}

// take chooses files. One that is there is replaced by a second request only.
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
				f.Replace, f.Problem = paths[0], filepath.Base(paths[0])+" exists. Saving again replaces it."
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

// to follows a path that was typed or pressed: a folder is listed, a file chosen.
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

// absolute returns the path that was typed while a folder is shown. ~ is the user's folder.
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

// aside runs f on a goroutine, unless the browser is closed. What it shows is left out if something newer was begun.
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

// list reads a folder on the side.
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

// Package files prompts the user for files, with the dialogs of the system or the built-in browser.
package files

import (
	"context"

	"memcity/render/browse"
	"memcity/render/jobs"
	"memcity/render/memory"
	"memcity/render/prefs"
	"memcity/render/ui/model"
)

// Dialogs contains the file dialogs and the copying of pictures. The functions run in the background and may block. A window uses the
// built-in browser in place of nil dialogs. If CopyImage is nil, pictures cannot be copied.
type Dialogs struct {
	Open      func(ctx context.Context, title, folder string) ([]string, error)
	Save      func(ctx context.Context, folder, name string) (string, error)
	CopyImage func(png []byte) error
}

// Files prompts for files in a window.
type Files struct {
	Dialogs // none of the dialogs is nil
	Browser *browse.Browser

	jobs   *jobs.Jobs
	memory *memory.Memory
}

// New returns a Files with the given dialogs. wake is called from any goroutine when the browser has something new.
func New(dialogs Dialogs, m *memory.Memory, j *jobs.Jobs, wake func()) *Files {
	store := m.Store()
	kept := store.Window().Files
	by, _ := model.ParseFileColumn(kept.Column) // by name unless the user chose another column
	f := &Files{Dialogs: dialogs, jobs: j, memory: m}
	f.Browser = browse.New(browse.Host{
		Wake: wake,
		Places: func() []model.FilePlace {
			var paths []string
			for _, r := range store.Recent() {
				paths = append(paths, r.Paths[0])
			}
			return browse.Places(paths)
		},
		Habits: browse.Habits{Order: model.FileOrder{By: by, Reverse: kept.Reverse}, All: kept.All},
		Keep: func(h browse.Habits) {
			store.ChangeWindow(func(w *prefs.Window) {
				w.Files = prefs.Files{Column: h.Order.By.String(), Reverse: h.Order.Reverse, All: h.All}
			})
			m.Changed()
		},
	})
	if f.Open == nil {
		f.Open = f.Browser.Open
	}
	if f.Save == nil {
		f.Save = f.Browser.Save
	}
	return f
}

// Folder returns the folder that the user last opened files from.
func (f *Files) Folder() string { return f.memory.Store().Window().Folder }

// Choose prompts for files or folders, starting in the given folder. It passes the chosen paths to take on the window's goroutine, if there
// are any.
func (f *Files) Choose(title, folder string, take func(paths []string)) {
	f.jobs.Start(jobs.ChooseFiles, func() string {
		paths, err := f.Open(f.jobs.Context(), title, folder)
		if err != nil {
			return err.Error()
		}
		if len(paths) > 0 {
			f.jobs.Later(func() { take(paths) })
		}
		return ""
	})
}

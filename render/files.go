package render

import (
	"context"
	"path/filepath"

	"memcity/render/browse"
	"memcity/render/jobs"
	"memcity/render/prefs"
	"memcity/render/ui/model"
)

// Files prompts for files and keeps pictures, on the side; each function may wait as long as it likes.
type Files struct {
	Open      func(ctx context.Context, title, folder string) ([]string, error)
	Save      func(ctx context.Context, folder, name string) (string, error)
	CopyImage func(png []byte) error
}

// useBrowser has the window show files itself where nothing else does.
func (a *App) useBrowser() {
	store := a.memory.Store()
	kept := store.Window().Files
	by, _ := model.ParseFileColumn(kept.Column) // by name unless something else was chosen
	a.browser = browse.New(browse.Host{
		Wake: a.options.Wake,
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
			a.memory.Changed()
		},
	})
	if a.options.Files.Open == nil {
		a.options.Files.Open = a.browser.Open
	}
	if a.options.Files.Save == nil {
		a.options.Files.Save = a.browser.Save
	}
}

// Browser is the file browser of the window.
func (a *App) Browser() *browse.Browser { return a.browser }

// takeJobs takes over what jobs found, and shows their messages.
func (a *App) takeJobs() {
	results, messages := a.jobs.Take()
	for _, f := range results {
		f()
	}
	for _, text := range messages {
		a.toast(text)
	}
	if err := a.memory.Trouble(); err != nil {
		a.toast("Could not save settings: " + err.Error())
	}
	a.stale = a.memory.Checked() || a.browser.Changed() || a.stale
}

// chooseFiles prompts for files and opens them.
func (a *App) chooseFiles() {
	folder := a.memory.Store().Window().Folder
	a.choosePaths("Open recording", folder, "Drop files or folders on the window to open them.", func(paths []string) {
		a.memory.LookedIn(filepath.Dir(paths[0]))
		a.jobs.Later(func() { a.Open(paths...) })
	})
}

// choosePaths prompts for files or folders, beginning in a folder, and takes those that were chosen, at least one, on
// the side. Where no dialog can be shown, otherwise is shown.
func (a *App) choosePaths(title, folder, otherwise string, take func(paths []string)) {
	if a.options.Files.Open == nil {
		a.toast(otherwise)
		return
	}
	a.jobs.Start(jobs.ChooseFiles, func() string {
		paths, err := a.options.Files.Open(a.jobs.Context(), title, folder)
		if err != nil {
			return err.Error()
		}
		if len(paths) > 0 {
			take(paths)
		}
		return ""
	})
}

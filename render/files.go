package render

import (
	"context"
	"path/filepath"

	"memcity/render/browse"
	"memcity/render/jobs"
	"memcity/render/prefs"
	"memcity/render/ui/model"
)

// Files contains the file dialogs and the copying of pictures. The functions run in the background and may block.
type Files struct {
	Open      func(ctx context.Context, title, folder string) ([]string, error)
	Save      func(ctx context.Context, folder, name string) (string, error)
	CopyImage func(png []byte) error
}

// useBrowser uses the built-in file browser if there is no other file dialog.
func (a *App) useBrowser() {
	store := a.memory.Store()
	kept := store.Window().Files
	by, _ := model.ParseFileColumn(kept.Column) // by name unless the user chose another column
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

// Browser returns the built-in file browser.
func (a *App) Browser() *browse.Browser { return a.browser }

// takeJobs applies the results of background jobs and shows their messages.
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
	a.store.Stale = a.memory.Checked() || a.browser.Changed() || a.store.Stale
}

// chooseFiles prompts for files and opens them.
func (a *App) chooseFiles() {
	folder := a.memory.Store().Window().Folder
	a.choosePaths("Open recording", folder, "Drop files or folders on the window to open them.", func(paths []string) {
		a.memory.LookedIn(filepath.Dir(paths[0]))
		a.jobs.Later(func() { a.Open(paths...) })
	})
}

// choosePaths prompts for files or folders, starting in the given folder. It passes the chosen paths to take in the background, if there are
// any. If no dialog is available, it shows the text otherwise.
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

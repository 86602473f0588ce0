package render

import (
	"fmt"
	"path/filepath"
	"strings"

	"memcity/render/atomic"
	"memcity/render/filename"
	"memcity/render/jobs"
	"memcity/render/ui/model"
)

// saveView asks for a file and writes there what a view shows, on the side.
func (a *App) saveView(e model.Save) {
	kind := filepath.Ext(e.Name)
	name := filename.Of(a.result.Name) + "-" + filename.Of(strings.TrimSuffix(e.Name, kind)) + kind
	if !a.jobs.Start(jobs.MakePicture, func() string { return a.writeView(e, name) }) {
		a.toast("Wait a moment: the previous picture is still being made.")
	}
}

// writeView runs on the side.
func (a *App) writeView(e model.Save, name string) (message string) {
	path, ok := a.fileToSave(name)
	if !ok {
		return ""
	}
	if err := atomic.Write(path, atomic.Public, e.Write); err != nil {
		return fmt.Sprintf("%s: it cannot be written: %v", path, err)
	}
	return "Saved as " + path
}

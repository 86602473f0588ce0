package render

import (
	"fmt"
	"image/png"
	"io"
	"path/filepath"

	"memcity/city/heapgraph"
	"memcity/city/scene"
	"memcity/city/view/graphs"
	"memcity/render/atomic"
	"memcity/render/filename"
	"memcity/render/jobs"
	"memcity/render/ui/model"
	"memcity/render/ui/view/graph"
)

// graphFormat is how a heap graph is written.
type graphFormat struct {
	extension string
	write     func(w io.Writer, p *graphs.Picture, theme scene.Theme) error
}

var graphFormats = map[model.Command]graphFormat{
	model.SaveGraphSVG: {".svg", func(w io.Writer, p *graphs.Picture, _ scene.Theme) error { return heapgraph.SVG(w, p) }},
	model.SaveGraphDOT: {".dot", func(w io.Writer, p *graphs.Picture, _ scene.Theme) error { return heapgraph.DOT(w, p) }},
	model.SaveGraphPNG: {".png", func(w io.Writer, p *graphs.Picture, theme scene.Theme) error {
		img, err := graph.RenderGraph(p, theme)
		if err != nil {
			return err
		}
		return png.Encode(w, img)
	}},
}

// saveGraph asks for a file and writes the heap graph shown there, on the side.
func (a *App) saveGraph(c model.Command) {
	p := graphs.Kind.Result(&a.result.Results)
	if p == nil {
		a.toast("Nothing to save: there is no heap graph.")
		return
	}
	format, theme := graphFormats[c], a.state.Settings.Theme
	name := fmt.Sprintf("%s-%d-graph%s", filename.Of(a.result.Name), p.Point+1, format.extension)
	if !a.jobs.Start(jobs.MakePicture, func() string { return a.writeGraph(p, format, theme, name) }) {
		a.toast("Wait a moment: the previous picture is still being made.")
	}
}

// writeGraph runs on the side.
func (a *App) writeGraph(p *graphs.Picture, format graphFormat, theme scene.Theme, name string) (message string) {
	path, ok := a.fileToSave(name)
	if !ok {
		return ""
	}
	err := atomic.Write(path, atomic.Public, func(w io.Writer) error { return format.write(w, p, theme) })
	if err != nil {
		return fmt.Sprintf("%s: the heap graph cannot be written: %v", path, err)
	}
	return "Heap graph saved as " + path
}

// fileToSave asks where to save something under a name; ok is false if the user gave it up. Without a dialog it goes where
// pictures usually do. It runs on the side.
func (a *App) fileToSave(name string) (path string, ok bool) {
	path = filepath.Join(pictureFolder(), name)
	if a.options.Files.Save == nil {
		return path, true
	}
	chosen, err := a.options.Files.Save(a.jobs.Context(), a.memory.Store().Window().Folder, name)
	switch {
	case a.jobs.Context().Err() != nil || err == nil && chosen == "":
		return "", false
	case err == nil:
		path = withExtension(chosen, filepath.Ext(name))
		a.memory.LookedIn(filepath.Dir(path))
	} // else there is no dialog
	return path, true
}

// askAgain asks once more about the heap state, after the answer was cancelled or failed.
func (a *App) askAgain() { a.requests.Forget() }

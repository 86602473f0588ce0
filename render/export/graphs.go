package export

import (
	"fmt"
	"image/png"
	"io"

	"memcity/city/heapgraph"
	"memcity/city/scene"
	"memcity/city/view/graphs"
	"memcity/render/atomic"
	"memcity/render/ui/model"
	"memcity/render/ui/view/graph"
	"memcity/words"
)

// graphFormat is a file format of heap graphs.
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

// SaveGraph prompts for a file and writes a heap graph to it. The given command selects the format. p is nil if there is no graph.
func (c *Controller) SaveGraph(command model.Command, p *graphs.Picture, theme scene.Theme, recording string) {
	if p == nil {
		c.host.Toast("Nothing to save: there is no heap graph.")
		return
	}
	format := graphFormats[command]
	name := fmt.Sprintf("%s-%d-graph%s", words.FileName(recording), p.Point+1, format.extension)
	c.start(func() string { return c.writeGraph(p, format, theme, name) })
}

// writeGraph prompts for a file and writes the graph. It runs in the background.
func (c *Controller) writeGraph(p *graphs.Picture, format graphFormat, theme scene.Theme, name string) (message string) {
	path, ok := c.file(name)
	if !ok {
		return ""
	}
	err := atomic.Write(path, atomic.Private, func(w io.Writer) error { return format.write(w, p, theme) })
	if err != nil {
		return fmt.Sprintf("%s: the heap graph cannot be written: %v", path, err)
	}
	return "Heap graph saved as " + path
}

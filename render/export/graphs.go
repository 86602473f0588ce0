package export

import (
	"fmt"
	"image/png"
	"io"

	"memcity/city/heapgraph"
	"memcity/city/scene"
	"memcity/city/view/graphs"
	"memcity/render/atomic"
	"memcity/render/ui/view/graph"
	"memcity/words"
)

// GraphFormat is a file format of heap graphs.
type GraphFormat struct {
	extension string
	write     func(w io.Writer, p *graphs.Picture, theme scene.Theme) error
}

// File formats of heap graphs.
var (
	SVG = GraphFormat{".svg", func(w io.Writer, p *graphs.Picture, _ scene.Theme) error { return heapgraph.SVG(w, p) }}
	DOT = GraphFormat{".dot", func(w io.Writer, p *graphs.Picture, _ scene.Theme) error { return heapgraph.DOT(w, p) }}
	PNG = GraphFormat{".png", func(w io.Writer, p *graphs.Picture, theme scene.Theme) error {
		img, err := graph.RenderGraph(p, theme)
		if err != nil {
			return err
		}
		return png.Encode(w, img)
	}}
)

// SaveGraph prompts for a file and writes a heap graph to it. p is nil if there is no graph.
func (c *Controller) SaveGraph(format GraphFormat, p *graphs.Picture, theme scene.Theme, recording string) {
	if p == nil {
		c.host.Toast("Nothing to save: there is no heap graph.")
		return
	}
	name := fmt.Sprintf("%s-%d-graph%s", words.FileName(recording), p.Point+1, format.extension)
	c.start(func() string { return c.writeGraph(p, format, theme, name) })
}

// writeGraph prompts for a file and writes the graph. It runs in the background.
func (c *Controller) writeGraph(p *graphs.Picture, format GraphFormat, theme scene.Theme, name string) (message string) {
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

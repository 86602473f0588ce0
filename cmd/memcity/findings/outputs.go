package findings

import (
	"errors"
	"fmt"
	"image/png"
	"io"
	"path/filepath"

	"github.com/spf13/pflag"

	"memcity/analysis/guide/findings"
	"memcity/city/recording"
	"memcity/city/resolve/history"
	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/results"
	"memcity/render/atomic"
	"memcity/words"
)

// outputs contains the output options of commands for CI pipelines: one format on standard output, and any number of files.
type outputs struct {
	format  string
	files   []string
	picture string             // path of the file
	link    string             // address of the picture in Markdown
	painter func() cli.Painter // draws cities; nil if the program cannot draw
}

// outputFormats lists the formats of outputs.
var outputFormats = []string{"text", "json", "junit", "sarif", "markdown"}

// endings maps file extensions to formats.
var endings = map[string]string{".txt": "text", ".json": "json", ".xml": "junit", ".sarif": "sarif", ".md": "markdown"}

func (f *outputs) register(set *pflag.FlagSet, painter func() cli.Painter) {
	f.painter = painter
	set.StringVar(&f.format, "format", "text", "")
	set.StringArrayVar(&f.files, "write", nil, "")
	set.StringVar(&f.picture, "picture", "", "")
	set.StringVar(&f.link, "picture-link", "", "")
}

func (f *outputs) check(c *cli.Call) error {
	for _, file := range f.files {
		if endings[filepath.Ext(file)] == "" {
			return cli.Usagef("write %q: expected a file that ends in .txt, .json, .xml (JUnit), .sarif or .md (Markdown)", file)
		}
	}
	switch ending := filepath.Ext(f.picture); {
	case f.picture != "" && ending != ".png" && ending != ".svg":
		return cli.Usagef("picture %q: expected a file that ends in .png, for the city, or .svg, for the heap over time", f.picture)
	case ending == ".png" && f.painter == nil:
		return cli.Usagef("picture: %s does not draw cities; use memcity, or --picture FILE.svg for the heap over time", c.Program.Name)
	case f.picture == "" && f.link != "":
		return cli.Usagef("picture-link: no picture to link to; expected --picture FILE")
	}
	return cli.CheckFormat(f.format, outputFormats...)
}

// wants reports whether any output has the given format.
func (f *outputs) wants(format string) bool {
	if f.format == format {
		return true
	}
	for _, file := range f.files {
		if endings[filepath.Ext(file)] == format {
			return true
		}
	}
	return false
}

// reports reports whether any output format has a result for each rule.
func (f *outputs) reports() bool { return f.wants("junit") || f.wants("sarif") || f.wants("markdown") }

// found is the result of a command.
type found interface {
	cli.Output
	report() *results.Report
}

// illustrate draws the picture of a recording, and returns it with the heap sizes over time, in bytes.
func (f *outputs) illustrate(c *cli.Call, o *recording.Recording, w findings.Window, h findings.Highlight, finding int) (*results.Picture, []int64, error) {
	var heap []int64
	e, err := history.Evolution(c.Ctx, o, c.Progress())
	if err != nil && !errors.Is(err, history.ErrNoEvolution) {
		return nil, nil, err
	}
	if err == nil && e.Sources != nil {
		for _, p := range e.Points {
			heap = append(heap, p.Bytes)
		}
	}
	if f.picture == "" {
		return nil, heap, nil
	}
	var says string
	var write func(io.Writer) error
	if filepath.Ext(f.picture) == ".svg" {
		if e == nil {
			c.Notify("picture: " + o.Recording.Name + " has one GC point, so there is no heap over time to draw")
			return nil, heap, nil
		}
		says, write = "The heap over time", func(w io.Writer) error { return heapSVG(w, e) }
	} else {
		d := drawer{Call: c, opened: o, painter: f.painter(), window: w}
		defer d.painter.Close()
		shot, text, err := d.paintings(h, finding)
		if err == nil && len(shot) == 0 { // the highlighted groups are not in the city
			shot, text, err = d.paintings(findings.Highlight{}, 0)
		}
		switch {
		case err != nil:
			return nil, nil, err
		case len(shot) == 0:
			c.Notify("picture: " + o.Recording.Name + " has no GC point to draw")
			return nil, heap, nil
		}
		img, err := d.painter.Paint(c.Ctx, shot[0])
		if err != nil {
			return nil, nil, fmt.Errorf("picture: %w", err)
		}
		says, write = text, func(w io.Writer) error { return png.Encode(w, img) }
	}
	if err := atomic.Write(f.picture, atomic.Private, write); err != nil {
		return nil, nil, fmt.Errorf("%s: the picture cannot be written: %w", f.picture, err)
	}
	link := f.link
	if link == "" {
		link = filepath.ToSlash(shortPath(f.picture))
	}
	return &results.Picture{Link: link, Says: says}, heap, nil
}

// write prints the result, and writes it to the files.
func (f *outputs) write(c *cli.Call, p found) error {
	for _, file := range f.files {
		err := atomic.Write(file, atomic.Private, func(w io.Writer) error { return writeAs(w, endings[filepath.Ext(file)], p) })
		if err != nil {
			return fmt.Errorf("%s: it cannot be written: %w", file, err)
		}
	}
	return writeAs(c.Stdout, f.format, p)
}

func writeAs(w io.Writer, format string, p found) error {
	switch format {
	case "json":
		return cli.WriteJSON(w, p)
	case "sarif":
		return cli.WriteJSON(w, p.report().SARIF())
	case "junit":
		return p.report().JUnit(words.NewCleaner(w))
	case "markdown":
		return p.report().Markdown(words.NewCleaner(w))
	}
	return p.Table(words.NewCleaner(w))
}

package findings

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"image/jpeg"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"memcity/analysis/guide/findings"
	"memcity/analysis/window"
	"memcity/assets"
	"memcity/city/link"
	"memcity/city/resolve/guided"
	"memcity/city/resolve/history"
	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/city/view/pins"
	"memcity/city/view/summaries"
	"memcity/cmd/memcity/cli"
	"memcity/render/atomic"
	"memcity/words"
)

// pageEndings lists the file extensions of HTML pages.
var pageEndings = []string{".html", ".htm"}

// Sizes of a report.
const (
	reportWidth  = 1000 // of pictures, in pixels
	reportHeight = 560
	jpegQuality  = 82
	maxPictures  = 3  // findings with a picture; each takes about 150 kB
	maxGroups    = 15 // in the table of the largest groups
)

// report writes the guide's report as an HTML page. The painter is nil if the program cannot draw.
func report(c *cli.Call, painter func() cli.Painter) error {
	set := c.Flags()
	output := set.StringP("output", "o", "report.html", "")
	pictures := set.Bool("pictures", true, "")
	city := set.Bool("city", true, "")
	from := set.String("story", "", "")
	c.ClassifierFlag(set)
	c.RemediesFlag(set)
	var source sources
	source.Register(set)
	paths, done, err := c.One(set)
	if err != nil || done {
		return err
	}
	if err := cli.CheckEnding(*output, pageEndings...); err != nil {
		return err
	}
	if err := source.Find(c); err != nil {
		return err
	}
	opened, err := c.Open(paths)
	if err != nil {
		return err
	}
	r := &reporter{drawer: drawer{Call: c, opened: opened}, paths: paths, page: &page{}, turns: *city, source: source}
	if err := r.readStory(*from); err != nil {
		return err
	}
	switch {
	case *pictures && painter != nil:
		r.painter = painter()
		defer r.painter.Close()
	case *pictures:
		r.undrawn = "This report has no pictures of the city, because " + c.Program.Name + " does not draw. memcity report adds them."
	}
	if err := r.build(); err != nil {
		return err
	}
	if r.undrawn != "" {
		c.Notify("report: " + r.undrawn)
	}
	if *output == "-" {
		return r.page.write(c.Stdout)
	}
	if err := atomic.Write(*output, atomic.Private, r.page.write); err != nil {
		return fmt.Errorf("%s: the report cannot be written: %w", *output, err)
	}
	return nil
}

// page contains the values of the HTML report.
type page struct {
	Name, About, Verdict string
	Look                 string // class of the verdict's frame
	Heap                 *heapChart
	Pauses               *pauseSection
	Findings             []pageFinding
	Used                 *usedCollections
	City                 *picture
	Town                 *cityPage
	Groups               []findings.Group
	Threads              *pageThreads
	Summary              []summaries.Text // for a recording with one GC point
	Quiet, Missing       []string
	Made                 []string
	Command              string
}

// pageFinding is a finding with its picture and chart.
type pageFinding struct {
	findings.Finding
	Picture *picture
	Chart   template.HTML
	Places  []cli.SourcePlace // in the source
	Next    []pageStep
}

type pageStep struct{ Text, Line string }

// picture is a city in both themes, as data URLs.
type picture struct {
	Light         template.URL
	Dark          template.Srcset
	Says          string
	Width, Height int
}

// heapChart shows the heap over time with the suspicious windows.
type heapChart struct {
	Chart template.HTML
	Curve string
	Bands []string
}

func (p *page) write(w io.Writer) error {
	t, err := template.New("report").Funcs(template.FuncMap{
		"inc": func(i int) int { return i + 1 }, "percent": words.PercentOf, "count": words.Count, "size": words.Size,
		"signed":     func(n int64) string { return signOf(n) + words.Count(max(n, -n)) },
		"signedSize": func(n int64) string { return signOf(n) + words.Size(max(n, -n)) },
	}).Parse(assets.ReportPage())
	if err != nil {
		return err
	}
	return t.Execute(words.NewCleaner(w), p)
}

func signOf(n int64) string {
	switch {
	case n > 0:
		return "+"
	case n < 0:
		return "−"
	}
	return ""
}

// reporter collects the contents of a report.
type reporter struct {
	drawer
	paths   []string
	page    *page
	undrawn string // why requested pictures are missing
	turns   bool   // true if the report gets an interactive city
	story   []link.Scene
	source  sources
}

func (r *reporter) build() error {
	guide, err := guided.Explore(r.Ctx, r.opened, r.Progress())
	if err != nil {
		return err
	}
	p, rec := r.page, r.opened.Recording
	p.Name, p.Verdict, p.Quiet, p.Missing = rec.Name, guide.Text, guide.Quiet, guide.Missing
	program := ""
	if rec.Recorded != nil {
		program = rec.Recorded.Program
	}
	extent := words.Counted(int64(guide.Recording.Points), "GC point")
	if len(rec.Points) == 0 {
		extent = words.Counted(int64(len(rec.GCs)), "GC")
	}
	p.About = strings.Join(slices.DeleteFunc([]string{program, guide.Recording.Format, extent}, func(s string) bool { return s == "" }), " · ")
	p.Pauses = pausesOf(rec)
	if err := r.overTime(); err != nil {
		return err
	}
	shown, strongest := 0, pins.Tinted
	for i, f := range guide.Findings {
		strongest = max(strongest, pins.EmphasisOf(&f))
		out := pageFinding{Finding: f, Chart: growthChart(f.Growth, r.times()), Places: r.source.Below(r.source.places(&f))}
		for _, step := range f.Next {
			out.Next = append(out.Next, pageStep{step.Text, r.line(step.Command)})
		}
		if len(f.Highlight.Keys) > 0 && shown < maxPictures {
			if out.Picture, err = r.picture(f.Highlight, i); err != nil {
				return err
			}
			shown++
		}
		p.Findings = append(p.Findings, out)
	}
	p.Look = cli.VerdictLook(strongest)
	return r.whole(guide)
}

// whole adds the use of collections, the city at the end, the largest groups, and how the report was made.
func (r *reporter) whole(guide *findings.Report) (err error) {
	p := r.page
	if err := r.collections(); err != nil {
		return err
	}
	if len(r.opened.Recording.Points) > 0 {
		if p.City, err = r.picture(findings.Highlight{At: guide.Recording.Points}, 0); err != nil {
			return err
		}
		if r.turns {
			if err = r.interactive(guide); err != nil {
				return err
			}
		}
		if p.Groups, err = r.largest(); err != nil {
			return err
		}
		if p.Threads, err = r.threads(); err != nil {
			return err
		}
		summary, err := summaryOf(r.Call, r.opened)
		if err != nil {
			return err
		}
		if summary != nil {
			p.Summary = summary.WithPaths(r.shortPaths()).Texts(guide)
		}
	}
	p.Made = []string{"Created by " + cli.ToolName() + " from the recording alone. It contains no contents of objects except names of types, fields, sites and threads."}
	if r.undrawn != "" {
		p.Made = append(p.Made, r.undrawn)
	}
	if text := guide.Recording.LookedText(); text != "" {
		p.Made = append(p.Made, text)
	}
	if slices.ContainsFunc(r.paths, filepath.IsAbs) {
		p.Made = append(p.Made, "Commands name the recording without its folder. Run them in that folder.")
	}
	p.Command = r.line([]string{"report", findings.Path})
	return nil
}

// line returns a command as typed, with short paths: see [shortPath].
func (r *reporter) line(command []string) string {
	if len(command) == 0 {
		return ""
	}
	return words.ShellWords(append([]string{"memcity"}, findings.WithPaths(command, r.shortPaths())...))
}

// shortPaths returns the paths for readers of the report.
func (r *reporter) shortPaths() (short []string) {
	for _, path := range r.paths {
		short = append(short, shortPath(path))
	}
	return short
}

// shortPath returns a relative path unchanged, and only the last element of an absolute path: its folders are private.
func shortPath(path string) string {
	if !filepath.IsAbs(path) {
		return path
	}
	return filepath.Base(path)
}

// overTime draws the heap over time. Recordings with one GC point get no chart.
func (r *reporter) overTime() error {
	e, err := history.Evolution(r.Ctx, r.opened, r.Progress())
	if errors.Is(err, history.ErrNoEvolution) {
		return nil
	}
	if err != nil {
		return err
	}
	found := window.Find(e.Series, window.DefaultLimits())
	r.page.Heap = chartOf(e, found)
	return nil
}

// times returns the times of the GC points.
func (r *reporter) times() []trees.Millis {
	var times []trees.Millis
	for _, p := range r.opened.Recording.Points {
		times = append(times, p.Time)
	}
	return times
}

// picture draws a city with a highlight; nil if no city shows its groups, or without a painter.
func (r *reporter) picture(h findings.Highlight, finding int) (*picture, error) {
	if r.painter == nil {
		return nil, nil
	}
	shots, says, err := r.paintings(h, finding)
	if err != nil || len(shots) == 0 {
		return nil, err
	}
	out := &picture{Says: says, Width: reportWidth, Height: reportHeight}
	for _, shot := range shots {
		address, err := r.dataAddress(shot)
		if err != nil {
			return nil, err
		}
		if shot.Settings.Theme == scene.Light {
			out.Light = template.URL(address)
		} else {
			out.Dark = template.Srcset(address)
		}
	}
	return out, nil
}

// dataAddress returns a picture as a data URL.
func (r *reporter) dataAddress(shot cli.Painting) (string, error) {
	img, err := r.painter.Paint(r.Ctx, shot)
	if err != nil {
		return "", fmt.Errorf("report: picture: %w", err)
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, &jpeg.Options{Quality: jpegQuality}); err != nil {
		return "", err
	}
	return "data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(out.Bytes()), nil
}

// largest returns the groups with the most bytes at the default GC point, and their growth between the points that growth is measured by.
func (r *reporter) largest() ([]findings.Group, error) {
	series, _, err := r.series(nil)
	if err != nil || series.Len() == 0 {
		return nil, err
	}
	last := series.Initial(r.opened.Recording)
	begin, end := last, last // of the growth
	if growth := r.opened.Recording.Growth(); len(growth) > 0 {
		w := series.WindowOf(growth[0], growth[len(growth)-1])
		begin, end = w.From, w.To
	}
	var all []findings.Group
	for i := range series.Nodes {
		node := int32(i)
		if !series.IsLeaf(node) {
			continue
		}
		objects, size := series.Objects(last, node), series.Bytes(last, node)
		all = append(all, findings.Group{Type: strings.Join(series.Path(node)[1:], " › "), Objects: objects, Bytes: size,
			GrowthObjects: series.Objects(end, node) - series.Objects(begin, node), GrowthBytes: series.Bytes(end, node) - series.Bytes(begin, node)})
	}
	slices.SortStableFunc(all, func(a, b findings.Group) int { return cmp.Compare(b.Bytes, a.Bytes) })
	return all[:min(len(all), maxGroups)], nil
}

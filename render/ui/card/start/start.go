package start

import (
	"slices"
	"strings"

	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

const startSentence = "Memory City shows a program's heap as a city. Groups of objects are buildings, packages are districts, and growing groups turn red."

func DrawStart(c *widget.Canvas, b canvas.Box) {
	inner := b.Inset(26, 22)
	c.Text(inner.CutTop(30), canvas.Style{Size: 21, Weight: canvas.Title.Weight}, canvas.Left, c.Theme.Text, "See what fills your heap")
	inner.CutTop(2)
	inner.CutTop(c.Paragraph(inner, canvas.Body, c.Dim, startSentence))
	inner.CutTop(14)
	used := float32(0)
	c.Scroll("start", inner, func(content canvas.Box) float32 {
		used = startRows(c, content)
		return used
	})
	c.Want(0, 22+30+2+c.ParagraphHeight(inner.W, canvas.Body, startSentence)+14+used+22)
}

func startRows(c *widget.Canvas, b canvas.Box) float32 {
	top := b.Y
	b.H = 1e5
	drawDrop(c, b.CutTop(76))
	m := &c.Model
	if m.CanRecord {
		b.CutTop(8)
		drawStartRecord(c, b.CutTop(76))
		b.CutTop(8)
		drawStartField(c, b.CutTop(34).Inset(3, 0))
	}
	if len(m.Recent) > 0 {
		drawRecents(c, &b, "Recent", m.Recent[:min(len(m.Recent), firstRecents)])
	}
	if len(m.Demos) > 0 {
		startHeading(c, &b, "Or look at an example")
		small := func(d model.Demo) bool { return d.Small }
		drawDemos(c, &b, slices.DeleteFunc(slices.Clone(m.Demos), small))
		drawSmallDemos(c, &b, m.Demos)
	}
	if len(m.Recent) > firstRecents {
		drawRecents(c, &b, "Opened earlier", m.Recent[firstRecents:])
	}
	startHeading(c, &b, "Supported inputs and how to get them")
	drawSources(c, &b)
	return b.Y - top
}

// firstRecents is the number of recent recordings that are visible without scrolling.
const firstRecents = 4

func drawRecents(c *widget.Canvas, b *canvas.Box, heading string, list []model.Recent) {
	startHeading(c, b, heading)
	for _, r := range list {
		b.CutTop(5)
		if drawRecent(c, b, r) {
			c.Emit(model.OpenRecent{Path: r.Path})
		}
	}
}

func startHeading(c *widget.Canvas, b *canvas.Box, words string) {
	b.CutTop(14)
	c.Text(b.CutTop(22), canvas.Heading, canvas.Left, c.Theme.Text, words)
}

func drawDrop(c *widget.Canvas, drop canvas.Box) {
	c.Fill(drop, 8, c.Wash)
	button := drawStartWords(c, drop, "drop", "Drop a recording here",
		"recordings (.mct), heap dumps or snapshots, GC logs, JFR, or a folder or archive of these")
	if c.Button("start/open", button, widget.ButtonOptions{Text: "Open…", Hint: c.Tip(action.FileOpen, "Choose a file"), Look: widget.Chosen}) {
		c.Run(action.FileOpen)
	}
}

// drawStartWords draws a way to start, and returns the box of its button.
func drawStartWords(c *widget.Canvas, b canvas.Box, icon, name, text string) (button canvas.Box) {
	c.Icon(canvas.Rect(b.X+20, b.Y, 28, b.H), icon, c.Link)
	words := b
	words.CutLeft(66)
	button = words.CutRight(118)
	words.CutTop(17)
	c.Text(words.CutTop(22), canvas.Heading, canvas.Left, c.Theme.Text, name)
	c.Text(words.CutTop(20), canvas.Small, canvas.Left, c.Dim, text)
	return button.Centered(96, 32)
}

func drawStartRecord(c *widget.Canvas, b canvas.Box) {
	c.Fill(b, 8, c.Raised)
	button := drawStartWords(c, b, "record", "Record a program", "a running program or a command line; the city grows while it runs")
	if c.Button("start/record", button, widget.ButtonOptions{Text: "Record…", Hint: c.Tip(action.RecordDialog, "Choose a program"), Look: widget.Chosen}) {
		c.Run(action.RecordDialog)
	}
}

// state is the state of the start screen between layouts.
type state struct{ path string } // as typed

// drawStartField draws the field for a path or an address.
func drawStartField(c *widget.Canvas, b canvas.Box) {
	const id = "start/field"
	at := widget.Keep[state](c.Core)
	text, _, submitted := c.LineField(id, b,
		model.Item{Text: "Path or address", Hint: "Enter a file, a folder, or an address to watch, such as " + model.AddressExample + " (Enter)"},
		at.path, "or enter a path, or an address such as "+model.AddressExample)
	if at.path = text; submitted && strings.TrimSpace(text) != "" {
		c.Emit(model.OpenAddress{Address: strings.TrimSpace(text)})
	}
}

// Minimum width for cards side by side, in dp.
const cardsWidth = 520

const (
	cardsInRow = 3
	cardGap    = 10
)

func drawDemos(c *widget.Canvas, b *canvas.Box, demos []model.Demo) {
	if b.W < cardsWidth {
		for _, d := range demos {
			b.CutTop(6)
			if startRow(c, b, "start/demo/"+d.Name, "play", d.Title, d.Text) {
				c.Emit(model.OpenDemo{Name: d.Name})
			}
		}
		return
	}
	w := (b.W - cardGap*(cardsInRow-1)) / cardsInRow
	for len(demos) > 0 {
		row := demos[:min(len(demos), cardsInRow)]
		demos = demos[len(row):]
		b.CutTop(6)
		h := float32(0)
		for i := range row {
			h = max(h, demoHeight(c, w, &row[i]))
		}
		line := b.CutTop(h)
		for i := range row {
			drawDemo(c, canvas.Rect(line.X+(w+cardGap)*float32(i), line.Y, w, h), &row[i])
		}
	}
}

// drawSmallDemos draws buttons for demos without cards, as many per line as fit.
func drawSmallDemos(c *widget.Canvas, b *canvas.Box, demos []model.Demo) {
	const high, gap = 28, 6
	if !slices.ContainsFunc(demos, func(d model.Demo) bool { return d.Small }) {
		return
	}
	startHeading(c, b, "Or find a problem in an example program")
	var line canvas.Box
	next := func(text string) canvas.Box {
		w := c.Width(canvas.Body, text) + 24
		if w > line.W {
			b.CutTop(gap)
			line = b.CutTop(high)
		}
		at := line.CutLeft(w)
		line.CutLeft(gap)
		return at
	}
	for _, d := range demos {
		if d.Small && c.Button("start/demo/"+d.Name, next(d.Title), widget.ButtonOptions{Text: d.Title, Hint: d.Text, Look: widget.Ground}) {
			c.Emit(model.OpenDemo{Name: d.Name})
		}
	}
	const hints = "with hints and answers"
	if c.Button("start/gallery", next(hints), widget.ButtonOptions{Text: hints, Hint: "Open the gallery of known leaks in the manual"}) {
		c.Emit(model.ShowHelp{Page: "gallery"})
	}
}

// pictureHeight is the ratio of the height of a demo's picture to the width of its card.
const pictureHeight = 0.52

func demoHeight(c *widget.Canvas, w float32, d *model.Demo) float32 {
	return w*pictureHeight + 8 + 20 + c.ParagraphHeight(w-24, canvas.Small, d.Text) + 10
}

func drawDemo(c *widget.Canvas, card canvas.Box, d *model.Demo) {
	ctl := c.Control("start/demo/"+d.Name, card, widget.Pressable, model.Item{Kind: "button", Text: d.Title})
	if c.Hidden(card) {
		return
	}
	ground := c.Raised
	if ctl.Hover {
		ground = c.Theme.Hover
	}
	c.Fill(card, 8, ground)
	inner := card
	top := inner.CutTop(card.W * pictureHeight)
	if d.Picture != nil {
		c.Photo(top, 8, d.Picture)
	} else {
		c.Icon(top.Centered(44, 44), "city", canvas.Mixed(ground, c.Link, 0.55))
	}
	inner = inner.Inset(12, 0)
	inner.CutTop(8)
	c.Text(inner.CutTop(20), canvas.Heading, canvas.Left, c.Theme.Text, d.Title)
	c.Paragraph(inner, canvas.Small, c.Dim, d.Text)
	c.Ring(ctl, card, 8)
	if ctl.Clicked {
		c.Emit(model.OpenDemo{Name: d.Name})
	}
}

// drawRecent draws a recent recording in one line. A missing one can be pressed too, as its disk may be back.
func drawRecent(c *widget.Canvas, b *canvas.Box, r model.Recent) bool {
	row := b.CutTop(34)
	name, icon, col, fore := r.Name, "open", c.Link, c.Theme.Text
	if r.Missing {
		name, icon, col, fore = r.Name+" is missing", "missing", c.Dim, c.Dim
	}
	ctl := c.Control("start/recent/"+r.Path, row, widget.Pressable, model.Item{Kind: "button", Text: name, Hint: r.Path})
	if c.Hidden(row) {
		return ctl.Clicked
	}
	ground := c.Raised
	if ctl.Hover {
		ground = c.Theme.Hover
	}
	c.Fill(row, 8, ground)
	inner := row.Inset(12, 0)
	c.Icon(inner.CutLeft(18).Middle(17), icon, col)
	inner.CutLeft(10)
	w := c.Name(canvas.Rect(inner.X, inner.Y, inner.W*0.6, inner.H), canvas.Strong, canvas.Left, fore, name)
	inner.CutLeft(w + 16)
	c.Name(inner, canvas.Small, canvas.Right, c.Dim, r.Path)
	c.Ring(ctl, row, 8)
	return ctl.Clicked
}

// startRow draws a wide button with an icon and two texts.
func startRow(c *widget.Canvas, b *canvas.Box, id, icon, name, text string) bool {
	h := c.ParagraphHeight(b.W-62, canvas.Small, text)
	row := b.CutTop(h + 34)
	ctl := c.Control(id, row, widget.Pressable, model.Item{Kind: "button", Text: name})
	ground := c.Raised
	if ctl.Hover {
		ground = c.Theme.Hover
	}
	c.Fill(row, 8, ground)
	inner := row.Inset(14, 7)
	c.Icon(inner.CutLeft(20).Middle(18), icon, c.Link)
	inner.CutLeft(14)
	c.Text(inner.CutTop(20), canvas.Heading, canvas.Left, c.Theme.Text, name)
	c.Paragraph(canvas.Rect(inner.X, inner.Y, inner.W, h+1), canvas.Small, c.Dim, text)
	c.Ring(ctl, row, 8)
	return ctl.Clicked
}

// sources describes the inputs that can be opened and how to create them.
var sources = []struct {
	name  string
	lines [3]string
}{
	{"Recordings", [3]string{
		"Memory City's own files (.mct). You can open one while it is still being recorded.",
		"To create: memcity record -- java -jar APP",
		"They track each object and its allocation site.",
	}},
	{"Java heap dumps", [3]string{
		"HPROF files of any Java virtual machine, optionally compressed with gzip.",
		"To create: jcmd PID GC.heap_dump FILE",
		"Take several, minutes apart, and open them together as a series.",
	}},
	{"JavaScript heap snapshots", [3]string{
		".heapsnapshot files of Node.js, Chrome, Electron and Deno.",
		"To create: v8.writeHeapSnapshot()",
		"Or record the program: memcity record -- node APP.js",
	}},
	{"GC logs, histograms, flight recordings", [3]string{
		"-Xlog:gc* text, class histograms and JFR files of a Java virtual machine.",
		"To create: jcmd PID GC.class_histogram > FILE",
		"Open them alone, or together with heap dumps of the same run.",
	}},
	{"Other languages", [3]string{
		"Objects as JSON lines, which thirty lines of Python, PHP or Lua can write.",
		"Memory trees of AntTracks or Memory Cities.",
		"Open one file with all GC points, or several files together.",
	}},
	{"Folders and archives", [3]string{
		"A folder of files of one kind opens as one series.",
		"So does a zip, tar, tar.gz or tar.zst archive. You do not need to unpack it.",
		"Memory City detects the format from the content, not the name.",
	}},
}

func drawSources(c *widget.Canvas, b *canvas.Box) {
	columns := cardsInRow
	if b.W < cardsWidth {
		columns = 1
	}
	w := (b.W - cardGap*float32(columns-1)) / float32(columns)
	for row := range slices.Chunk(sources, columns) {
		highest := float32(0)
		for i, s := range row {
			at := canvas.Rect(b.X+(w+cardGap)*float32(i), b.Y, w, b.H)
			at.CutTop(4)
			c.Text(at.CutTop(20), canvas.SmallB, canvas.Left, c.Theme.Text, s.name)
			for _, l := range s.lines {
				at.CutTop(2 + c.Paragraph(at, canvas.Small, c.Dim, l))
			}
			highest = max(highest, at.Y-b.Y)
		}
		b.CutTop(highest)
	}
}

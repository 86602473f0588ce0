package ui

import (
	"slices"
	"strings"
)

const startSentence = "Memory City shows how a program's heap grows, as a city: groups of objects are buildings, packages are districts, and what grows turns red."

func drawStart(c *canvas, b box) {
	inner := b.inset(26, 22)
	c.text(inner.cutTop(30), style{21, title.weight}, left, c.theme.text, "See what fills your heap")
	inner.cutTop(2)
	inner.cutTop(c.paragraph(inner, body, c.dim, startSentence))
	inner.cutTop(14)
	used := float32(0)
	c.scroll("start", inner, func(content box) float32 {
		used = startRows(c, content)
		return used
	})
	c.want(0, 22+30+2+c.paragraphHeight(inner.w, body, startSentence)+14+used+22)
}

func startRows(c *canvas, b box) float32 {
	top := b.y
	b.h = 1e5
	drawDrop(c, b.cutTop(76))
	m := &c.model
	if m.CanRecord {
		b.cutTop(8)
		drawStartRecord(c, b.cutTop(76))
		b.cutTop(8)
		drawStartField(c, b.cutTop(34).inset(3, 0))
	}
	if len(m.Demos) > 0 {
		startHeading(c, &b, "Or look at an example")
		small := func(d Demo) bool { return d.Small }
		drawDemos(c, &b, slices.DeleteFunc(slices.Clone(m.Demos), small))
		drawSmallDemos(c, &b, m.Demos)
	}
	if len(m.Recent) > 0 {
		startHeading(c, &b, "Opened before")
	}
	for _, r := range m.Recent {
		b.cutTop(5)
		if drawRecent(c, &b, r) {
			c.emit(OpenRecent{r.Path})
		}
	}
	startHeading(c, &b, "What can be opened and how to get it")
	drawSources(c, &b)
	return b.y - top
}

func startHeading(c *canvas, b *box, words string) {
	b.cutTop(14)
	c.text(b.cutTop(22), heading, left, c.theme.text, words)
}

func drawDrop(c *canvas, drop box) {
	c.fill(drop, 8, c.wash)
	button := drawStartWords(c, drop, "drop", "Drop a recording here", "recordings (.mct), heap dumps, GC logs, JFR, memory trees; a folder or an archive of them")
	if c.button("start/open", button, buttonOptions{text: "Open…", hint: "Choose a file (Ctrl+O)", look: chosen}) {
		c.emit(OpenFile)
	}
}

// drawStartWords draws a way to begin, and returns where its button stands.
func drawStartWords(c *canvas, b box, icon, name, text string) (button box) {
	c.icon(box{b.x + 20, b.y, 28, b.h}, icon, c.link)
	words := b
	words.cutLeft(66)
	button = words.cutRight(118)
	words.cutTop(17)
	c.text(words.cutTop(22), heading, left, c.theme.text, name)
	c.text(words.cutTop(20), small, left, c.dim, text)
	return button.centered(96, 32)
}

func drawStartRecord(c *canvas, b box) {
	c.fill(b, 8, c.raised)
	button := drawStartWords(c, b, "record", "Record a program", "one that is running, or a command line; its city grows while it runs")
	if c.button("start/record", button, buttonOptions{text: "Record…", hint: "Choose a program (Ctrl+R)", look: chosen}) {
		c.emit(ToggleRecord)
	}
}

// drawStartField draws the field for a path or an address.
func drawStartField(c *canvas, b box) {
	const id = "start/field"
	text, _, submitted := c.lineField(id, b, Item{Text: "Path or address", Hint: "A file or folder, or an address to watch, such as " + addressExample + " (Enter)"}, c.local.path, "or type a path, or an address such as "+addressExample)
	if c.local.path = text; submitted && strings.TrimSpace(text) != "" {
		c.emit(OpenAddress{strings.TrimSpace(text)})
	}
}

// Cards stand side by side from this width on, in dp.
const cardsWidth = 520

const (
	cardsInRow = 3
	cardGap    = 10
)

func drawDemos(c *canvas, b *box, demos []Demo) {
	if b.w < cardsWidth {
		for _, d := range demos {
			b.cutTop(6)
			if startRow(c, b, "start/demo/"+d.Name, "play", d.Title, d.Text) {
				c.emit(OpenDemo{d.Name})
			}
		}
		return
	}
	w := (b.w - cardGap*(cardsInRow-1)) / cardsInRow
	for len(demos) > 0 {
		row := demos[:min(len(demos), cardsInRow)]
		demos = demos[len(row):]
		b.cutTop(6)
		h := float32(0)
		for i := range row {
			h = max(h, demoHeight(c, w, &row[i]))
		}
		line := b.cutTop(h)
		for i := range row {
			drawDemo(c, box{line.x + (w+cardGap)*float32(i), line.y, w, h}, &row[i])
		}
	}
}

// drawSmallDemos draws buttons for demos without cards, as many in a line as there is room for.
func drawSmallDemos(c *canvas, b *box, demos []Demo) {
	const high, gap = 28, 6
	if !slices.ContainsFunc(demos, func(d Demo) bool { return d.Small }) {
		return
	}
	startHeading(c, b, "Or find out what is wrong with a program")
	var line box
	next := func(text string) box {
		w := c.width(body, text) + 24
		if w > line.w {
			b.cutTop(gap)
			line = b.cutTop(high)
		}
		at := line.cutLeft(w)
		line.cutLeft(gap)
		return at
	}
	for _, d := range demos {
		if d.Small && c.button("start/demo/"+d.Name, next(d.Title), buttonOptions{text: d.Title, hint: d.Text, look: ground}) {
			c.emit(OpenDemo{d.Name})
		}
	}
	const hints = "Hints and answers"
	if c.button("start/gallery", next(hints), buttonOptions{text: hints, hint: "Open the gallery of known leaks in the manual"}) {
		c.emit(ShowHelp{"gallery"})
	}
}

// pictureHeight is the height of a demo's picture over the width of its card.
const pictureHeight = 0.52

func demoHeight(c *canvas, w float32, d *Demo) float32 {
	return w*pictureHeight + 8 + 20 + c.paragraphHeight(w-24, small, d.Text) + 10
}

func drawDemo(c *canvas, card box, d *Demo) {
	ctl := c.control("start/demo/"+d.Name, card, pressable, Item{Kind: "button", Text: d.Title})
	if c.hidden(card) {
		return
	}
	ground := c.raised
	if ctl.hover {
		ground = c.theme.hover
	}
	c.fill(card, 8, ground)
	inner := card
	top := inner.cutTop(card.w * pictureHeight)
	if d.Picture != nil {
		c.photo(top, 8, d.Picture)
	} else {
		c.icon(top.centered(44, 44), "city", mixed(ground, c.link, 0.55))
	}
	inner = inner.inset(12, 0)
	inner.cutTop(8)
	c.text(inner.cutTop(20), heading, left, c.theme.text, d.Title)
	c.paragraph(inner, small, c.dim, d.Text)
	c.ring(ctl, card, 8)
	if ctl.clicked {
		c.emit(OpenDemo{d.Name})
	}
}

// drawRecent draws a recording that was opened before, in one line. One that is missing can be pressed too: its disk may
// be back.
func drawRecent(c *canvas, b *box, r Recent) bool {
	row := b.cutTop(34)
	name, icon, col, fore := r.Name, "open", c.link, c.theme.text
	if r.Missing {
		name, icon, col, fore = r.Name+" is missing", "missing", c.dim, c.dim
	}
	ctl := c.control("start/recent/"+r.Path, row, pressable, Item{Kind: "button", Text: name, Hint: r.Path})
	if c.hidden(row) {
		return ctl.clicked
	}
	ground := c.raised
	if ctl.hover {
		ground = c.theme.hover
	}
	c.fill(row, 8, ground)
	inner := row.inset(12, 0)
	c.icon(inner.cutLeft(18).middle(17), icon, col)
	inner.cutLeft(10)
	w := c.name(box{inner.x, inner.y, inner.w * 0.6, inner.h}, strong, left, fore, name)
	inner.cutLeft(w + 16)
	c.name(inner, small, right, c.dim, r.Path)
	c.ring(ctl, row, 8)
	return ctl.clicked
}

// startRow draws a wide button with an icon and two texts.
func startRow(c *canvas, b *box, id, icon, name, text string) bool {
	h := c.paragraphHeight(b.w-62, small, text)
	row := b.cutTop(h + 34)
	ctl := c.control(id, row, pressable, Item{Kind: "button", Text: name})
	ground := c.raised
	if ctl.hover {
		ground = c.theme.hover
	}
	c.fill(row, 8, ground)
	inner := row.inset(14, 7)
	c.icon(inner.cutLeft(20).middle(18), icon, c.link)
	inner.cutLeft(14)
	c.text(inner.cutTop(20), heading, left, c.theme.text, name)
	c.paragraph(box{inner.x, inner.y, inner.w, h + 1}, small, c.dim, text)
	c.ring(ctl, row, 8)
	return ctl.clicked
}

// sources say what can be opened and where to get it.
var sources = []struct {
	name  string
	lines [3]string
}{
	{"Recordings", [3]string{
		"Memory City's own files (.mct); those under way grow on the screen.",
		"To write one: memcity record -- java -jar APP",
		"They follow each object, and know where it was allocated.",
	}},
	{"Java heap dumps", [3]string{
		"HPROF files of any Java virtual machine, also packed with gzip.",
		"To write one: jcmd PID GC.heap_dump FILE",
		"Several times, minutes apart, gives a series; open the files together.",
	}},
	{"GC logs and flight recordings", [3]string{
		"Text of -Xlog:gc*, and JFR files; alone, or together with heap dumps of the run.",
		"To write one: jcmd PID JFR.start, then JFR.dump",
		"They tell of garbage collections, and of types if these were counted.",
	}},
	{"Class histograms", [3]string{
		"Objects and bytes of each type, as text.",
		"To write one: jcmd PID GC.class_histogram > FILE",
		"Several give a series.",
	}},
	{"Memory trees", [3]string{
		"JSON of AntTracks or Memory Cities, with or without pointer maps.",
		"One file with all GC points, or one for each.",
		"Open them together or as a folder.",
	}},
	{"Folders and archives", [3]string{
		"A folder of files of one kind is one series.",
		"So is a zip, tar, tar.gz or tar.zst of them; no need to unpack it.",
		"The content tells what a file is, not its name.",
	}},
}

func drawSources(c *canvas, b *box) {
	columns := cardsInRow
	if b.w < cardsWidth {
		columns = 1
	}
	w := (b.w - cardGap*float32(columns-1)) / float32(columns)
	for row := range slices.Chunk(sources, columns) {
		highest := float32(0)
		for i, s := range row {
			at := box{b.x + (w+cardGap)*float32(i), b.y, w, b.h}
			at.cutTop(4)
			c.text(at.cutTop(20), smallB, left, c.theme.text, s.name)
			for _, l := range s.lines {
				at.cutTop(2 + c.paragraph(at, small, c.dim, l))
			}
			highest = max(highest, at.y-b.y)
		}
		b.cutTop(highest)
	}
}

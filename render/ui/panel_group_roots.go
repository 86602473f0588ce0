package ui

import (
	"cmp"
	"slices"
	"strings"

	"memcity/city"
)

// rootColumn is a number that tells of a GC root.
type rootColumn uint8

const (
	byDirect rootColumn = iota
	byClosest
	byIndirect
)

var rootColumns = []struct{ name, hint string }{
	{"direct", "What the GC root refers to itself"},
	{"closest", "What no other GC root is closer to"},
	{"indirect", "What references lead to from the GC root; others may reach it as well"},
}

func rootNumber(r *city.RootShare, by rootColumn, metric city.Metric) int64 {
	return []city.Amount{r.Direct, r.Closest, r.Indirect}[by].Of(metric)
}

// rootIcons are the pictures of kinds of GC roots; others have that of a root.
var rootIcons = map[string]string{"static field": "pin", "local variable": "frames", "thread": "thread", "thread block": "thread",
	"monitor": "lock", "JNI local": "native", "JNI global": "native", "native stack": "native", "system class": "settings"}

func rootIcon(kind string) string {
	if icon := rootIcons[kind]; icon != "" {
		return icon
	}
	return "root"
}

const (
	fewRoots    = 6
	rootHeight  = 42
	rootNumbers = 64 // width of a column in dp
)

// drawGroupRoots lists the GC roots that reach the group.
func drawGroupRoots(c *canvas, r *city.GroupReport, head, b *box) {
	switch {
	case r.NoRoots:
		c.remark(b, missingText(r))
		return
	case r.Roots == nil && r.RootOwners == nil && !r.Whole:
		c.waiting(b, "Finding GC roots…")
		return
	case len(r.Roots) == 0:
		c.remark(b, "No GC root reaches these objects: they are garbage that was not collected yet.")
		return
	}
	metric, by := c.metric(), c.local.group.sort
	c.text(*head, small, right, c.dim, plural(int64(len(r.Roots)), "GC root", "GC roots")+", in "+metric.String())
	head.cutRight(150)
	roots := slices.Clone(r.Roots)
	slices.SortStableFunc(roots, func(x, y city.RootShare) int {
		return cmp.Compare(rootNumber(&y, by, metric), rootNumber(&x, by, metric))
	})
	columns := b.cutTop(24)
	for i := len(rootColumns) - 1; i >= 0; i-- {
		drawRootColumn(c, columns.cutRight(rootNumbers), rootColumn(i))
	}
	shown := roots[:c.shortened("group/roots", len(roots), fewRoots)]
	c.list(b, rowList{id: "group/roots", words: "GC roots", rows: len(shown), height: rootHeight, still: true,
		item: func(i int) Item { return rootItem(&shown[i], metric) },
		cut:  func(i int) []city.Cutout { return []city.Cutout{city.RootCutout(shown[i].Text)} },
		draw: func(i int, cell box, _ bool) { drawRoot(c, cell, &shown[i]) }})
	c.more(b, "group/roots", len(roots), fewRoots)
}

// drawRootColumn draws the head of a column, which orders the list by it.
func drawRootColumn(c *canvas, b box, column rootColumn) {
	l := &c.local.group
	value := ""
	if l.sort == column {
		value = "chosen"
	}
	ctl := c.control("group/roots/"+rootColumns[column].name, b, pressable, Item{Kind: "choice", Text: "Order by " + rootColumns[column].name,
		Value: value, Hint: rootColumns[column].hint + ". Press to order by it."})
	fore := c.dim
	switch {
	case l.sort == column:
		fore = c.link
	case ctl.hover:
		fore = c.theme.text
	}
	name := rootColumns[column].name
	if l.sort == column {
		c.icon(box{b.right() - c.width(smallB, name) - 12, b.y, 10, b.h}, "down", fore)
	}
	c.draw(b, smallB, right, fore, name)
	c.ring(ctl, b.inset(0, 2), 4)
	if ctl.clicked {
		l.sort, c.again = column, true
	}
}

// rootName is the text of a GC root without its kind.
func rootName(r *city.RootShare) string {
	if name := strings.TrimPrefix(strings.TrimPrefix(r.Text, r.Kind), " "); name != "" {
		return name
	}
	return r.Kind
}

func rootItem(r *city.RootShare, metric city.Metric) Item {
	value := r.Kind
	for i, column := range rootColumns {
		value += ", " + column.name + " " + Amount(metric, rootNumber(r, rootColumn(i), metric))
	}
	return Item{Kind: "value", Text: unqualified(r.Text), Value: value, Hint: oneLine(r.Text)}
}

func drawRoot(c *canvas, cell box, r *city.RootShare) {
	c.hline(cell.x, cell.y, cell.w, 0, c.line)
	row := cell.inset(0, 4)
	upper := row.cutTop(18)
	c.icon(upper.cutLeft(14).middle(14), rootIcon(r.Kind), c.link)
	upper.cutLeft(6)
	c.name(upper, body, left, c.theme.text, unqualified(rootName(r)))
	metric := c.metric()
	for i := len(rootColumns) - 1; i >= 0; i-- {
		v := rootNumber(r, rootColumn(i), metric)
		text, col := ShortAmount(metric, v), c.theme.text
		if metric == city.Objects {
			text = Count(v)
		}
		if v == 0 {
			text, col = "–", c.dim
		}
		c.text(row.cutRight(rootNumbers), smallB, right, col, text)
	}
	row.cutLeft(20)
	c.text(row, small, left, c.dim, r.Kind)
}

const (
	fewSamples   = 12
	sampleHeight = 28
)

// drawGroupObjects lists some objects of the group; choosing one walks there. few is how many there is room for.
func drawGroupObjects(c *canvas, r *city.GroupReport, few int, head, b *box) {
	if r.Samples == nil && !r.Whole {
		c.waiting(b, "Choosing objects…")
		return
	}
	if all := r.Shallow.Objects; all > int64(len(r.Samples)) {
		c.text(*head, small, right, c.dim, Count(int64(len(r.Samples)))+" of "+Count(all)+", spread evenly")
		head.cutRight(min(170, head.w*0.6))
	}
	if len(r.Samples) == 0 {
		c.remark(b, "The group is empty at this GC point.")
		return
	}
	few = max(few, fewSamples)
	if slices.ContainsFunc(r.Samples, func(o city.ObjectLine) bool { return o.Type != r.Samples[0].Type }) {
		drawObjectList(c, b, "group/objects", "Objects", r.Samples, max(few*sampleHeight/objectHeight, fewSamples))
		return
	}
	shown := r.Samples[:c.shortened("group/objects", len(r.Samples), few)]
	chosen := c.list(b, rowList{id: "group/objects", words: "Objects", rows: len(shown), height: sampleHeight,
		item: func(i int) Item { return objectItem(&shown[i]) },
		draw: func(i int, cell box, _ bool) { drawSample(c, cell, &shown[i]) }})
	if chosen >= 0 {
		c.do(city.WalkTo{Object: shown[chosen].Object})
	}
	c.more(b, "group/objects", len(r.Samples), few)
}

// drawSample draws an object among others of its type in one line.
func drawSample(c *canvas, row box, o *city.ObjectLine) {
	c.hline(row.x, row.y, row.w, 0, c.line)
	c.icon(row.cutRight(14).middle(14), "chevron", c.dim)
	if o.Retains.Objects > 0 {
		c.text(row.cutRight(min(100, row.w*0.4)), strong, right, c.theme.text, "retains "+Size(o.Retains.Bytes))
	}
	if row.w > 140 {
		c.text(row.cutRight(60), small, right, c.dim, Size(o.Shallow))
	}
	row.cutRight(8)
	switch {
	case o.Text != "":
		c.text(row, body, left, c.theme.text, quoted(o.Text))
	case o.Address != "":
		c.text(row, body, left, c.theme.text, o.Address)
	default:
		c.name(row, body, left, c.theme.text, unqualified(o.Type))
	}
}

// objectHeight is the height of an object in a list where types and fields differ.
const objectHeight = 42

// drawObjectList lists objects; choosing one walks there.
func drawObjectList(c *canvas, b *box, id, words string, objects []city.ObjectLine, few int) {
	shown := objects[:c.shortened(id, len(objects), few)]
	chosen := c.list(b, rowList{id: id, words: words, rows: len(shown), height: objectHeight,
		item: func(i int) Item { return objectItem(&shown[i]) },
		draw: func(i int, cell box, _ bool) { drawObjectLine(c, cell, &shown[i]) }})
	if chosen >= 0 {
		c.do(city.WalkTo{Object: shown[chosen].Object})
	}
	c.more(b, id, len(objects), few)
}

func objectItem(o *city.ObjectLine) Item {
	it := Item{Text: objectName(o), Value: "shallow " + Size(o.Shallow), Hint: oneLine(o.Type)}
	if o.Field != "" {
		it.Text = o.Field + ": " + it.Text
	}
	if o.Address != "" {
		it.Hint += " at " + o.Address
	}
	if o.Retains.Objects > 0 {
		it.Value += ", retains " + Size(o.Retains.Bytes)
	}
	it.Hint += ": " + it.Value + ". Press to walk there."
	return it
}

// objectName is an object's type without packages, with its text or address.
func objectName(o *city.ObjectLine) string {
	name := unqualified(o.Type)
	switch {
	case o.Text != "":
		name += " " + quoted(o.Text)
	case o.Address != "":
		name += " " + o.Address
	}
	return name
}

func quoted(s string) string { return "“" + oneLine(s) + "”" }

func drawObjectLine(c *canvas, cell box, o *city.ObjectLine) {
	c.hline(cell.x, cell.y, cell.w, 0, c.line)
	row := cell.inset(0, 4)
	upper := row.cutTop(18)
	c.icon(upper.cutRight(14).middle(14), "chevron", c.dim)
	row.cutRight(14)
	if o.Retains.Objects > 0 {
		c.text(upper.cutRight(min(106, upper.w/2)), strong, right, c.theme.text, "retains "+Size(o.Retains.Bytes))
		upper.cutRight(6)
	}
	name := unqualified(o.Type)
	if o.Field != "" {
		w := c.text(withWidth(upper, upper.w*0.45), strong, left, c.link, o.Field)
		upper.cutLeft(min(w, upper.w*0.45) + 7)
	}
	c.name(upper, body, left, c.theme.text, name)
	c.text(row.cutRight(60), small, right, c.dim, Size(o.Shallow))
	row.cutRight(6)
	if o.Text != "" {
		c.text(row, small, left, c.dim, quoted(o.Text))
	} else {
		c.text(row, small, left, c.dim, o.Address)
	}
}

func withWidth(b box, w float32) box { return box{b.x, b.y, w, b.h} }

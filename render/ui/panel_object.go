package ui

import (
	"fmt"
	"strings"

	"memcity/city"
)

// drawObject draws the object that was walked to.
func drawObject(c *canvas, b box) {
	object, _ := c.model.State.Inspection.Object()
	l := &c.local.group
	if !l.walking || l.walked != object {
		l.walking, l.walked, l.takeFocus = true, object, c.byKey
		c.startOver("object/")
	}
	o := c.model.Answers.Object
	if o != nil && o.Object != object {
		o = nil
	}
	drawObjectHead(c, &b, o)
	if o == nil {
		drawNoAnswer(c, b, "Finding what keeps the object alive…")
		return
	}
	part := func(title string, draw func(*canvas, *city.ObjectReport, *box, *box)) groupCard {
		return groupCard{title, func(c *canvas, head, b *box) { draw(c, o, head, b) }}
	}
	facts, kept, fields := part("Object", drawObjectFacts), part("What keeps it alive", drawObjectKept), part("Fields", drawFields)
	if o.Length >= 0 {
		fields.title = "Elements"
	}
	in, out := part("Referred to by", drawObjectIn), part("Refers to", drawObjectOut)
	columns := [][]groupCard{{facts, fields, kept, in, out}}
	switch columnsOf(b.w) {
	case 3:
		columns = [][]groupCard{{facts, kept}, {fields}, {in, out}}
	case 2:
		columns = [][]groupCard{{facts, kept}, {fields, in, out}}
	}
	drawColumns(c, b, "object/column", columns)
	focusObject(c)
}

// focusObject gives the focus to the first list, so that a walk by keys goes on.
func focusObject(c *canvas) {
	if c.local.group.takeFocus {
		c.local.group.takeFocus = false
		c.focusFirst("object/fields", "object/in", "object/out")
	}
}

// drawObjectHead draws the way back to the group, the walk, and the object's name.
func drawObjectHead(c *canvas, b *box, o *city.ObjectReport) {
	m := &c.model
	walk := m.State.Inspection
	head := b.cutTop(30)
	name, _ := groupTitle(m)
	back := min(c.width(strong, unqualified(name))+44, 180)
	if head.w < 420 {
		back = 32
	}
	area := head.cutLeft(back).middle(28)
	options := buttonOptions{icon: "up", text: unqualified(name), hint: "Back to the group (Esc)", look: ground}
	if back == 32 {
		options.text, options.name = "", "Back to the group"
	}
	if c.button("object/group", area, options) {
		c.do(city.EndWalk{})
	}
	head.cutLeft(6)
	small_ := func(id, icon, name, hint string, off bool) bool {
		return c.iconButton("object/"+id, head.cutLeft(28).centered(26, 26), icon, name, hint, off)
	}
	if small_("back", "previous", "Object before", "The object before on the walk (Backspace)", walk.At == 0) {
		c.do(city.WalkBy{Steps: -1})
	}
	if small_("forward", "next", "Next object", "The next object on the walk again", walk.At+1 >= len(walk.Objects)) {
		c.do(city.WalkBy{Steps: 1})
	}
	c.text(head.cutLeft(min(c.width(small, walkText(&walk))+8, 60)), small, center, c.dim, walkText(&walk))
	if o == nil {
		b.cutTop(6)
		return
	}
	drawObjectButtons(c, &head, o)
	head.cutLeft(6)
	c.name(head.cutLeft(min(c.width(title, unqualified(o.Type))+1, head.w)), title, left, c.theme.text, unqualified(o.Type))
	if head.cutLeft(10); head.w > 60 {
		about := o.Address
		if o.Text != "" {
			about = quoted(o.Text)
		}
		c.text(head, body, left, c.dim, about)
	}
	b.cutTop(6)
}

// walkText tells where on the walk the object is.
func walkText(i *city.Inspection) string { return fmt.Sprintf("%d of %d", i.At+1, len(i.Objects)) }

func drawObjectButtons(c *canvas, head *box, o *city.ObjectReport) {
	if c.iconButton("object/copy", head.cutRight(28).centered(26, 26).moved(4, 0), "copy", "Copy as text", "Copy what is said here as text", false) {
		c.emit(CopyText{objectText(&c.model, o)})
	}
	options := buttonOptions{text: "Select its group", hint: "The group that the object is in, in place of what is selected", look: ground}
	w := c.width(strong, options.text) + 20
	if head.w < 420 {
		options = buttonOptions{icon: "focus", name: options.text, hint: options.hint}
		w = 28
	}
	if o.Key == "" || c.model.State.Selection == o.Key && len(c.model.State.More) == 0 {
		options.off, options.hint = true, "Its group is the one that is selected"
	}
	if c.button("object/select", head.cutRight(w).middle(26), options) {
		c.do(city.Select{Key: o.Key})
	}
	head.cutRight(6)
}

// objectFacts are the numbers and words about an object.
func objectFacts(m *Model, o *city.ObjectReport) []fact {
	list := []fact{{"Type", o.Type, ""}}
	if o.Address != "" {
		list = append(list, fact{"Address", o.Address, "Where the object lay in memory at this GC point; a later garbage collection may have moved it."})
	}
	if o.Length >= 0 {
		list = append(list, fact{"Length", plural(o.Length, "element", "elements"), "How many elements the array has."})
	}
	list = append(list, fact{"Shallow", Size(o.Shallow), "The bytes of the object itself."})
	if o.Retains.Objects > 0 {
		list = append(list, fact{"Retains", bothAmounts(o.Retains), "What would die with the object, and the object itself."})
	}
	if o.Key != "" {
		list = append(list, fact{"Group", groupName(m, o.Key), "The group that the object is in."})
	}
	if o.Thread != "" {
		list = append(list, fact{"Thread", o.Thread, "The thread that allocated it."})
	}
	return list
}

// groupName is the way to a group for people.
func groupName(m *Model, key string) string {
	if m.Plan != nil {
		s := m.Plan.Series
		if n, ok := s.Find(key); ok {
			text := s.Name(n)
			for n = s.Nodes[n].Parent; n > 0; n = s.Nodes[n].Parent {
				text = s.Name(n) + " → " + text
			}
			return text
		}
	}
	return key
}

// longText is the number of lines of a text that are shown.
const longText = 12

func drawObjectFacts(c *canvas, o *city.ObjectReport, _, b *box) {
	for _, f := range objectFacts(&c.model, o) {
		row := b.cutTop(rowHeight)
		if f.hint != "" {
			c.explain("object/fact/"+f.name, row, f.name, f.value, f.hint)
		}
		c.hline(row.x, row.bottom(), row.w, 0, c.line)
		c.text(row.cutLeft(64), body, left, c.dim, f.name)
		row.cutLeft(6)
		c.name(row, strong, right, c.theme.text, f.value)
	}
	if o.Text != "" {
		b.cutTop(6)
		text := *b
		text.h = longText * lineHeight(body)
		b.cutTop(c.paragraph(text, body, c.theme.text, quoted(o.Text)))
	}
	if o.Site == "" {
		return
	}
	b.cutTop(6)
	c.text(b.cutTop(20), smallB, left, c.theme.text, "Allocated at")
	frames := strings.Split(o.Site, "\n")
	shown := frames[:c.shortened("object/site", len(frames), longText)]
	for _, frame := range shown {
		c.name(b.cutTop(18), small, left, c.dim, frame)
	}
	c.more(b, "object/site", len(frames), longText)
}

// drawObjectKept draws the GC roots, the dominator, and the shortest path.
func drawObjectKept(c *canvas, o *city.ObjectReport, _, b *box) {
	if o.Retains.Objects == 0 && len(o.Path) == 0 {
		if r := c.model.report(); r != nil && r.NoRoots {
			c.remark(b, missingText(r))
		} else {
			c.remark(b, "No GC root reaches it: it is garbage that was not collected yet.")
		}
		return
	}
	for _, r := range o.Roots {
		row := b.cutTop(rowHeight)
		c.icon(row.cutLeft(16).middle(14), rootIcon(rootKind(r)), c.link)
		row.cutLeft(6)
		c.text(row.cutRight(86), small, right, c.dim, "refers to it")
		c.name(row, body, left, c.theme.text, unqualified(r))
	}
	if o.Dominator != nil {
		c.text(b.cutTop(22), smallB, left, c.theme.text, "Dies with")
		drawObjectList(c, b, "object/dominator", "Dies with", []city.ObjectLine{*o.Dominator}, 1)
		c.remark(b, "Every way from a GC root to the object leads through it.")
	} else if len(o.Roots) == 0 {
		c.remark(b, "No single object keeps it alive: several ways lead to it, from different GC roots.")
	}
	drawRootPath(c, o, b)
}

// rootKind finds the kind at the start of the text of a GC root.
func rootKind(text string) string {
	best := ""
	for kind := range rootIcons {
		if strings.HasPrefix(text, kind) && len(kind) > len(best) {
			best = kind
		}
	}
	return best
}

const fewSteps = 10

// drawRootPath draws the shortest way from a GC root to the object.
func drawRootPath(c *canvas, o *city.ObjectReport, b *box) {
	if len(o.Path) == 0 {
		return
	}
	b.cutTop(8)
	c.text(b.cutTop(20), smallB, left, c.theme.text, "Shortest path from a GC root")
	row := b.cutTop(rowHeight)
	c.icon(row.cutLeft(16).middle(14), rootIcon(rootKind(o.PathRoot)), c.link)
	row.cutLeft(6)
	c.name(row, strong, left, c.theme.text, unqualified(o.PathRoot))
	id := "object/path"
	shown := o.Path[:c.shortened(id, len(o.Path), fewSteps)]
	chosen := c.list(b, rowList{id: id, words: "Shortest path", rows: len(shown), height: 26,
		item: func(i int) Item {
			it := objectItem(&shown[i])
			if shown[i].Object == o.Object {
				it.Kind, it.Value, it.Hint = "value", "this object", ""
			}
			return it
		},
		draw: func(i int, cell box, _ bool) { drawStep(c, cell, &shown[i], shown[i].Object == o.Object) }})
	if chosen >= 0 {
		c.do(city.WalkTo{Object: shown[chosen].Object})
	}
	c.more(b, id, len(o.Path), fewSteps)
}

// drawStep draws one object of a path, with the field that leads to it.
func drawStep(c *canvas, cell box, o *city.ObjectLine, itself bool) {
	line := cell.cutLeft(16)
	c.vline(line.midX(), line.y, line.h*0.5-3, 1.5, c.edge)
	c.fill(line.centered(6, 6), 3, c.dim)
	if !itself {
		c.vline(line.midX(), line.y+line.h*0.5+3, line.h*0.5-3, 1.5, c.edge)
	}
	cell.cutLeft(6)
	if o.Field != "" {
		w := min(c.width(strong, o.Field), cell.w*0.4)
		c.text(cell.cutLeft(w), strong, left, c.link, o.Field)
		cell.cutLeft(7)
	}
	st := body
	if itself {
		st = strong
	}
	name := unqualified(o.Type)
	w := c.name(cell, st, left, c.theme.text, name)
	cell.cutLeft(w + 8)
	if cell.w > 40 && o.Text != "" {
		c.text(cell, small, left, c.dim, quoted(o.Text))
	}
}

const (
	fewFields = 20
	fewLinks  = 12
)

// drawFields lists the object's fields, or an array's elements, with their values.
func drawFields(c *canvas, o *city.ObjectReport, head, b *box) {
	if o.Missing != "" {
		c.remark(b, "Not known: "+o.Missing+".")
		return
	}
	if len(o.Fields) == 0 {
		c.remark(b, "There are none.")
		return
	}
	if o.Length > int64(len(o.Fields)) {
		c.text(*head, small, right, c.dim, "the first "+Count(int64(len(o.Fields)))+" of "+Count(o.Length))
		head.cutRight(150)
	}
	id := "object/fields"
	shown := o.Fields[:c.shortened(id, len(o.Fields), fewFields)]
	chosen := c.list(b, rowList{id: id, words: "Fields", rows: len(shown), height: rowHeight,
		item: func(i int) Item {
			f := &shown[i]
			if f.Refers {
				return Item{Text: f.Name, Value: f.Value, Hint: oneLine(f.Value) + ". Press to walk there."}
			}
			return Item{Kind: "value", Text: f.Name, Value: f.Value, Hint: strings.TrimSpace(oneLine(f.Type + " " + f.Name))}
		},
		draw: func(i int, cell box, _ bool) { drawField(c, cell, &shown[i]) }})
	if chosen >= 0 && shown[chosen].Refers {
		c.do(city.WalkTo{Object: shown[chosen].Object})
	}
	c.more(b, id, len(o.Fields), fewFields)
}

func drawField(c *canvas, row box, f *city.FieldLine) {
	c.hline(row.x, row.bottom(), row.w, 0, c.line)
	w := min(c.width(body, f.Name), row.w*0.45)
	c.text(row.cutLeft(w), body, left, c.dim, f.Name)
	row.cutLeft(10)
	if f.Refers {
		c.icon(row.cutRight(14).middle(14), "chevron", c.dim)
		c.text(row, strong, right, c.link, unqualified(f.Value))
		return
	}
	row.cutRight(14)
	c.text(row, strong, right, c.theme.text, f.Value)
}

func drawObjectIn(c *canvas, o *city.ObjectReport, head, b *box) {
	drawReferenceList(c, head, b, "object/in", "Referred to by", o.In, o.InAll)
}

func drawObjectOut(c *canvas, o *city.ObjectReport, head, b *box) {
	drawReferenceList(c, head, b, "object/out", "Refers to", o.Out, o.OutAll)
}

func drawReferenceList(c *canvas, head, b *box, id, words string, list []city.ObjectLine, all int64) {
	c.text(*head, small, right, c.dim, plural(all, "reference", "references"))
	head.cutRight(110)
	if r := c.model.report(); r != nil && r.NoReferences {
		c.remark(b, missingText(r))
		return
	}
	if len(list) == 0 {
		c.remark(b, "Nothing.")
		return
	}
	drawObjectList(c, b, id, words, list, fewLinks)
}

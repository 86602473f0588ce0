package group

import (
	"cmp"
	"fmt"
	"strings"

	"memcity/city/state"
	"memcity/city/view/inspect"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
	wordspkg "memcity/words"
)

// drawObject draws the current object of the walk.
func (view *View) drawObject(c *widget.Canvas, b canvas.Box) {
	object, _ := inspect.View.Of(c.Model.State.Views).Object()
	l := view
	if !l.walking || l.walked != object {
		l.walking, l.walked, l.takeFocus = true, object, c.ByKey
		view.startOver(c, "object/")
	}
	o := inspect.ObjectKind.Result(&c.Model.Results)
	if o != nil && o.Object != object {
		o = nil
	}
	view.drawObjectHead(c, &b, o)
	if o == nil {
		view.drawNoResult(c, b, "Computing what keeps the object alive…")
		return
	}
	part := func(title string, draw func(*widget.Canvas, *inspect.ObjectReport, *canvas.Box, *canvas.Box)) groupCard {
		return groupCard{title, func(c *widget.Canvas, head, b *canvas.Box) { draw(c, o, head, b) }}
	}
	facts, kept, fields := part("Object", view.drawObjectFacts), part("What keeps it alive", view.drawObjectKept),
		part("Fields", view.drawFields)
	if o.Length >= 0 {
		fields.title = "Elements"
	}
	in, out := part("Incoming references", view.drawObjectIn), part("Outgoing references", view.drawObjectOut)
	columns := [][]groupCard{{facts, fields, kept, in, out}}
	switch columnsOf(b.W) {
	case 3:
		columns = [][]groupCard{{facts, kept}, {fields}, {in, out}}
	case 2:
		columns = [][]groupCard{{facts, kept}, {fields, in, out}}
	}
	view.drawColumns(c, b, "object/column", columns)
	view.focusObject(c)
}

// focusObject focuses the first list, so that the keyboard can continue the walk.
func (view *View) focusObject(c *widget.Canvas) {
	if view.takeFocus {
		view.takeFocus = false
		view.focusFirst(c, "object/fields", "object/in", "object/out")
	}
}

// drawObjectHead draws the button back to the group, the steps of the walk, and the object's name.
func (view *View) drawObjectHead(c *widget.Canvas, b *canvas.Box, o *inspect.ObjectReport) {
	m := &c.Model
	walk := inspect.View.Of(m.State.Views)
	head := b.CutTop(30)
	name, _ := groupTitle(m)
	back := min(c.Width(canvas.Strong, wordspkg.Unqualified(name))+44, 180)
	if head.W < 420 {
		back = 32
	}
	area := head.CutLeft(back).Middle(28)
	options := widget.ButtonOptions{Icon: "up", Text: wordspkg.Unqualified(name), Hint: c.Tip(action.GoEscape, "Back to the group"), Look: widget.Ground}
	if back == 32 {
		options.Text, options.Name = "", "Back to the group"
	}
	if c.Button("object/group", area, options) {
		c.Do(state.EndWalk{})
	}
	head.CutLeft(6)
	small_ := func(id, icon, name, hint, why string) bool {
		return c.IconButton("object/"+id, head.CutLeft(28).Centered(26, 26), icon, name, hint, why)
	}
	if small_("back", "previous", "Previous object", "Previous object on the walk (Backspace)", widget.Why(walk.At == 0, "This is the first object on the walk")) {
		c.Do(state.WalkBy{Steps: -1})
	}
	if small_("forward", "next", "Next object", "Next object on the walk", widget.Why(walk.At+1 >= len(walk.Objects), "This is the last object on the walk")) {
		c.Do(state.WalkBy{Steps: 1})
	}
	c.Text(head.CutLeft(min(c.Width(canvas.Small, walkText(&walk))+8, 60)), canvas.Small, canvas.Center, c.Dim, walkText(&walk))
	if o == nil {
		b.CutTop(6)
		return
	}
	view.drawObjectButtons(c, &head, o)
	head.CutLeft(6)
	c.Name(head.CutLeft(min(c.Width(canvas.Title, wordspkg.Unqualified(o.Type))+1, head.W)), canvas.Title, canvas.Left, c.Theme.Text,
		wordspkg.Unqualified(o.Type))
	if head.CutLeft(10); head.W > 60 {
		about := o.Address
		if o.Text != "" {
			about = quoted(o.Text)
		}
		c.Text(head, canvas.Body, canvas.Left, c.Dim, about)
	}
	b.CutTop(6)
}

// walkText returns the position of the object in the walk.
func walkText(i *inspect.State) string { return fmt.Sprintf("%d of %d", i.At+1, len(i.Objects)) }

func (view *View) drawObjectButtons(c *widget.Canvas, head *canvas.Box, o *inspect.ObjectReport) {
	if c.IconButton("object/copy", head.CutRight(28).Centered(26, 26).Moved(4, 0), "copy", "Copy as text", "Copy this panel as text", "") {
		c.Emit(model.CopyText{Text: objectText(&c.Model, o)})
	}
	options := widget.ButtonOptions{Text: "Select its group", Hint: "Select the object's group instead of the current selection",
		Look: widget.Ground}
	w := c.Width(canvas.Strong, options.Text) + 20
	if head.W < 420 {
		options = widget.ButtonOptions{Icon: "focus", Name: options.Text, Hint: options.Hint}
		w = 28
	}
	options.Why = cmp.Or(widget.Why(o.Key == "", "It belongs to no group in the city"),
		widget.Why(c.Model.State.Selection == o.Key && len(c.Model.State.More) == 0, "Its group is already selected"))
	if c.Button("object/select", head.CutRight(w).Middle(26), options) {
		c.Do(state.Select{Key: o.Key})
	}
	head.CutRight(6)
}

// objectFacts returns the facts about an object.
func objectFacts(m *model.Model, o *inspect.ObjectReport) []widget.Fact {
	list := []widget.Fact{{Name: "Type", Value: o.Type, Hint: ""}}
	if o.Address != "" {
		list = append(list, widget.Fact{Name: "Address", Value: o.Address,
			Hint: "The object's address at this GC point. A later garbage collection may move it."})
	}
	if o.Length >= 0 {
		list = append(list, widget.Fact{Name: "Length", Value: wordspkg.Plural(o.Length, "element", "elements"),
			Hint: "Number of elements in the array."})
	}
	list = append(list, widget.Fact{Name: "Shallow", Value: wordspkg.Size(o.Shallow), Hint: "The bytes of the object itself."})
	if o.Retains.Objects > 0 {
		list = append(list, widget.Fact{Name: "Retains", Value: bothAmounts(o.Retains),
			Hint: "The object and everything that would be freed with it."})
	}
	if o.Key != "" {
		list = append(list, widget.Fact{Name: "Group", Value: groupName(m, o.Key), Hint: "The group of this object."})
	}
	if o.Thread != "" {
		list = append(list, widget.Fact{Name: "Thread", Value: o.Thread, Hint: "The thread that allocated it."})
	}
	return list
}

// groupName returns the path of a group as a text for the user.
func groupName(m *model.Model, key string) string {
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

// longText is the maximum number of text lines shown.
const longText = 12

func (view *View) drawObjectFacts(c *widget.Canvas, o *inspect.ObjectReport, _, b *canvas.Box) {
	for _, f := range objectFacts(&c.Model, o) {
		row := b.CutTop(part.RowHeight)
		if f.Hint != "" {
			c.Explain("object/fact/"+f.Name, row, f.Name, f.Value, f.Hint)
		}
		c.Hline(row.X, row.Bottom(), row.W, 0, c.Line)
		c.Text(row.CutLeft(64), canvas.Body, canvas.Left, c.Dim, f.Name)
		row.CutLeft(6)
		c.Name(row, canvas.Strong, canvas.Right, c.Theme.Text, f.Value)
	}
	if o.Text != "" {
		b.CutTop(6)
		text := *b
		text.H = longText * canvas.LineHeight(canvas.Body)
		b.CutTop(c.Paragraph(text, canvas.Body, c.Theme.Text, quoted(o.Text)))
	}
	if o.Site == "" {
		return
	}
	b.CutTop(6)
	c.Text(b.CutTop(20), canvas.SmallB, canvas.Left, c.Theme.Text, "Allocated at")
	frames := strings.Split(o.Site, "\n")
	shown := frames[:view.shortened(c, "object/site", len(frames), longText)]
	for i, frame := range shown {
		row, ink := b.CutTop(18), c.Dim
		if wordspkg.SourceName(frame) != "" {
			ink = part.SourceRow(c, fmt.Sprintf("object/frame/%d", i), row, frame, model.Item{Text: frame, Hint: wordspkg.OneLine(frame)}, ink)
		}
		c.Name(row, canvas.Small, canvas.Left, ink, frame)
	}
	view.more(c, b, "object/site", len(frames), longText)
}

// drawObjectKept draws the GC roots, the dominator, and the shortest path.
func (view *View) drawObjectKept(c *widget.Canvas, o *inspect.ObjectReport, _, b *canvas.Box) {
	if o.Retains.Objects == 0 && len(o.Path) == 0 {
		if r := reportOf(&c.Model); r != nil && r.NoRoots {
			c.Remark(b, missingText(r))
		} else {
			c.Remark(b, "Unreachable from GC roots: garbage that is not collected yet.")
		}
		return
	}
	for _, r := range o.Roots {
		row := b.CutTop(part.RowHeight)
		c.Icon(row.CutLeft(16).Middle(14), rootIcon(rootKind(r)), c.Link)
		row.CutLeft(6)
		c.Text(row.CutRight(86), canvas.Small, canvas.Right, c.Dim, "refers to it")
		c.Name(row, canvas.Body, canvas.Left, c.Theme.Text, wordspkg.Unqualified(r))
	}
	if o.Dominator != nil {
		c.Text(b.CutTop(22), canvas.SmallB, canvas.Left, c.Theme.Text, "Kept alive only by")
		view.drawObjectList(c, b, "object/dominator", "Kept alive only by", []inspect.ObjectLine{*o.Dominator}, 1)
		c.Remark(b, "The immediate dominator: every path from a GC root to the object goes through it.")
	} else if len(o.Roots) == 0 {
		c.Remark(b, "No single object keeps it alive: several paths from different GC roots lead to it.")
	}
	view.drawRootPath(c, o, b)
}

// rootKind returns the kind that a GC root's text starts with.
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

// drawRootPath draws the shortest path from a GC root to the object.
func (view *View) drawRootPath(c *widget.Canvas, o *inspect.ObjectReport, b *canvas.Box) {
	if len(o.Path) == 0 {
		return
	}
	b.CutTop(8)
	c.Text(b.CutTop(20), canvas.SmallB, canvas.Left, c.Theme.Text, "Shortest path from a GC root")
	row := b.CutTop(part.RowHeight)
	c.Icon(row.CutLeft(16).Middle(14), rootIcon(rootKind(o.PathRoot)), c.Link)
	row.CutLeft(6)
	c.Name(row, canvas.Strong, canvas.Left, c.Theme.Text, wordspkg.Unqualified(o.PathRoot))
	id := "object/path"
	shown := o.Path[:view.shortened(c, id, len(o.Path), fewSteps)]
	chosen := view.list(c, b, rowList{id: id, words: "Shortest path", rows: len(shown), height: 26,
		item: func(i int) model.Item {
			it := objectItem(&shown[i])
			if shown[i].Object == o.Object {
				it.Kind, it.Value, it.Hint = "value", "this object", ""
			}
			return it
		},
		draw: func(i int, cell canvas.Box, _ bool) { view.drawStep(c, cell, &shown[i], shown[i].Object == o.Object) }})
	if chosen >= 0 {
		c.Do(state.WalkTo{Object: shown[chosen].Object})
	}
	view.more(c, b, id, len(o.Path), fewSteps)
}

// drawStep draws one object of a path, with the field that refers to it.
func (view *View) drawStep(c *widget.Canvas, cell canvas.Box, o *inspect.ObjectLine, itself bool) {
	line := cell.CutLeft(16)
	c.Vline(line.MidX(), line.Y, line.H*0.5-3, 1.5, c.Edge)
	c.Fill(line.Centered(6, 6), 3, c.Dim)
	if !itself {
		c.Vline(line.MidX(), line.Y+line.H*0.5+3, line.H*0.5-3, 1.5, c.Edge)
	}
	cell.CutLeft(6)
	if o.Field != "" {
		w := min(c.Width(canvas.Strong, o.Field), cell.W*0.4)
		c.Text(cell.CutLeft(w), canvas.Strong, canvas.Left, c.Link, o.Field)
		cell.CutLeft(7)
	}
	st := canvas.Body
	if itself {
		st = canvas.Strong
	}
	name := wordspkg.Unqualified(o.Type)
	w := c.Name(cell, st, canvas.Left, c.Theme.Text, name)
	cell.CutLeft(w + 8)
	if cell.W > 40 && o.Text != "" {
		c.Text(cell, canvas.Small, canvas.Left, c.Dim, quoted(o.Text))
	}
}

const (
	fewFields = 20
	fewLinks  = 12
)

// drawFields lists the object's fields, or an array's elements, with their values.
func (view *View) drawFields(c *widget.Canvas, o *inspect.ObjectReport, head, b *canvas.Box) {
	if o.Missing != "" {
		c.Remark(b, "Unavailable: "+o.Missing+".")
		return
	}
	if len(o.Fields) == 0 {
		c.Remark(b, "None.")
		return
	}
	if o.Length > int64(len(o.Fields)) {
		c.Text(*head, canvas.Small, canvas.Right, c.Dim, "the first "+wordspkg.Count(int64(len(o.Fields)))+" of "+wordspkg.Count(o.Length))
		head.CutRight(150)
	}
	id := "object/fields"
	shown := o.Fields[:view.shortened(c, id, len(o.Fields), fewFields)]
	chosen := view.list(c, b, rowList{id: id, words: "Fields", rows: len(shown), height: part.RowHeight,
		item: func(i int) model.Item {
			f := &shown[i]
			if f.Refers {
				return model.Item{Text: f.Name, Value: f.Value, Hint: wordspkg.OneLine(f.Value) + ". Click to go there."}
			}
			return model.Item{Kind: "value", Text: f.Name, Value: f.Value, Hint: strings.TrimSpace(wordspkg.OneLine(f.Type + " " + f.Name))}
		},
		draw: func(i int, cell canvas.Box, _ bool) { view.drawField(c, cell, &shown[i]) }})
	if chosen >= 0 && shown[chosen].Refers {
		c.Do(state.WalkTo{Object: shown[chosen].Object})
	}
	view.more(c, b, id, len(o.Fields), fewFields)
}

func (view *View) drawField(c *widget.Canvas, row canvas.Box, f *inspect.FieldLine) {
	c.Hline(row.X, row.Bottom(), row.W, 0, c.Line)
	w := min(c.Width(canvas.Body, f.Name), row.W*0.45)
	c.Text(row.CutLeft(w), canvas.Body, canvas.Left, c.Dim, f.Name)
	row.CutLeft(10)
	if f.Refers {
		c.Icon(row.CutRight(14).Middle(14), "chevron", c.Dim)
		c.Text(row, canvas.Strong, canvas.Right, c.Link, wordspkg.Unqualified(f.Value))
		return
	}
	row.CutRight(14)
	c.Text(row, canvas.Strong, canvas.Right, c.Theme.Text, f.Value)
}

func (view *View) drawObjectIn(c *widget.Canvas, o *inspect.ObjectReport, head, b *canvas.Box) {
	view.drawReferenceList(c, head, b, "object/in", "Incoming references", o.In, o.InAll)
}

func (view *View) drawObjectOut(c *widget.Canvas, o *inspect.ObjectReport, head, b *canvas.Box) {
	view.drawReferenceList(c, head, b, "object/out", "Outgoing references", o.Out, o.OutAll)
}

func (view *View) drawReferenceList(c *widget.Canvas, head, b *canvas.Box, id, words string, list []inspect.ObjectLine, all int64) {
	c.Text(*head, canvas.Small, canvas.Right, c.Dim, wordspkg.Plural(all, "reference", "references"))
	head.CutRight(110)
	if r := reportOf(&c.Model); r != nil && r.NoReferences {
		c.Remark(b, missingText(r))
		return
	}
	if len(list) == 0 {
		c.Remark(b, "Nothing.")
		return
	}
	view.drawObjectList(c, b, id, words, list, fewLinks)
}

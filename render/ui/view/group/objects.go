package group

import (
	"slices"

	"memcity/city/state"
	"memcity/city/view/inspect"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

// objectsID is the ID of the list of objects and of its search field.
const objectsID = "group/objects"

// objectOrder is a choice of the order of objects.
type objectOrder struct {
	order  inspect.Order
	choice widget.Choice
	words  string // in the heading
}

var objectOrders = []objectOrder{
	{inspect.Spread, widget.Choice{Text: "Spread", Hint: "Some objects, spread evenly"}, "spread evenly"},
	{inspect.ByRetained, widget.Choice{Text: "Retained", Hint: "Largest retained size first"}, "largest retained first"},
	{inspect.ByShallow, widget.Choice{Text: "Shallow", Hint: "Largest shallow size first"}, "largest first"},
	{inspect.ByAddress, widget.Choice{Text: "Address", Hint: "Lowest address first"}, "lowest address first"},
}

// ordersOf returns the orders that a report allows: retained sizes need GC roots, and addresses need a heap dump.
func ordersOf(r *inspect.Report) []objectOrder {
	return slices.DeleteFunc(slices.Clone(objectOrders), func(o objectOrder) bool {
		return o.order == inspect.ByRetained && r.NoRoots || o.order == inspect.ByAddress && r.Samples[0].Address == ""
	})
}

// drawGroupObjects lists objects of the group, in the chosen order. Selecting one starts a walk there. few is the number of objects that fit.
func (view *View) drawGroupObjects(c *widget.Canvas, r *inspect.Report, few int, head, b *canvas.Box) {
	if r.Samples == nil && !r.Whole {
		view.waiting(c, b, "Choosing objects…")
		return
	}
	if len(r.Samples) == 0 {
		c.Remark(b, "The group is empty at this GC point.")
		return
	}
	s := inspect.View.Of(c.Model.State.Views)
	if all := r.Shallow.Objects; all > int64(len(r.Samples)) || s.Order != inspect.Spread || s.Find != "" {
		drawObjectTools(c, r, &s, b)
	}
	listed, all := r.Samples, int(r.Shallow.Objects)
	if s.Order != inspect.Spread || s.Find != "" {
		found := inspect.ListKind.Result(&c.Model.Results)
		if found == nil {
			view.waiting(c, b, "Choosing objects…")
			return
		}
		listed, all = found.Objects, found.All
	}
	drawListed(c, &s, len(listed), all, head)
	if len(listed) == 0 {
		c.Remark(b, "No object of the group contains "+quoted(s.Find)+".")
		return
	}
	view.drawObjects(c, b, listed, max(few, FewSamples))
}

// drawListed draws how many objects are listed, and in which order, at the right of the heading.
func drawListed(c *widget.Canvas, s *inspect.State, listed, all int, head *canvas.Box) {
	if all == listed && s.Order == inspect.Spread && s.Find == "" {
		return
	}
	text := words.Count(int64(listed)) + " of " + words.Count(int64(all)) + ", " + objectOrders[s.Order].words
	if s.Order == inspect.Spread && s.Find != "" {
		text = words.Plural(int64(all), "match", "matches")
	}
	c.Text(*head, canvas.Small, canvas.Right, c.Dim, text)
	head.CutRight(min(170, head.W*0.6))
}

// drawObjectTools draws the choice of the order, the search field, and the button that ends the search.
func drawObjectTools(c *widget.Canvas, r *inspect.Report, s *inspect.State, b *canvas.Box) {
	orders := ordersOf(r)
	choices := make([]widget.Choice, len(orders))
	for i := range orders {
		choices[i] = orders[i].choice
	}
	change := func(change func(*inspect.State)) {
		to := *s
		change(&to)
		c.Do(state.SetView(inspect.View, to))
	}
	current := slices.IndexFunc(orders, func(o objectOrder) bool { return o.order == s.Order })
	if i := c.Segments("group/objects/order", b.CutTop(26), "Sort objects", choices, current, ""); i >= 0 && i != current {
		change(func(to *inspect.State) { to.Order = orders[i].order })
	}
	b.CutTop(6)
	row := b.CutTop(28)
	if s.Find != "" && c.IconButton("group/objects/clear", row.CutRight(28).Centered(26, 26), "close", "Clear the search", "List all objects again", "") {
		c.ClearFilter(objectsID)
		change(func(to *inspect.State) { to.Find = "" })
	}
	c.FilterField(objectsID, row, "List only objects that contain this text, or the object at this address, such as 0x7f00. Press Enter to search",
		func() { change(func(to *inspect.State) { to.Find = c.FilterText(objectsID) }) })
	b.CutTop(6)
}

// drawObjects lists objects, with their types if these differ.
func (view *View) drawObjects(c *widget.Canvas, b *canvas.Box, objects []inspect.ObjectLine, few int) {
	if slices.ContainsFunc(objects, func(o inspect.ObjectLine) bool { return o.Type != objects[0].Type }) {
		view.drawObjectList(c, b, objectsID, "Objects", objects, max(few*sampleHeight/objectHeight, FewSamples))
		return
	}
	shown := objects[:view.shortened(c, objectsID, len(objects), few)]
	chosen := view.list(c, b, rowList{id: objectsID, words: "Objects", rows: len(shown), height: sampleHeight,
		item: func(i int) model.Item { return objectItem(&shown[i]) },
		draw: func(i int, cell canvas.Box, _ bool) { view.drawSample(c, cell, &shown[i]) }})
	if chosen >= 0 {
		c.Do(state.WalkTo{Object: shown[chosen].Object})
	}
	view.more(c, b, objectsID, len(objects), few)
}

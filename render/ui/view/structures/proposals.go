package structures

import (
	"strings"

	"memcity/city/trees"
	"memcity/city/view/structures"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

// proposalsTable lists types that look like data structures.
func (view *View) proposalsTable(c *widget.Canvas, r *structures.Report) *widget.TreeTable {
	l := view
	row := func(t *widget.TreeRow) *structures.Proposed { return &r.Proposed[t.Node] }
	return &widget.TreeTable{
		Id: "structures/proposed", What: "Proposals", Local: &l.trees[structures.ProposedStructures],
		Name: widget.TreeColumn{Id: "name", Title: "Type without description", Hint: "Type that would be the head of a data structure.", Fixed: true},
		Columns: []widget.TreeColumn{
			{Id: "heads", Title: "Heads", Hint: "Number of data structures that this description would find.", Width: 76, Rank: 3, Fixed: true},
			{Id: "parts", Title: "Parts", Hint: "Total internal parts.", Width: 76, Rank: 1, Fixed: true},
			{Id: "leaves", Title: "Leaves", Hint: "Total contents.", Width: 76, Rank: 2, Fixed: true},
			{Id: "bytes", Title: "Bytes", Hint: "Bytes of heads and internal parts, without contents.", Width: 84, Rank: 4, Fixed: true},
		},
		List: func() widget.TreeList { return proposalRows(r.Proposed) },
		Cell: func(column string, t *widget.TreeRow) widget.TreeCell {
			p := row(t)
			switch column {
			case "heads":
				return amountCell(trees.Objects, int64(p.Heads))
			case "parts":
				return amountCell(trees.Objects, int64(p.Parts))
			case "leaves":
				return amountCell(trees.Objects, int64(p.Leaves))
			}
			return ofHeap(amountCell(trees.Bytes, p.Bytes), p.Bytes, r.Now.Heap.Bytes)
		},
		Open:   func(*widget.TreeRow, bool) {},
		Picked: view.chosenProposal(c, r),
		Pick:   func(key string) { l.row, c.Again = key, true },
		Menu:   StructureMenu,
		Chip: func(b canvas.Box, t *widget.TreeRow) {
			if node, ok := view.typeGroup(c, row(t).Type); ok {
				part.GroupChip(c, b, node, c.Model.Plan.Series.Key(node))
			}
		},
		Hint: func(t *widget.TreeRow) string { return words.OneLine(row(t).Why) },
		Void: func() string { return "" },
	}
}

// proposalRows lists proposals as rows.
type proposalRows []structures.Proposed

func (p proposalRows) Len() int     { return len(p) }
func (p proposalRows) Deepest() int { return 0 }

func (p proposalRows) Row(i int) widget.TreeRow {
	return widget.TreeRow{Key: p[i].Type, Name: p[i].Type, Node: int32(i)}
}

func (p proposalRows) Find(key string) int {
	for i := range p {
		if p[i].Type == key {
			return i
		}
	}
	return -1
}

// chosenProposal returns the type of the proposal that the page shows.
func (view *View) chosenProposal(c *widget.Canvas, r *structures.Report) string {
	list := proposalRows(r.Proposed)
	if at := list.Find(view.row); at >= 0 {
		return list[at].Type
	}
	if len(list) > 0 {
		return list[0].Type
	}
	return ""
}

// drawProposals draws proposed descriptions for types without one. The user can accept them.
func (view *View) drawProposals(c *widget.Canvas, b canvas.Box, r *structures.Report) {
	at := proposalRows(r.Proposed).Find(view.chosenProposal(c, r))
	if at < 0 {
		return
	}
	side := b
	if b.W >= structuresMiddle {
		side = b.CutRight(min(b.W*0.44, 520))
		b.CutRight(16)
	} else {
		side = b.CutBottom(min(b.H*0.5, 190))
		b.CutBottom(6)
	}
	view.proposalsTable(c, r).Draw(c, b)
	view.drawProposal(c, side, &r.Proposed[at])
}

// drawProposal draws one proposal with its text.
func (view *View) drawProposal(c *widget.Canvas, b canvas.Box, p *structures.Proposed) {
	c.Text(b.CutTop(24), canvas.Title, canvas.Left, c.Theme.Text, words.Unqualified(p.Type))
	c.Name(b.CutTop(18), canvas.Small, canvas.Left, c.Dim, p.Why)
	b.CutTop(4)
	buttons := b.CutBottom(30)
	b.CutBottom(8)
	if c.Button("structures/take", buttons.CutLeft(min(110, buttons.W/2)).Middle(28), widget.ButtonOptions{Text: "Accept", Look: widget.Chosen,
		Hint: "Save the description in your descriptions folder and search for data structures with it"}) {
		c.Emit(model.TakeStructure{Type: p.Type, Text: p.Text})
	}
	buttons.CutLeft(8)
	if c.Button("structures/copy", buttons.CutLeft(min(110, buttons.W)).Middle(28),
		widget.ButtonOptions{Text: "Copy text", Look: widget.Ground, Hint: "Copy the description, for a *.ds file"}) {
		c.Emit(model.CopyText{Text: p.Text})
	}
	c.Fill(b, place.CtlRadius, c.Raised)
	c.Scroll("structures/text", b.Inset(10, 8), func(content canvas.Box) float32 {
		top := content.Y
		content.H = 1e5
		for _, line := range descriptionLines(p.Text) {
			for i, part := range c.Types.Wrap(line, canvas.Body.Size*c.Scale, canvas.Body.Weight, (content.W-28)*c.Scale) {
				row := content.CutTop(canvas.LineHeight(canvas.Body) + 1)
				if indent := len(line) - len(strings.TrimLeft(line, " ")); indent > 0 || i > 0 {
					row.CutLeft(float32(indent)*7 + 14*float32(min(i, 1)))
				}
				c.Text(row, canvas.Body, canvas.Left, c.Theme.Text, strings.TrimLeft(part, " "))
			}
		}
		return content.Y - top
	})
}

// descriptionLines splits a description so that each reference is on its own line.
func descriptionLines(text string) (lines []string) {
	for line := range strings.Lines(text) {
		head, rest, ok := strings.Cut(strings.TrimSpace(line), "{")
		if !ok {
			lines = append(lines, strings.TrimSpace(line))
			continue
		}
		lines = append(lines, strings.TrimSpace(head)+" {")
		for ref := range strings.SplitSeq(strings.TrimSuffix(strings.TrimSpace(rest), "}"), ";") {
			if ref = strings.TrimSpace(ref); ref != "" {
				lines = append(lines, "  "+ref+";")
			}
		}
		lines = append(lines, "}")
	}
	return lines
}

package ui

import (
	"strings"

	"memcity/city"
)

// proposalsTable lists types that look like data structures.
func (c *canvas) proposalsTable(r *city.StructuresReport) *treeTable {
	l := &c.local.structures
	row := func(t *treeRow) *city.ProposedStructure { return &r.Proposed[t.node] }
	return &treeTable{
		id: "structures/proposed", what: "Proposals", local: &l.trees[city.ProposedStructures],
		name: treeColumn{id: "name", title: "Type without description", hint: "What would be the head of a data structure.", fixed: true},
		columns: []treeColumn{
			{id: "heads", title: "Heads", hint: "How many data structures there would be.", width: 76, rank: 3, fixed: true},
			{id: "parts", title: "Parts", hint: "Their internal parts together.", width: 76, rank: 1, fixed: true},
			{id: "leaves", title: "Leaves", hint: "Their contents together.", width: 76, rank: 2, fixed: true},
			{id: "bytes", title: "Bytes", hint: "Of heads and parts, without the contents.", width: 84, rank: 4, fixed: true},
		},
		list: func() treeList { return proposalRows(r.Proposed) },
		cell: func(column string, t *treeRow) treeCell {
			p := row(t)
			switch column {
			case "heads":
				return amountCell(city.Objects, int64(p.Heads))
			case "parts":
				return amountCell(city.Objects, int64(p.Parts))
			case "leaves":
				return amountCell(city.Objects, int64(p.Leaves))
			}
			return amountCell(city.Bytes, p.Bytes).ofHeap(p.Bytes, r.Now.Heap.Bytes)
		},
		open:   func(*treeRow, bool) {},
		picked: c.chosenProposal(r),
		pick:   func(key string) { l.row, c.again = key, true },
		menu:   structureMenu,
		chip: func(b box, t *treeRow) {
			if node, ok := c.typeGroup(row(t).Type); ok {
				c.groupChip(b, node, c.model.Plan.Series.Key(node))
			}
		},
		hint: func(t *treeRow) string { return oneLine(row(t).Why) },
		void: func() string { return "" },
	}
}

// proposalRows are proposals as rows.
type proposalRows []city.ProposedStructure

func (p proposalRows) Len() int     { return len(p) }
func (p proposalRows) Deepest() int { return 0 }

func (p proposalRows) Row(i int) treeRow {
	return treeRow{key: p[i].Type, name: p[i].Type, node: int32(i)}
}

func (p proposalRows) Find(key string) int {
	for i := range p {
		if p[i].Type == key {
			return i
		}
	}
	return -1
}

// chosenProposal is the type of the proposal that is shown.
func (c *canvas) chosenProposal(r *city.StructuresReport) string {
	list := proposalRows(r.Proposed)
	if at := list.Find(c.local.structures.row); at >= 0 {
		return list[at].Type
	}
	if len(list) > 0 {
		return list[0].Type
	}
	return ""
}

// drawProposals draws descriptions for types that have none, and how to take one over.
func drawProposals(c *canvas, b box, r *city.StructuresReport) {
	at := proposalRows(r.Proposed).Find(c.chosenProposal(r))
	if at < 0 {
		return
	}
	side := b
	if b.w >= structuresMiddle {
		side = b.cutRight(min(b.w*0.44, 520))
		b.cutRight(16)
	} else {
		side = b.cutBottom(min(b.h*0.5, 190))
		b.cutBottom(6)
	}
	c.proposalsTable(r).draw(c, b)
	drawProposal(c, side, &r.Proposed[at])
}

// drawProposal draws one proposal with its text.
func drawProposal(c *canvas, b box, p *city.ProposedStructure) {
	c.text(b.cutTop(24), title, left, c.theme.text, unqualified(p.Type))
	c.name(b.cutTop(18), small, left, c.dim, p.Why)
	b.cutTop(4)
	buttons := b.cutBottom(30)
	b.cutBottom(8)
	if c.button("structures/take", buttons.cutLeft(min(110, buttons.w/2)).middle(28), buttonOptions{text: "Take over", look: chosen,
		hint: "Write the description into the folder of your own descriptions, and look for data structures with it"}) {
		c.emit(TakeStructure{p.Type, p.Text})
	}
	buttons.cutLeft(8)
	if c.button("structures/copy", buttons.cutLeft(min(110, buttons.w)).middle(28), buttonOptions{text: "Copy text", look: ground, hint: "Copy the description, for a file *.ds"}) {
		c.emit(CopyText{p.Text})
	}
	c.fill(b, ctlRadius, c.raised)
	c.scroll("structures/text", b.inset(10, 8), func(content box) float32 {
		top := content.y
		content.h = 1e5
		for _, line := range descriptionLines(p.Text) {
			for i, part := range c.types.wrap(line, body.size*c.scale, body.weight, (content.w-28)*c.scale) {
				row := content.cutTop(lineHeight(body) + 1)
				if indent := len(line) - len(strings.TrimLeft(line, " ")); indent > 0 || i > 0 {
					row.cutLeft(float32(indent)*7 + 14*float32(min(i, 1)))
				}
				c.text(row, body, left, c.theme.text, strings.TrimLeft(part, " "))
			}
		}
		return content.y - top
	})
}

// descriptionLines breaks a description so that each reference has a line of its own.
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

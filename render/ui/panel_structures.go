package ui

import "memcity/city"

// structuresLocal is what the structures view keeps to itself.
type structuresLocal struct {
	recording any                    // that the rest belongs to
	report    *city.StructuresReport // drawn; while the next one is computed, the one before
	trees     [4]treeLocal           // by page
	rows      structureRows
	open      map[string]bool // rows that were opened or closed by hand
	edits     int             // of open
	row       string          // that was picked, if it is no data structure
	types     structureTypes
	bar       int     // data structure under the pointer in the chart, -1 for none
	grip      float32 // where the line of the threshold is held, in dp below it
	chosen    chosenStructure
}

// chosenStructure is the head that the view speaks of, with what that follows from.
type chosenStructure struct {
	report *city.StructuresReport
	shown  city.Structuring
	object uint32
	ok     bool
}

// Sizes in dp from which on parts of the view have room.
const (
	structuresWide   = 900 // the chosen data structure has a column of its own
	structuresMiddle = 620 // it stands beside the chart
	structuresHigh   = 330 // there is a chart above the table
	structuresFair   = 270 // where the chosen data structure has a column of its own
	structuresLow    = 190 // a lower panel has no footer
)

// drawStructures draws the structures view: the data structures, how they grew, and what to do about it.
func drawStructures(c *canvas, b box) {
	r, state := c.structuresToShow()
	head := drawViewHead(c, &b, "Structures")
	low := b.h < structuresLow
	b.cutTop(4)
	if r == nil {
		b.cutBottom(8)
		drawStructuresState(c, b, state)
		return
	}
	page := c.model.State.Structuring.Shown(r)
	drawStructuresTools(c, &b, head, r, page)
	if low {
		b.cutBottom(4)
	} else {
		foot := b.cutBottom(heapFooter)
		c.hline(foot.x, foot.y, foot.w, 1, c.line)
		drawStructuresFoot(c, foot, r, page)
	}
	drawStructuresStory(c, &b, r, page)
	if page == city.ProposedStructures {
		drawProposals(c, b, r)
		return
	}
	drawStructuresBody(c, b, r, page)
}

// drawStructuresBody draws the chart, the table and what is known of the chosen data structure, side by side where there is
// room.
func drawStructuresBody(c *canvas, b box, r *city.StructuresReport, page city.StructuresPage) {
	const gap = 16
	table := c.structuresTable(r, page)
	chart := page == city.GrowingStructures && (b.h >= structuresHigh || b.h >= structuresFair && b.w >= structuresWide) && c.hasBars(r)
	detail := page == city.GrowingStructures || page == city.LargestStructures
	switch {
	case detail && b.w >= structuresWide:
		side := b.cutRight(min(b.w*0.36, 470))
		b.cutRight(gap)
		c.vline(b.right()+gap/2, b.y+4, b.h-8, 1, c.line)
		if chart {
			drawGrowthBars(c, b.cutTop(min(max(b.h*0.46, 136), 330)), r)
			b.cutTop(8)
		}
		drawStructureDetail(c, side, r, page)
	case detail && b.w >= structuresMiddle && b.h >= structuresHigh:
		band := b.cutTop(min(max(b.h*0.5, 186), 300))
		b.cutTop(8)
		if chart {
			side := band.cutRight(max(band.w*0.42, 270))
			band.cutRight(gap)
			drawGrowthBars(c, band, r)
			band = side
		}
		drawStructureDetail(c, band, r, page)
	case detail && b.w >= structuresMiddle:
		side := b.cutRight(max(b.w*0.4, 280))
		b.cutRight(gap)
		drawStructureDetail(c, side, r, page)
	case detail && b.h >= 250:
		if chart && b.h >= 420 {
			drawGrowthBars(c, b.cutTop(b.h*0.34), r)
			b.cutTop(6)
		}
		drawStructureDetail(c, b.cutTop(min(b.h*0.42, 150)), r, page)
		b.cutTop(6)
	}
	table.draw(c, b)
}

// structuresState is why there is nothing to show.
type structuresState uint8

const (
	structuresReady structuresState = iota
	structuresBusy
	structuresStopped // cancelled, or failed
	structuresNoObjects
	structuresNoReferences
)

// structuresToShow returns the report to be drawn, nil for none, and why.
func (c *canvas) structuresToShow() (*city.StructuresReport, structuresState) {
	m, l := &c.model, &c.local.structures
	if recording := m.Plan.Series.Names; l.recording != recording {
		*l = structuresLocal{recording: recording, bar: -1}
	}
	switch {
	case m.Catalog == nil:
		return nil, structuresNoObjects
	case !m.Plan.Series.HasPointers(min(m.State.Window.To, m.Plan.Series.Len()-1)):
		return nil, structuresNoReferences
	case m.Answers.Structures != nil:
		l.report = m.Answers.Structures
	case !m.Answers.Busy && m.Answers.Ask.Structures != nil:
		if l.report != nil && l.report.Ask == *m.Answers.Ask.Structures {
			return l.report, structuresReady
		}
		return nil, structuresStopped
	}
	if l.report == nil {
		return nil, structuresBusy
	}
	return l.report, structuresReady
}

// drawStructuresState says why there is nothing to show, and what to do.
func drawStructuresState(c *canvas, b box, state structuresState) {
	const icon = "structures"
	switch state {
	case structuresNoObjects:
		c.emptyView(b, icon, "Single objects are needed", "This recording holds ready-made memory trees or class histograms, which tell nothing of single objects and of what refers to them. "+
			"Heap dumps of a Java virtual machine (HPROF) and recordings of a running program do.")
	case structuresNoReferences:
		c.emptyView(b, icon, "References are needed", "This recording does not tell which objects refer to which, so lists and maps cannot be made out. "+
			"Heap dumps of a Java virtual machine (HPROF) and recordings of a running program do.")
	case structuresStopped:
		text := "Looking for data structures was given up."
		if err := c.model.Answers.Err; err != nil {
			text = upperFirst(err.Error()) + "."
		}
		c.emptyView(b, icon, "No data structures", text, emptyButton{"Try again", "Look for data structures", AskAgain})
	default:
		c.emptyView(b, icon, "Looking for data structures …", "Lists, maps, caches and what else is described are found by how their objects refer to each other.")
		drawAnswerProgress(c, b.cutBottom(24), "structures", c.model.Answers.Progress.What)
	}
}

// structuresTellProgress reports whether the structures view itself tells of the work under way.
func (k *core) structuresTellProgress() bool {
	m := &k.model
	return m.State.View == city.StructuresView && m.Plan != nil && m.Answers.Busy && m.Progress.Text == m.Answers.Progress.What && !k.compact()
}

// setStructures changes what the view shows.
func (c *canvas) setStructures(change func(*city.Structuring)) {
	to := c.model.State.Structuring
	change(&to)
	c.do(city.SetStructures{To: to})
}

// chosenObject returns the number of the head that the view speaks of; ok is false if there is none.
func (c *canvas) chosenObject(r *city.StructuresReport) (object uint32, ok bool) {
	l, shown := &c.local.structures.chosen, c.model.State.Structuring
	if l.report != r || l.shown != shown {
		*l = chosenStructure{report: r, shown: shown}
		l.object, l.ok = shown.ChosenObject(r)
	}
	return l.object, l.ok
}

// chosenStructure returns the data structure that the view speaks of, and how it grew if that is known.
func (c *canvas) chosenStructure(r *city.StructuresReport) (*city.Structure, *city.StructureGrowth) {
	t := &c.model.State.Structuring
	object, ok := c.chosenObject(r)
	if !ok {
		return nil, nil
	}
	var grown *city.StructureGrowth
	if r.Growth != nil {
		for i := range r.Growth.List {
			if g := &r.Growth.List[i]; g.Object == object {
				grown = g
			}
		}
	}
	if grown != nil && t.Shown(r) == city.GrowingStructures {
		return &grown.Structure, grown
	}
	for i := range r.Now.List {
		if s := &r.Now.List[i]; s.Object == object {
			return s, grown
		}
	}
	return nil, nil
}

// chooseStructure makes the view speak of a data structure.
func (c *canvas) chooseStructure(head city.StructureHead) {
	if c.model.State.Structuring.Chosen != head {
		c.setStructures(func(t *city.Structuring) { t.Chosen = head })
	}
}

// structureTypes are the groups of types in the city.
type structureTypes struct {
	series *city.Series
	point  int
	nodes  map[string]int32
}

// typeGroup returns the group that a type has in the city; ok is false if there is none.
func (c *canvas) typeGroup(name string) (node int32, ok bool) {
	k, s := &c.local.structures.types, c.model.Plan.Series
	if k.series != s || k.point != c.model.At {
		*k = structureTypes{s, c.model.At, s.TypeGroups(c.model.At)}
	}
	node, ok = k.nodes[name]
	return node, ok
}

// typeKey returns the key of the group that a type has in the city; empty if there is none.
func (c *canvas) typeKey(name string) string {
	if node, ok := c.typeGroup(name); ok {
		return c.model.Plan.Series.Key(node)
	}
	return ""
}

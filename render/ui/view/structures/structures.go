package structures

import (
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/structures"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
	"memcity/words"
)

// View is the structures view with its local state.
type View struct {
	recording any                 // recording that the other fields refer to
	report    *structures.Report  // current report; the previous one while the next one is computed
	trees     [4]widget.TreeLocal // by page
	rows      structureRows
	open      map[string]bool // rows that the user expanded or collapsed
	edits     int             // number of changes to open
	row       string          // picked row, if it is no data structure
	types     structureTypes
	bar       int     // index of the data structure under the pointer in the chart; -1 for none
	grip      float32 // vertical distance between the pointer and the dragged threshold line, in dp
	chosen    chosenStructure
	ends      part.Ends
}

// chosenStructure is the head of the chosen data structure, with the inputs it was computed from.
type chosenStructure struct {
	report *structures.Report
	shown  structures.State
	object uint32
	ok     bool
}

// Minimum sizes for parts of the view, in dp.
const (
	structuresWide   = 900 // minimum width for a separate column of the chosen data structure
	structuresMiddle = 620 // minimum width to show it beside the chart
	structuresHigh   = 330 // minimum height for a chart above the table
	structuresFair   = 270 // same if the chosen data structure has its own column
	structuresLow    = 190 // minimum height for a footer
)

// DrawStructures draws the structures view: the data structures, their growth, and the next steps.
func (view *View) DrawStructures(c *widget.Canvas, b canvas.Box) {
	r, state := view.structuresToShow(c)
	head := widget.DrawViewHead(c, &b, "Structures")
	view.ends.Draw(c, &head, &b, structuresTools)
	low := b.H < structuresLow
	b.CutTop(4)
	if r == nil {
		b.CutBottom(8)
		view.drawStructuresState(c, b, state)
		return
	}
	page := structures.View.Of(c.Model.State.Views).Shown(r)
	view.drawStructuresTools(c, &b, head, r, page)
	if low {
		b.CutBottom(4)
	} else {
		foot := b.CutBottom(widget.HeapFooter)
		c.Hline(foot.X, foot.Y, foot.W, 1, c.Line)
		view.drawStructuresFoot(c, foot, r, page)
	}
	view.drawStructuresStory(c, &b, r, page)
	if page == structures.ProposedStructures {
		view.drawProposals(c, b, r)
		return
	}
	view.drawStructuresBody(c, b, r, page)
}

// drawStructuresBody draws the chart, the table and the details of the chosen data structure, side by side if they fit.
func (view *View) drawStructuresBody(c *widget.Canvas, b canvas.Box, r *structures.Report, page structures.Page) {
	const gap = 16
	table := view.structuresTable(c, r, page)
	chart := page == structures.GrowingStructures && (b.H >= structuresHigh || b.H >= structuresFair && b.W >= structuresWide) &&
		view.hasBars(c, r)
	detail := page == structures.GrowingStructures || page == structures.LargestStructures
	switch {
	case detail && b.W >= structuresWide:
		side := b.CutRight(min(b.W*0.36, 470))
		b.CutRight(gap)
		c.Vline(b.Right()+gap/2, b.Y+4, b.H-8, 1, c.Line)
		if chart {
			view.drawGrowthBars(c, b.CutTop(min(max(b.H*0.46, 136), 330)), r)
			b.CutTop(8)
		}
		view.drawStructureDetail(c, side, r, page)
	case detail && b.W >= structuresMiddle && b.H >= structuresHigh:
		band := b.CutTop(min(max(b.H*0.5, 186), 300))
		b.CutTop(8)
		if chart {
			side := band.CutRight(max(band.W*0.42, 270))
			band.CutRight(gap)
			view.drawGrowthBars(c, band, r)
			band = side
		}
		view.drawStructureDetail(c, band, r, page)
	case detail && b.W >= structuresMiddle:
		side := b.CutRight(max(b.W*0.4, 280))
		b.CutRight(gap)
		view.drawStructureDetail(c, side, r, page)
	case detail && b.H >= 250:
		if chart && b.H >= 420 {
			view.drawGrowthBars(c, b.CutTop(b.H*0.34), r)
			b.CutTop(6)
		}
		view.drawStructureDetail(c, b.CutTop(min(b.H*0.42, 150)), r, page)
		b.CutTop(6)
	}
	table.Draw(c, b)
}

// structuresState selects why the view is empty.
type structuresState uint8

const (
	structuresReady structuresState = iota
	structuresBusy
	structuresStopped // canceled or failed
	structuresNoObjects
	structuresNoReferences
)

// structuresToShow returns the report to draw, or nil with the reason for none.
func (view *View) structuresToShow(c *widget.Canvas) (*structures.Report, structuresState) {
	m, l := &c.Model, view
	if recording := m.Plan.Series.Names; l.recording != recording {
		*l = View{recording: recording, bar: -1}
	}
	switch {
	case m.Catalog == nil:
		return nil, structuresNoObjects
	case !m.Plan.Series.HasPointers(min(m.State.Window.To, m.Plan.Series.Len()-1)):
		return nil, structuresNoReferences
	case structures.Kind.Result(&m.Results) != nil:
		l.report = structures.Kind.Result(&m.Results)
	case !m.Results.Busy && structures.Kind.Wanted(m.Results.Request):
		if q, _ := structures.Kind.In(m.Results.Request); l.report != nil && l.report.Query == q {
			return l.report, structuresReady
		}
		return nil, structuresStopped
	}
	if l.report == nil {
		return nil, structuresBusy
	}
	return l.report, structuresReady
}

// drawStructuresState draws why the view is empty, and the next steps.
func (view *View) drawStructuresState(c *widget.Canvas, b canvas.Box, why structuresState) {
	const icon = "structures"
	switch why {
	case structuresNoObjects:
		c.EmptyView(b, icon, "Single objects are needed",
			"This recording has only prebuilt memory trees or class histograms, without single objects. Open a heap dump or heap snapshot, or record the program.")
	case structuresNoReferences:
		w := c.Model.State.Window
		if closest, counted := c.Model.Plan.Series.Counted(min(w.To, c.Model.Plan.Series.Len()-1)); counted {
			w.From, w.To = min(w.From, closest), closest
			c.EmptyView(b, icon, "Objects are only counted at the end of the window",
				"Lists and maps are recognized by references. GC point "+words.Count(int64(closest+1))+" has them.",
				widget.EmptyButton{Text: "To GC point " + words.Count(int64(closest+1)), Hint: "End the window at the closest GC point with references",
					Event: model.Do{Action: state.SetWindow{Window: w}}})
			return
		}
		c.EmptyView(b, icon, "References are needed",
			"Lists and maps are recognized by references, which this recording does not have. Open a heap dump or heap snapshot, or record the program.")
	case structuresStopped:
		text := "The search for data structures was canceled."
		if err := c.Model.Results.Err; err != nil {
			text = words.UpperFirst(err.Error()) + "."
		}
		c.EmptyView(b, icon, "No data structures", text,
			widget.EmptyButton{Action: action.WorkRetry, Hint: "Find data structures"})
	default:
		c.EmptyView(b, icon, "Searching for data structures…",
			"Finds lists, maps, caches and other described types by the references between their objects.")
		widget.DrawProgress(c, b.CutBottom(24), "structures", c.Model.Results.Progress.What)
	}
}

// setStructures changes the settings of the view.
func (view *View) setStructures(c *widget.Canvas, change func(*structures.State)) {
	to := structures.View.Of(c.Model.State.Views)
	change(&to)
	c.Do(state.SetView(structures.View, to))
}

// chosenObject returns the object number of the chosen head. ok is false if there is none.
func (view *View) chosenObject(c *widget.Canvas, r *structures.Report) (object uint32, ok bool) {
	l, shown := &view.chosen, structures.View.Of(c.Model.State.Views)
	if l.report != r || l.shown != shown {
		*l = chosenStructure{report: r, shown: shown}
		l.object, l.ok = shown.ChosenObject(r)
	}
	return l.object, l.ok
}

// chosenStructure returns the chosen data structure, and its growth or nil if that is unavailable.
func (view *View) chosenStructure(c *widget.Canvas, r *structures.Report) (*structures.Structure, *structures.Grown) {
	t := structures.View.Of(c.Model.State.Views)
	object, ok := view.chosenObject(c, r)
	if !ok {
		return nil, nil
	}
	var grown *structures.Grown
	if r.Growth != nil {
		for i := range r.Growth.List {
			if g := &r.Growth.List[i]; g.Object == object {
				grown = g
			}
		}
	}
	if grown != nil && t.Shown(r) == structures.GrowingStructures {
		return &grown.Structure, grown
	}
	for i := range r.Now.List {
		if s := &r.Now.List[i]; s.Object == object {
			return s, grown
		}
	}
	return nil, nil
}

// chooseStructure chooses a data structure.
func (view *View) chooseStructure(c *widget.Canvas, head structures.Head) {
	if structures.View.Of(c.Model.State.Views).Chosen != head {
		view.setStructures(c, func(t *structures.State) { t.Chosen = head })
	}
}

// structureTypes maps types to their groups in the city.
type structureTypes struct {
	series *trees.Series
	point  int
	nodes  trees.TypeGroups
}

// typeGroup returns the group of a type in the city. ok is false if there is none.
func (view *View) typeGroup(c *widget.Canvas, name string) (node int32, ok bool) {
	k, s := &view.types, c.Model.Plan.Series
	if k.series != s || k.point != c.Model.At {
		*k = structureTypes{s, c.Model.At, s.TypeGroups(c.Model.At)}
	}
	return k.nodes.Of(name)
}

// typeKey returns the key of a type's group in the city, or "" if there is none.
func (view *View) typeKey(c *widget.Canvas, name string) string {
	if node, ok := view.typeGroup(c, name); ok {
		return c.Model.Plan.Series.Key(node)
	}
	return ""
}

package ui

import (
	"image"
	"slices"

	"memcity/city"
)

// guess is the size of a panel before its content was laid out once, and its lowest height, in dp. A width of 0 means all
// there is.
var guess = map[ID]Want{
	Bar:         {W: 1e5, H: 44, MinH: 36},
	TimeBar:     {W: 1e5, H: 124, MinH: 44},
	SearchP:     {W: searchWidth, H: 56, MinH: 56},
	Start:       {W: 720, H: 480, MinH: 80},
	Caption:     {W: 1e5, H: 34, MinH: 28},
	Problems:    {W: 420, H: 90, MinH: 60},
	ProgressP:   {W: 320, H: 66, MinH: 60},
	SettingsP:   {W: drawerWidth, H: 640, MinH: 120},
	Inspector:   {W: drawerWidth, H: 420, MinH: 120},
	GuideP:      {W: guideWidth, H: 640, MinH: 120},
	InviteP:     {W: 250, H: 36, MinH: 36},
	LegendP:     {W: legendWidth, H: 230, MinH: 34},
	MinimapP:    {W: mapSide + 2*mapBorder, H: mapSide + 2*mapBorder, MinH: mapLeast},
	EmptyP:      {W: 340, H: 120, MinH: 60},
	ToastP:      {W: 260, H: 36, MinH: 28},
	Help:        {W: helpWidth, H: helpHeight, MinH: 80},
	PictureP:    {W: 300, H: 320, MinH: 80},
	ChainP:      {W: 1040, H: 640, MinH: 80},
	HeapP:       {W: 1e5, H: 1e5, MinH: 60},
	GroupP:      {W: 1e5, H: 1e5, MinH: 60},
	GraphP:      {W: 1e5, H: 1e5, MinH: 60},
	RailP:       {W: railWidth, H: 1e5, MinH: 100},
	OverviewP:   {W: 1e5, H: 1e5, MinH: 60},
	TrendsP:     {W: 1e5, H: 1e5, MinH: 60},
	DiffP:       {W: 1e5, H: 1e5, MinH: 60},
	StructuresP: {W: 1e5, H: 1e5, MinH: 60},
	ChurnP:      {W: 1e5, H: 1e5, MinH: 60},
	TreeP:       {W: 1e5, H: 1e5, MinH: 60},
	WithoutP:    {W: withoutWidth, H: 110, MinH: 60},
	RecordP:     {W: 640, H: 420, MinH: 80},
	LiveP:       {W: 1e5, H: liveHeight, MinH: liveHeight},
	WaitP:       {W: 460, H: 170, MinH: 80},
	OutputP:     {W: 760, H: 420, MinH: 80},
	RulesP:      {W: 470, H: 300, MinH: 80},
	BudgetsP:    {W: budgetsWidth, H: 420, MinH: 80},
	ClosingP:    {W: 440, H: 180, MinH: 80},
	Menu:        {W: 200, H: 120},
	Tooltip:     {W: 260, H: 96, MinH: 62},
	Hint:        {W: 200, H: 28},
}

// viewPanels are the panels that take the place of the city.
var viewPanels = map[city.View]ID{city.HeapView: HeapP, city.GroupView: GroupP, city.GraphView: GraphP, city.OverviewView: OverviewP,
	city.TrendsView: TrendsP, city.DiffView: DiffP, city.StructuresView: StructuresP, city.ChurnView: ChurnP, city.TreeView: TreeP}

// compactHeight is the height of the framebuffer in dp below which the time bar shows no chart.
const compactHeight = 400

// arrange places the panels that the model asks for.
func (k *core) arrange() {
	var wants []Want
	sides := k.sides()
	for _, p := range painters {
		if !k.isOpen(p.id) {
			continue
		}
		w := guess[p.id]
		w.ID = p.id
		if have, ok := k.wants[p.id]; ok {
			w.H = float64(have.h)
			if have.w > 0 {
				w.W = float64(have.w)
			}
		}
		switch p.id {
		case TimeBar:
			if w.H = timeBarHeight(k.size, float64(k.dpPx)); k.bareTime() {
				w.H = barHeight
			}
		case SettingsP:
			w = drawerWant(w, sides, sides.Settings)
		case Inspector, GuideP:
			w = drawerWant(w, sides, sides.Inspector)
		case Tooltip:
			w.At = image.Rectangle{Min: k.model.HoverAt, Max: k.model.HoverAt}
		case Hint:
			w.At, w.Owner = k.shownHint.at, k.shownHint.panel
			w.Avoid = k.beside(w.At, w.Owner)
			w.MinH = w.H
		case Menu:
			w.At = k.local.menu.at
		}
		w.MinH = min(w.MinH, w.H)
		if p.id == MinimapP {
			w.MinH = w.H
		}
		wants = append(wants, w)
	}
	k.rects = Arrange(k.size, float64(k.dpPx), wants)
}

// drawerWant is a drawer beside the city with its width, or over the whole body.
func drawerWant(w Want, sides Sides, width float64) Want {
	if sides.Over == w.ID {
		w.W, w.H = 1e5, 1e5
	} else {
		w.W = width
	}
	return w
}

// wantsDrawer reports whether a drawer is open, though there may be no room for it.
func (k *core) wantsDrawer(id ID) bool {
	m := &k.model
	if id == SettingsP {
		return m.SettingsOpen
	}
	return len(m.Points) > 0 && HasInspector(m.State.View, k.size, float64(k.dpPx)) && !m.Drawers.InspectorHidden && (m.Selection != nil || len(m.Selections) > 1)
}

// coverable are the kinds of controls that hints may cover, as they lie close together.
var coverable = []string{"table", "row", "opener", "graph", "node", "edge"}

// beside lists the controls of a panel but for the one at a place.
func (k *core) beside(at image.Rectangle, panel ID) []image.Rectangle {
	var list []image.Rectangle
	for i := range k.listed {
		it := &k.listed[i]
		itself := it.Rect == at || slices.Contains(coverable, it.Kind) || it.Kind == "list" && at.In(it.Rect)
		if it.Panel == panel && it.isControl() && !itself && !it.Rect.Empty() {
			list = append(list, it.Rect)
		}
	}
	return list
}

func (k *core) compact() bool { return float32(k.size.Y) < compactHeight*k.dpPx }

// bareTime reports whether the time bar has its controls only: in low windows, and beside views that have the chart.
func (k *core) bareTime() bool {
	s := &k.model.State
	return k.compact() || s.View == city.OverviewView || s.View == city.TreeView && s.Treeing.Beside && len(k.model.Points) > 1
}

// isOpen reports whether a recording is shown.
func (m *Model) isOpen() bool { return len(m.Points) > 0 || m.NoStates != "" }

// isOpen reports whether a panel has something to show.
func (k *core) isOpen(id ID) bool {
	m := &k.model
	if k.only != nil && !slices.Contains(k.only, id) {
		return false
	}
	recording := m.isOpen()
	switch id {
	case Bar:
		return true
	case TimeBar:
		return len(m.Points) > 0
	case SearchP:
		return recording && m.Search != nil
	case SettingsP:
		return k.wantsDrawer(SettingsP) && k.sides().Shows(SettingsP)
	case Inspector:
		return k.wantsDrawer(Inspector) && k.sides().Shows(Inspector)
	case GuideP:
		return recording && k.sides().Shows(GuideP)
	case InviteP:
		return recording && m.Inviting && m.State.View == city.CityView && m.Progress == nil && m.Search == nil && !k.compact()
	case LegendP:
		return len(m.Points) > 0 && m.State.View == city.CityView
	case RailP:
		return recording && HasRail(k.size, float64(k.dpPx))
	case HeapP, GroupP, GraphP, OverviewP, TrendsP, DiffP, StructuresP, ChurnP, TreeP:
		return recording && m.Plan != nil && viewPanels[m.State.View] == id
	case WithoutP:
		return recording && m.Without != nil && m.State.View == city.CityView
	case EmptyP:
		return recording && m.Plan != nil && m.Legend.Buildings == 0 && m.State.View == city.CityView && m.Progress == nil
	case ChainP:
		return recording && m.ChainOpen && m.Catalog != nil
	case MinimapP:
		large := float32(k.size.X) >= mapMinWidth*k.dpPx && float32(k.size.Y) >= mapMinHeight*k.dpPx
		return recording && large && m.State.View == city.CityView && m.Minimap != nil && m.Minimap.usable()
	case Tooltip:
		return (m.Hover != nil || m.Route != nil) && m.State.View == city.CityView && k.shownHint.text == "" && m.Help == nil
	case Menu:
		return (recording || k.local.menu.name == openMenu) && k.local.menu.name != ""
	case Hint:
		return k.shownHint.text != ""
	case ProgressP:
		return m.Progress != nil && !k.heapTellsProgress() && !k.changeTellsProgress() && !k.structuresTellProgress() && !k.trendsTellProgress()
	case Problems:
		return len(m.Problems) > 0
	case ToastP:
		return len(m.Toasts) > 0
	case Help:
		return m.Help != nil
	case PictureP:
		return recording && m.Picture.usable()
	case Start:
		return !recording && m.Progress == nil && !m.Live.waits()
	case RecordP:
		return m.Record != nil && int(m.Record.Way) < len(recordWays) && int(m.Record.Options.Mode) < len(recordModeTexts)
	case LiveP:
		return m.Live != nil
	case WaitP:
		return m.Live.waits() && m.Record == nil && (m.Progress == nil || recording)
	case OutputP:
		return m.Live != nil && m.Live.OutputOpen
	case RulesP:
		return m.RulesOpen
	case BudgetsP:
		return m.Budgets.isOpen()
	case ClosingP:
		return m.Closing && m.Live != nil
	case Caption:
		return m.Caption != "" && k.only != nil
	}
	return false
}

// want tells how large the panel would like to be. A width of 0 keeps the usual one.
func (c *canvas) want(w, h float32) {
	if e := (extent{w, h}); c.wants[c.panel] != e {
		c.wants[c.panel] = e
		c.again = true
	}
}

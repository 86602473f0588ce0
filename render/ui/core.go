package ui

import (
	"cmp"
	"image"
	"slices"
	"time"

	"gioui.org/io/input"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/op/paint"

	"memcity/city"
)

// core lays out and paints the panels. It belongs to one goroutine.
type core struct {
	faces  *typesetter
	router input.Router
	root   op.Ops

	model Model
	size  image.Point
	dpPx  float32 // pixels per dp
	only  []ID    // panels that may be shown; nil for all
	now   time.Duration

	pointerAt image.Point // framebuffer pixels

	rects     map[ID]image.Rectangle
	panels    map[ID]*panel
	controls  map[string]*control
	scrollers map[string]*scroller
	fields    map[string]*field
	plots     map[string]*plotLocal
	plan      plan
	timeZoom  timeZoom
	photos    album
	local     local
	wants     map[ID]extent // what the contents would like

	pass              uint64
	focused, revealed string
	focusRect         box
	focusKind         controlKind
	byKey             bool // the focus moved by key, so it is shown
	hint              *hint
	shownHint         hint // empty text if none
	again             bool // something moved while it was laid out
	listed            []Item
	events            []Event
}

// local is state of the panels that means nothing to anybody else.
type local struct {
	timeHover   int // GC point under the pointer; -1 for none
	rows        map[string]int
	hoveredLink string
	searching   bool // the search was open at the last layout
	picturing   bool // so was the dialog for pictures
	foundRow    int
	menu        menu
	mapTo       MapTo // told last
	mapKeyed    bool  // by key, since the map got the focus
	view        span
	viewOf      string // recording that view belongs to
	viewPoint   int    // GC point at the last layout
	note        string // key of the group whose note can be edited
	graph       graphLocal
	edgeGrip    float64 // width of the drawer that is dragged less the distance of the pointer, in dp
	group       groupLocal
	heap        heapLocal
	structures  structuresLocal
	overview    overviewLocal
	diff        diffLocal
	churn       churnLocal
	trends      trendsLocal
	trees       treesLocal
	chain       chainEdit
	record      recordLocal
	guide       guideLocal
	help        helpLocal
	path        string // typed on the start screen
	rule        ruleLocal
	budget      budgetLocal
	closing     bool // the question before closing was open at the last layout
}

// extent is a size in dp.
type extent struct{ w, h float32 }

// panel is one card with its newest image.
type panel struct {
	ops     op.Ops
	call    op.CallOp
	bands   []uint64 // fingerprints of what is laid out now
	items   []Item
	painted []uint64 // fingerprints of the image
	version uint64
	image   *image.RGBA
	surface surface
	sized   image.Point // at the last layout
}

func newCore(o Options) (*core, error) {
	types, err := newTypesetter(o.SystemFonts)
	if err != nil {
		return nil, err
	}
	return &core{
		faces: types, rects: map[ID]image.Rectangle{}, panels: map[ID]*panel{}, controls: map[string]*control{},
		scrollers: map[string]*scroller{}, fields: map[string]*field{}, plots: map[string]*plotLocal{}, dpPx: 1,
		local: local{timeHover: -1, rows: map[string]int{}, group: newGroupLocal()}, wants: map[ID]extent{}, photos: album{photos: map[*image.RGBA]photo{}},
	}, nil
}

// release gives back what the panels hold on the GPU.
func (k *core) release() {
	for _, p := range k.panels {
		p.surface.release()
	}
}

// painters draw the panels. Order is from the bottom to the top, and that of Tab; cards do not overlap, so that they stand in
// the order of reading.
var painters = []struct {
	id   ID
	draw func(c *canvas, b box)
}{
	{Bar, drawBar}, {LiveP, drawLive}, {RailP, drawRail}, {HeapP, drawHeap}, {GroupP, drawGroup}, {GraphP, drawGraph},
	{OverviewP, drawOverview}, {TrendsP, drawTrends}, {DiffP, drawDiff}, {StructuresP, drawStructures}, {ChurnP, drawChurn}, {TreeP, drawTreeView}, {SearchP, drawSearch}, {ProgressP, drawProgress}, {SettingsP, drawSettings}, {LegendP, drawLegend}, {MinimapP, drawMinimap}, {EmptyP, drawEmpty}, {WithoutP, drawWithout},
	{Inspector, drawInspector}, {GuideP, drawGuide}, {InviteP, drawInvite}, {Start, drawStart}, {WaitP, drawWait}, {TimeBar, drawTimeBar}, {ToastP, drawToasts}, {Problems, drawProblems}, {Caption, drawCaption},
	{PictureP, drawPicture}, {ChainP, drawChain}, {BudgetsP, drawBudgets}, {RulesP, drawRules}, {OutputP, drawOutput}, {RecordP, drawRecord}, {ClosingP, drawClosing}, {Help, drawHelp}, {Menu, drawMenu}, {Tooltip, drawTooltip}, {Hint, drawHint},
}

// settlePasses bounds how often a layout is repeated because it changed something that was laid out before.
const settlePasses = 4

// layout lays out all panels until nothing moves any more.
func (k *core) layout() {
	for range settlePasses {
		k.again = false
		k.layoutOnce()
		if !k.again {
			break
		}
	}
}

func (k *core) layoutOnce() {
	k.pass++
	k.focused, k.focusKind, k.hint = "", noControl, nil
	before := k.shownHint
	k.arrange()
	k.settle()
	if k.model.Search == nil {
		k.local.searching = false
	}
	if k.model.Picture == nil {
		k.local.picturing = false
	}
	k.local.closing = k.local.closing && k.model.Closing
	k.faces.heavy = k.model.State.Settings.Theme == city.Light
	k.root.Reset()
	k.listed = k.listed[:0]
	for _, p := range painters {
		rect, open := k.rects[p.id]
		if !open {
			continue
		}
		draw := p.draw
		if k.model.NoStates != "" && isView(p.id) && p.id != OverviewP && p.id != ChurnP {
			draw = drawNoStates
		}
		k.layoutPanel(p.id, rect, draw)
	}
	k.router.Frame(&k.root)
	for id, ctl := range k.controls {
		if ctl.seen != k.pass {
			delete(k.controls, id)
		}
	}
	k.shownHint = hint{}
	if k.hint != nil && k.now-k.hint.since >= hintDelay {
		k.shownHint = *k.hint
	}
	if k.shownHint.text != before.text || k.shownHint.at != before.at {
		k.again = true
	}
}

// settle finishes what a control that is no longer shown has begun.
func (k *core) settle() {
	if _, open := k.rects[Inspector]; !open && k.local.hoveredLink != "" {
		k.local.hoveredLink = ""
		k.do(city.HoverOver{})
	}
	if _, open := k.rects[HeapP]; !open {
		k.local.heap.tree.shown = false
	}
	if _, open := k.rects[DiffP]; !open {
		k.local.diff.tree.shown = false
	}
	if _, open := k.rects[ChurnP]; !open {
		k.local.churn.tree.shown = false
	}
	if _, open := k.rects[OverviewP]; !open {
		k.local.overview.shown = false
	}
	if _, open := k.rects[TrendsP]; !open && len(k.local.trends.tables) > 0 {
		k.local.trends.tables[0].shown = false
	}
	if _, open := k.rects[GuideP]; !open {
		k.local.guide.shown = false
	}
	k.settleTrees()
	if _, open := k.rects[ChainP]; !open && k.local.chain.open {
		k.leaveChain()
	}
	if _, open := k.rects[RecordP]; !open && k.local.record.open {
		k.leaveRecord()
	}
	if _, open := k.rects[BudgetsP]; !open && k.local.budget.open {
		k.leaveBudgets()
	}
	if _, open := k.rects[RulesP]; !open && k.local.rule.open {
		k.leaveRules()
	}
	k.settleNote()
}

func (k *core) layoutPanel(id ID, rect image.Rectangle, draw func(*canvas, box)) {
	p := k.panels[id]
	if p == nil {
		p = &panel{}
		k.panels[id] = p
	}
	p.ops.Reset()
	macro := op.Record(&p.ops)
	size := rect.Size()
	b := box{0, 0, float32(size.X) / k.dpPx, float32(size.Y) / k.dpPx}
	c := &canvas{core: k, source: k.router.Source(), pen: &pen{theme: themeOf(k.model.State.Settings.Theme), types: k.faces, album: &k.photos,
		panel: id, origin: rect.Min, ops: &p.ops, scale: k.dpPx,
		bands: slices.Grow(p.bands[:0], bandsOf(size.Y))[:bandsOf(size.Y)], window: b, items: p.items[:0]}}
	clear(c.bands)
	c.mixBox(0, image.Rectangle{Max: size}, c.card)
	paint.FillShape(c.ops, c.card, clip.Rect{Max: size}.Op())
	draw(c, b)
	p.call = macro.Stop()
	p.bands, p.items, p.sized = c.bands, c.items, size
	k.listed = append(k.listed, c.items...)

	offset := op.Offset(rect.Min).Push(&k.root)
	area := clip.Rect{Max: size}.Push(&k.root)
	p.call.Add(&k.root)
	area.Pop()
	offset.Pop()
}

// paint brings the images of all open panels up to date.
func (k *core) paint() error {
	for _, p := range painters {
		if _, open := k.rects[p.id]; !open {
			continue
		}
		if err := k.panels[p.id].paint(); err != nil {
			return err
		}
	}
	return nil
}

// paint brings the image up to date. Only the rows between the first and the last changed band are drawn again.
func (p *panel) paint() error {
	old := p.image
	if old != nil && old.Bounds().Size() != p.sized {
		old = nil
	}
	from, to := 0, len(p.bands)
	if old != nil {
		for from < to && p.painted[from] == p.bands[from] {
			from++
		}
		for to > from && p.painted[to-1] == p.bands[to-1] {
			to--
		}
		if from == to {
			return nil
		}
	}
	img, err := p.surface.paint(p.call, p.sized, old, from*bandHeight, min(to*bandHeight, p.sized.Y))
	if err != nil {
		return err
	}
	p.image, p.painted = img, append(p.painted[:0], p.bands...)
	p.version++
	return nil
}

// frames lists the images of the open panels from the bottom to the top.
func (k *core) frames() []Frame {
	var frames []Frame
	for _, p := range painters {
		rect, open := k.rects[p.id]
		if !open || k.panels[p.id] == nil || k.panels[p.id].image == nil {
			continue
		}
		radius, shadow := float32(cardRadius), float32(cardShadow)
		switch p.id {
		case Tooltip, Hint, ToastP, Menu:
			radius, shadow = 6, 8
		case Help, PictureP, ChainP, RecordP, BudgetsP, RulesP, OutputP, ClosingP:
			radius, shadow = 10, 14
		}
		frames = append(frames, Frame{ID: p.id, Version: k.panels[p.id].version, Image: k.panels[p.id].image, At: rect.Min,
			Radius: float64(radius * k.dpPx), Shadow: float64(shadow * k.dpPx)})
	}
	return frames
}

// hit returns the topmost panel at a place.
func hit(rects map[ID]image.Rectangle, at image.Point) ID {
	for _, p := range slices.Backward(painters) {
		if rect, open := rects[p.id]; open && at.In(rect) && p.id != Tooltip && p.id != Hint {
			return p.id
		}
	}
	return ""
}

// emit tells the caller something. Actions on the state also move the model here, so that a second event before the next
// Show goes on from the first.
func (k *core) emit(e Event) {
	k.events = append(k.events, e)
	if do, ok := e.(Do); ok {
		k.model.State = city.Step(k.model.State, do.Action)
		k.again = true
	}
}

func (k *core) do(a city.Action) { k.emit(Do{a}) }

// set changes settings; drag names the control while it is moved.
func (k *core) set(drag string, change func(*city.Settings)) {
	s := k.model.State.Settings
	change(&s)
	k.do(city.Set{To: s, Drag: drag})
}

// items lists what can be seen, by panel from the bottom to the top and then in reading order.
func (k *core) seen() []Item {
	order := map[ID]int{}
	for i, p := range painters {
		order[p.id] = i
	}
	var list []Item
	for _, it := range k.listed {
		if !it.Rect.Empty() {
			list = append(list, it)
		}
	}
	slices.SortStableFunc(list, func(a, b Item) int { return cmp.Compare(order[a.Panel], order[b.Panel]) })
	return list
}

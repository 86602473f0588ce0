package widget

import (
	"cmp"
	"image"
	"reflect"
	"slices"
	"time"

	"gioui.org/io/input"
	"gioui.org/io/pointer"
	"gioui.org/op"
	"gioui.org/op/clip"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/view"
	"memcity/city/view/overview"
	"memcity/city/view/treemap"
	"memcity/render/ui/brush"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
)

// Core lays out and paints the panels. It belongs to one goroutine.
type Core struct {
	Faces  *canvas.Typesetter
	Router input.Router
	root   op.Ops

	Model model.Model
	Size  image.Point
	DpPx  float32    // pixels per dp
	Only  []model.ID // panels that may be shown; nil for all
	// Survive is that of [Options].
	Survive bool
	faults  map[model.ID]string // that were reported
	Now     time.Duration

	pointerAt image.Point // framebuffer pixels, or nowhere

	Rects     map[model.ID]image.Rectangle
	list      []*Panel // from the bottom to the top, and in the order of Tab
	images    map[model.ID]*panel
	Controls  map[string]*Control
	Scrollers map[string]*Scroller
	Fields    map[string]*Field
	plots     map[string]*plotLocal
	timeZoom  timeZoom
	Photos    canvas.Album
	Lists     map[string]int // the row that keys speak of, by the id of a list
	Menu      Menu
	TimeShown Span    // part of the time that is shown
	timeOf    string  // recording that TimeShown belongs to
	timePoint int     // GC point at the last layout of the time
	edgeGrip  float64 // width of the drawer that is dragged less the distance of the pointer, in dp
	kept      map[reflect.Type]any
	Wants     map[model.ID]extent // what the contents would like

	Pass              uint64
	Focused, Revealed string
	FocusRect         canvas.Box
	FocusKind         ControlKind
	FocusPanel        model.ID // with the focus; empty for none
	modal             model.ID // the topmost dialog that keeps all keys; empty for none
	ByKey             bool     // the focus moved by key, so it is shown
	hint              *hint
	ShownHint         hint // empty text if none
	cut, cutNow       cutText
	cutSince          time.Duration // when the pointer came over it
	Again             bool          // something moved while it was laid out
	listed            []model.Item
	Events            []model.Event
}

// extent is a size in dp.
type extent struct{ w, h float32 }

// panel is one card with its newest image.
type panel struct {
	ops     op.Ops
	call    op.CallOp
	list    *brush.List // what is laid out now
	items   []model.Item
	painted *brush.List // what the image shows; nil while there is none
	spare   *brush.List // for the next layout, if list is what the image shows
	version uint64
	image   *image.RGBA
	sized   image.Point // at the last layout
	at      image.Point // where it lay then
}

// NewCore returns what lays out and paints the panels listed from the bottom to the top, which is also the order of Tab:
// cards do not overlap, so they stand in the order of reading. It fails if the bundled fonts cannot be read.
func NewCore(o Options, panels ...*Panel) (*Core, error) {
	types, err := canvas.NewTypesetter(o.SystemFonts)
	if err != nil {
		return nil, err
	}
	return &Core{
		Faces: types, Rects: map[model.ID]image.Rectangle{}, list: panels, images: map[model.ID]*panel{}, Controls: map[string]*Control{},
		Scrollers: map[string]*Scroller{}, Fields: map[string]*Field{}, plots: map[string]*plotLocal{}, DpPx: 1,
		Lists: map[string]int{}, kept: map[reflect.Type]any{}, Wants: map[model.ID]extent{}, pointerAt: nowhere,
		Survive: o.Survive, faults: map[model.ID]string{},
	}, nil
}

// Release gives back what Gio paints foreign letters with.
func (k *Core) Release() {
	if k.Faces != nil {
		k.Faces.Release()
	}
}

// settlePasses bounds the passes of a layout: the first measures what the panels want, the second places them by that. No third
// is needed, as nothing that a pass finds out changes what panels want:
//
//   - A panel's content has a width that does not depend on its height, so its height is right once it was drawn in that width.
//   - A panel that opens gives the focus to its first control before it draws that, so the first pass knows already where
//     the focus is, and scrolls to it.
//   - A hint is measured by its text alone, and placed after all that it stands next to, in the same pass.
const settlePasses = 2

// Layout lays out all panels: it measures them and, if that changed anything, places them.
func (k *Core) Layout() {
	for range settlePasses {
		k.Again = false
		k.LayoutOnce()
		if !k.Again {
			break
		}
	}
}

// respond lets the panels as they are shown respond to input and, if that changed anything, lays them out anew.
func (k *Core) respond() {
	k.Again = false
	k.LayoutOnce()
	if k.Again {
		k.Layout()
	}
}

// LayoutOnce lays out all panels once.
func (k *Core) LayoutOnce() {
	k.Pass++
	k.Focused, k.FocusKind, k.FocusPanel, k.hint = "", NoControl, "", nil
	wants := k.arrange()
	k.modal = k.topModal()
	for _, p := range k.list {
		if p.Prepare != nil {
			_ = k.surviving(p.ID, func() { p.Prepare(k) }) // it was reported
		}
		if p.Absent != nil && !k.Shows(p.ID) {
			_ = k.surviving(p.ID, func() { p.Absent(k) })
		}
	}
	k.Faces.Heavy = k.Model.State.Settings.Theme == scene.Light
	k.root.Reset()
	k.listed = k.listed[:0]
	for _, p := range k.list {
		if !isNote(p.ID) {
			k.drawPanel(p)
		}
	}
	k.explainCut()
	k.ShownHint = hint{}
	if k.hint != nil && k.Now-k.hint.since >= HintDelay {
		k.ShownHint = *k.hint
	}
	k.arrangeNotes(wants)
	for _, p := range k.list {
		if isNote(p.ID) {
			k.drawPanel(p)
		}
	}
	for _, p := range k.byPlace() {
		p.add(&k.root)
	}
	k.Router.Frame(&k.root)
	for id, ctl := range k.Controls {
		if ctl.Seen != k.Pass {
			delete(k.Controls, id)
		}
	}
}

// drawPanel lays out a panel if it is open.
func (k *Core) drawPanel(p *Panel) {
	rect, open := k.Rects[p.ID]
	if !open {
		return
	}
	draw := p.Draw
	if k.Model.NoStates != "" && p.View != nil && p.View.View.Needs() > view.NeedsEvents {
		draw = drawNoStates
	}
	if err := k.surviving(p.ID, func() { k.LayoutPanel(p.ID, rect, draw) }); err != nil {
		k.LayoutPanel(p.ID, rect, drawFault(err))
	}
}

// LayoutPanel lays out one panel in a rectangle of the framebuffer.
func (k *Core) LayoutPanel(id model.ID, rect image.Rectangle, draw func(*Canvas, canvas.Box)) {
	p := k.images[id]
	if p == nil {
		p = &panel{list: &brush.List{}, spare: &brush.List{}}
		k.images[id] = p
	}
	p.ops.Reset()
	macro := op.Record(&p.ops)
	size := rect.Size()
	b := canvas.Rect(0, 0, float32(size.X)/k.DpPx, float32(size.Y)/k.DpPx)
	if p.list == p.painted {
		p.list, p.spare = p.spare, p.list
	}
	p.list.Reset(size)
	theme := canvas.ThemeOf(k.Model.State.Settings.Theme)
	if place.LiesOver(id) {
		theme = canvas.ThemeOver(k.Model.State.Settings.Theme)
	}
	c := &Canvas{Core: k, Source: k.Router.Source(),
		Canvas: &canvas.Canvas{Theme: theme, Types: k.Faces, Album: &k.Photos,
			Panel: id, Origin: rect.Min, Ops: &p.ops, List: p.list, Scale: k.DpPx, Window: b, Items: p.items[:0],
			Pointer: k.pointerAt}}
	c.List.Box(image.Rectangle{Max: size}, 0, c.Card)
	draw(c, b)
	if radius, _ := cardOf(id); c.Rim.A > 0 {
		c.Frame(b, radius, 1, c.Rim)
	}
	p.call = macro.Stop()
	k.cutIn(id, rect, c.Cut)
	p.items, p.sized = c.Items, size
	k.listed = append(k.listed, c.Items...)

	p.at = rect.Min
}

// add adds what was laid out to the operations of the window.
func (p *panel) add(ops *op.Ops) {
	offset := op.Offset(p.at).Push(ops)
	area := clip.Rect{Max: p.sized}.Push(ops)
	p.call.Add(ops)
	area.Pop()
	offset.Pop()
}

// Paint brings the images of all open panels up to date, and forgets those of others.
func (k *Core) Paint() {
	for _, p := range k.list {
		image := k.images[p.ID]
		if _, open := k.Rects[p.ID]; open {
			image.paint()
		} else if image != nil {
			image.image, image.painted = nil, nil
		}
	}
}

// PaintPanel paints one panel that was laid out, and returns its image, which is never written to again.
func (k *Core) PaintPanel(id model.ID) *image.RGBA {
	p := k.images[id]
	p.paint()
	return p.image
}

// RepaintPanel paints all of a panel anew, whether or not something has changed.
func (k *Core) RepaintPanel(id model.ID) *image.RGBA {
	p := k.images[id]
	img := image.NewRGBA(image.Rectangle{Max: p.sized})
	p.list.Paint(img, img.Rect)
	return img
}

// paint brings the image up to date: only where what is laid out differs from what it shows, it is painted again.
func (p *panel) paint() {
	if p.list == p.painted {
		return
	}
	changed := p.list.Difference(p.painted)
	if len(changed) > 0 {
		img := image.NewRGBA(image.Rectangle{Max: p.sized})
		if p.image != nil && p.image.Rect == img.Rect && changed[0] != img.Rect {
			copy(img.Pix, p.image.Pix)
		}
		for _, r := range changed {
			p.list.Paint(img, r)
		}
		p.image = img
		p.version++
	}
	p.painted = p.list
}

// Hit returns the topmost panel at a place; empty for none. It may be called on any goroutine.
func (k *Core) Hit(rects map[model.ID]image.Rectangle, at image.Point) model.ID {
	for _, p := range slices.Backward(k.list) {
		if rect, open := rects[p.ID]; open && at.In(rect) && p.ID != model.Tooltip && p.ID != model.Hint {
			return p.ID
		}
	}
	return ""
}

// Emit sends the caller something. Actions on the state also move the model here, so that a second event before the next
// Show goes on from the first.
func (k *Core) Emit(e model.Event) {
	k.Events = append(k.Events, e)
	if do, ok := e.(model.Do); ok {
		k.Model.State = state.Step(k.Model.State, do.Action)
		k.Again = true
	}
}

// Do requests an action on the state.
func (k *Core) Do(a state.Action) { k.Emit(model.Do{Action: a}) }

// Set changes settings; drag names the control while it is moved.
func (k *Core) Set(drag string, change func(*scene.Settings)) {
	s := k.Model.State.Settings
	change(&s)
	k.Do(state.Set{To: s, Drag: drag})
}

// Seen lists what can be seen, by panel from the bottom to the top and then in reading order.
func (k *Core) Seen() []model.Item {
	order := map[model.ID]int{}
	for i, p := range k.list {
		order[p.ID] = i
	}
	var list []model.Item
	for _, it := range k.listed {
		if !it.Rect.Empty() {
			list = append(list, it)
		}
	}
	slices.SortStableFunc(list, func(a, b model.Item) int { return cmp.Compare(order[a.Panel], order[b.Panel]) })
	return list
}

// Compact reports whether the framebuffer is so low that the time bar shows no chart.
func (k *Core) Compact() bool { return float32(k.Size.Y) < place.CompactHeight*k.DpPx }

// BareTime reports whether the time bar has its controls only: in low windows, and next to views that have the chart.
func (k *Core) BareTime() bool {
	s := &k.Model.State
	return k.Compact() || s.View == overview.View.ID || s.View == treemap.View.ID && treemap.View.Of(s.Views).Together && len(k.Model.Points) > 1
}

// SameShown reports whether two shown models look the same; see [model.Model.Same].
func SameShown(a, b *Shown) bool {
	return a.Size == b.Size && a.Scale == b.Scale && a.Model.Same(&b.Model)
}

// Step is one of the steps of the work of panels.
type Step uint8

// The steps: all panels were laid out once, for an input or for something new to show; their images were brought up to date.
const (
	Laid Step = iota
	Painted
)

// Options say how panels are made.
type Options struct {
	// Notify is called from another goroutine when there are new events or frames. It must not wait.
	Notify func()
	// SystemFonts lets fonts of the system serve letters that the embedded ones lack. Pictures then differ from
	// machine to machine.
	SystemFonts bool
	// Did is called after every step of the work, on the goroutine of the panels; nil for nothing.
	Did func(Step)
	// Survive shows the fault in place of a panel whose drawing panics; otherwise the fault is that of all panels.
	Survive bool
	// NoImages lays out and handles events, but paints nothing, so no graphics are needed.
	NoImages bool
}

// Shown is what [Core.Show] shows.
type Shown struct {
	Model model.Model
	Size  image.Point
	Scale float64
}

// Show replaces what is shown from the next layout on.
func (k *Core) Show(s *Shown) {
	k.Model, k.Size = s.Model, s.Size
	k.DpPx = float32(min(max(s.Scale, 0.5), 8))
}

// CopyRects returns where the panels are.
func (k *Core) CopyRects() map[model.ID]image.Rectangle {
	rects := make(map[model.ID]image.Rectangle, len(k.Rects))
	for id, r := range k.Rects {
		rects[id] = r
	}
	return rects
}

// movingStep is the time from one layout to the next while something moves in a panel.
const movingStep = time.Second / 60

// Wake returns when a hint becomes due, or something that moves is to be drawn again.
func (k *Core) Wake() (time.Duration, bool) {
	if k.Moving() {
		return k.Now + movingStep, true
	}
	if k.hint != nil && k.ShownHint.Text == "" {
		return k.hint.since + HintDelay, true
	}
	return 0, false
}

// Cursor returns the shape of the mouse pointer.
func (k *Core) Cursor() model.Cursor {
	switch k.Router.Cursor() {
	case pointer.CursorPointer:
		return model.CursorHand
	case pointer.CursorText:
		return model.CursorText
	case pointer.CursorColResize:
		return model.CursorColumn
	}
	return model.CursorArrow
}

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
	"memcity/render/action"
	"memcity/render/actions"
	"memcity/render/ui/brush"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
)

// Core lays out and paints the panels. Use it on one goroutine only.
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
	faults  map[model.ID]string // reported faults
	Now     time.Duration

	pointerAt image.Point // in framebuffer pixels, or nowhere

	Rects     map[model.ID]image.Rectangle
	list      []*Panel // bottom to top, and in the order of Tab
	Actions   actions.Table
	asked     action.ID // action of a panel to run when it is drawn; "" for none
	images    map[model.ID]*panel
	Controls  map[string]*Control
	Scrollers map[string]*Scroller
	Fields    map[string]*Field
	plots     map[string]*plotLocal
	timeZoom  timeZoom
	Photos    canvas.Album
	Lists     map[string]int // current row for keys, by the ID of a list
	Menu      Menu
	TimeShown Span    // visible part of the time
	timeOf    string  // recording of TimeShown
	timePoint int     // GC point at the last layout of the time
	edgeGrip  float64 // width of the dragged drawer minus the position of the pointer, in dp
	kept      map[reflect.Type]any
	Wants     map[model.ID]extent // preferred sizes of the contents

	Pass              uint64
	Focused, Revealed string
	FocusRect         canvas.Box
	FocusKind         ControlKind
	FocusPanel        model.ID // panel with the focus; "" for none
	modal             model.ID // topmost modal dialog; "" for none
	ByKey             bool     // the focus was moved with a key, so it is marked
	hint              *hint
	ShownHint         hint // its text is empty if there is none
	cut, cutNow       cutText
	cutSince          time.Duration // when the pointer entered it
	Again             bool          // something has changed during the layout, so repeat it
	listed            []model.Item
	Events            []model.Event
}

// extent is a size in dp.
type extent struct{ w, h float32 }

// panel is a card with its latest image.
type panel struct {
	ops     op.Ops
	call    op.CallOp
	list    *brush.List // current layout
	items   []model.Item
	painted *brush.List // content of the image; nil while there is none
	spare   *brush.List // list for the next layout, if list is painted
	version uint64
	image   *image.RGBA
	sized   image.Point // size at the last layout
	at      image.Point // position at the last layout
}

// NewCore returns a Core for the given panels, from bottom to top. That is also the order of Tab: cards do not overlap, so they are in
// reading order. NewCore returns an error if the bundled fonts cannot be read.
func NewCore(o Options, panels ...*Panel) (*Core, error) {
	types, err := canvas.NewTypesetter(o.SystemFonts)
	if err != nil {
		return nil, err
	}
	return &Core{
		Faces: types, Rects: map[model.ID]image.Rectangle{}, list: panels, Actions: tableOf(panels), images: map[model.ID]*panel{}, Controls: map[string]*Control{},
		Scrollers: map[string]*Scroller{}, Fields: map[string]*Field{}, plots: map[string]*plotLocal{}, DpPx: 1,
		Lists: map[string]int{}, kept: map[reflect.Type]any{}, Wants: map[model.ID]extent{}, pointerAt: nowhere,
		Survive: o.Survive, faults: map[model.ID]string{},
	}, nil
}

// Release releases the resources of Gio.
func (k *Core) Release() {
	if k.Faces != nil {
		k.Faces.Release()
	}
}

// settlePasses is the maximum number of passes per layout. The first pass measures the panels and the second places them. No third pass is
// needed, as a pass does not change the preferred sizes:
//
//   - The width of a panel's content does not depend on its height, so the height is right once it was drawn with that width.
//   - A panel that opens focuses its first control before drawing it, so the first pass knows the focus and scrolls to it.
//   - The size of a hint depends only on its text. It is placed after the other panels in the same pass.
const settlePasses = 2

// Layout lays out all panels. It repeats the layout if sizes have changed.
func (k *Core) Layout() {
	for range settlePasses {
		k.Again = false
		k.LayoutOnce()
		if !k.Again {
			break
		}
	}
}

// respond handles input in the current layout, and lays out the panels again if something has changed.
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
			_ = k.surviving(p.ID, func() { p.Prepare(k) }) // already reported
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
	if own := p.action(k.asked); own != nil {
		k.asked = ""
		draw = func(c *Canvas, b canvas.Box) {
			if own.Disabled(k.ActionContext()) == "" {
				own.Do(c)
			}
			p.Draw(c, b)
		}
	}
	if k.Model.NoStates != "" && p.View != nil && p.View.View.Needs() > view.NeedsEvents {
		draw = drawNoStates
	}
	if err := k.surviving(p.ID, func() { k.LayoutPanel(p.ID, rect, draw) }); err != nil {
		k.LayoutPanel(p.ID, rect, drawFault(err))
	}
}

// LayoutPanel lays out a panel in a rectangle of the framebuffer.
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

// add adds the layout to the operations of the window.
func (p *panel) add(ops *op.Ops) {
	offset := op.Offset(p.at).Push(ops)
	area := clip.Rect{Max: p.sized}.Push(ops)
	p.call.Add(ops)
	area.Pop()
	offset.Pop()
}

// Paint updates the images of all open panels, and drops those of closed ones.
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

// PaintPanel paints a panel and returns its image, which is read-only.
func (k *Core) PaintPanel(id model.ID) *image.RGBA {
	p := k.images[id]
	p.paint()
	return p.image
}

// RepaintPanel paints all of a panel, without reusing its image.
func (k *Core) RepaintPanel(id model.ID) *image.RGBA {
	p := k.images[id]
	img := image.NewRGBA(image.Rectangle{Max: p.sized})
	p.list.Paint(img, img.Rect)
	return img
}

// paint updates the image where it differs from the layout.
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

// Hit returns the topmost panel at a position; "" for none. It may be called from any goroutine.
func (k *Core) Hit(rects map[model.ID]image.Rectangle, at image.Point) model.ID {
	for _, p := range slices.Backward(k.list) {
		if rect, open := rects[p.ID]; open && at.In(rect) && p.ID != model.Tooltip && p.ID != model.Hint {
			return p.ID
		}
	}
	return ""
}

// Emit sends an event to the caller. It also applies actions to the local model, so that further events before the next Show build on the
// new state.
func (k *Core) Emit(e model.Event) {
	k.Events = append(k.Events, e)
	if do, ok := e.(model.Do); ok {
		k.Model.State = state.Step(k.Model.State, do.Action)
		k.Again = true
	}
}

// Do emits an action on the state.
func (k *Core) Do(a state.Action) { k.Emit(model.Do{Action: a}) }

// Set changes settings. drag is the ID of the control while it is dragged.
func (k *Core) Set(drag string, change func(*scene.Settings)) {
	s := k.Model.State.Settings
	change(&s)
	k.Do(state.Set{To: s, Drag: drag})
}

// Seen lists the visible items by panel from bottom to top, then in reading order.
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

// Compact reports whether the framebuffer is too low for a chart in the time bar.
func (k *Core) Compact() bool { return float32(k.Size.Y) < place.CompactHeight*k.DpPx }

// BareTime reports whether the time bar has no chart: in low windows, and beside views with that chart.
func (k *Core) BareTime() bool {
	s := &k.Model.State
	return k.Compact() || s.View.ShowsTime(s.Views, len(k.Model.Points))
}

// SameShown reports whether two contents look the same; see [model.Model.Same].
func SameShown(a, b *Shown) bool {
	return a.Size == b.Size && a.Scale == b.Scale && a.Model.Same(&b.Model)
}

// Step selects a step of the panels' work.
type Step uint8

// Steps: all panels were laid out once, for input or new content; their images were updated.
const (
	Laid Step = iota
	Painted
)

// Options configures the panels.
type Options struct {
	// Notify is called from another goroutine when there are new events or frames. It must not block.
	Notify func()
	// SystemFonts enables system fonts for letters that the embedded ones lack. Pictures then differ between machines.
	SystemFonts bool
	// Did is called after each step of the work, on the panels' goroutine; nil for none.
	Did func(Step)
	// Survive shows a panic in place of its panel; otherwise it ends all panels.
	Survive bool
	// NoImages lays out panels and handles events without painting, so it needs no graphics.
	NoImages bool
}

// Shown is the content for [Core.Show].
type Shown struct {
	Model model.Model
	Size  image.Point
	Scale float64
}

// Show sets the content from the next layout on.
func (k *Core) Show(s *Shown) {
	k.Model, k.Size = s.Model, s.Size
	k.DpPx = float32(min(max(s.Scale, 0.5), 8))
}

// CopyRects returns the rectangles of the panels.
func (k *Core) CopyRects() map[model.ID]image.Rectangle {
	rects := make(map[model.ID]image.Rectangle, len(k.Rects))
	for id, r := range k.Rects {
		rects[id] = r
	}
	return rects
}

// movingStep is the time between layouts while a panel is animated.
const movingStep = time.Second / 60

// Wake returns when a hint is due, or when an animation needs the next layout.
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

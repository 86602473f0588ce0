package render

import (
	"image"
	"math"
	"time"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/action"
	"memcity/render/camera"
	"memcity/render/ui/model"
)

// clickSlop is the maximum movement of the pointer during a click, in points.
const clickSlop = 4

// wheelStep is the factor of the distance for one notch of the wheel.
const wheelStep = 0.88

// orbitSpeed is the rotation in radians for a drag over the height of the window.
const orbitSpeed = 2.6

// owner selects who receives the pointer until all buttons are up.
type owner uint8

const (
	nobody owner = iota
	ownPanels
	ownScene
)

// gesture is a drag over the scene.
type gesture struct {
	button         Button
	does           camera.Drag
	startX, startY float64
	moved          bool // beyond the slop; no longer a click
	add            bool // a click adds to the selection
	grip           scene.Vec
}

// pointer is the state of the mouse and its target.
type pointer struct {
	x, y         float64
	lastX, lastY float64 // at the last step of a drag
	inside       bool
	owner        owner
	held         model.Buttons
	mods         action.Mods // modifiers of the last button or wheel event
	drag         gesture
	scrolling    camera.Scrolling

	overPanel bool
	hoverAt   bool // the target under the pointer must be updated
	hovered   scene.Target
	route     int           // route under the pointer, 1-based; 0 for none
	routeOf   *scene.Routes // routes that route belongs to
}

// Handle handles an event at the time now.
func (a *App) Handle(e Event, now time.Duration) {
	switch e := e.(type) {
	case PointerMove:
		a.pointerMove(e, now)
	case PointerLeave:
		a.pointer.inside = false
		a.hover(scene.Target{})
		a.panels.Pointer(model.Pointer{Kind: model.PointerLeave, Time: now})
	case PointerButton:
		a.pointerButton(e, now)
	case Wheel:
		a.wheel(e, now)
	case Key:
		a.key(e, now)
	case Text:
		a.text(e.Text, now)
	case Resize:
		a.resize(e)
	case FocusLost:
		a.flight.Stop()
		a.releaseButtons(now)
	case Drop:
		a.Open(e.Paths...)
	case Close:
		a.confirmClose()
	}
	a.react()
	a.drain(now)
}

func (a *App) pointerMove(e PointerMove, now time.Duration) {
	p := &a.pointer
	p.x, p.y, p.inside = e.X, e.Y, true
	switch {
	case p.owner == ownScene:
		a.drag(now)
	case p.owner == ownPanels || a.panels.Hit(p.at()) != "":
		if !a.pointer.overPanel { // a panel may set the hovered group later
			a.hover(scene.Target{})
		}
		a.pointer.overPanel = true
		a.panels.Pointer(p.ui(model.PointerMove, now))
	default:
		if a.pointer.overPanel {
			a.pointer.overPanel = false
			a.panels.Pointer(p.ui(model.PointerLeave, now))
		}
		a.pointer.hoverAt = true
	}
}

func (p *pointer) at() image.Point { return image.Pt(int(p.x), int(p.y)) }

func (p *pointer) ui(kind model.PointerKind, now time.Duration) model.Pointer {
	return model.Pointer{Kind: kind, At: p.at(), Buttons: p.held, Mods: p.mods, Time: now}
}

var uiButtons = [...]model.Buttons{LeftButton: model.Primary, RightButton: model.Secondary, MiddleButton: model.Tertiary}

func (a *App) pointerButton(e PointerButton, now time.Duration) {
	p := &a.pointer
	p.x, p.y, p.inside, p.mods = e.X, e.Y, true, e.Mods
	if !e.Down {
		p.held &^= uiButtons[e.Button]
		switch {
		case p.owner == ownPanels:
			a.panels.Pointer(p.ui(model.PointerRelease, now))
		case p.owner == ownScene && e.Button == p.drag.button:
			a.release(now)
		}
		if p.held == 0 {
			p.owner = nobody
		}
		return
	}
	p.held |= uiButtons[e.Button]
	if p.owner == nobody {
		p.owner = ownScene
		if a.panels.Hit(p.at()) != "" {
			p.owner = ownPanels
		} else {
			a.panels.Blur()
			a.startDrag(e)
		}
	}
	if p.owner == ownPanels {
		a.store.Do(state.EndDrag{}) // end the drag of the last slider
		a.panels.Pointer(p.ui(model.PointerPress, now))
	}
}

func (a *App) startDrag(e PointerButton) {
	_, grip := a.pick(e.X, e.Y)
	a.pointer.drag = gesture{button: e.Button, startX: e.X, startY: e.Y, grip: grip,
		does: camera.DragOf(a.store.State.Settings.Hands, e.Button, e.Mods&action.Shift != 0),
		add:  e.Mods&(action.Ctrl|action.Super) != 0}
}

// drag moves the camera with the pointer.
func (a *App) drag(now time.Duration) {
	p := &a.pointer
	g := &p.drag
	if !g.moved && math.Hypot(p.x-g.startX, p.y-g.startY) < clickSlop*a.screen.Scale() {
		return
	}
	fromX, fromY := a.pointer.lastX, a.pointer.lastY
	if !g.moved {
		fromX, fromY = g.startX, g.startY
		g.moved = true
		a.hover(scene.Target{})
	}
	a.pointer.lastX, a.pointer.lastY = p.x, p.y
	switch g.does {
	case camera.Moves:
		if to, ok := camera.OnPlane(a.ray(p.x, p.y), g.grip.Y); ok {
			a.store.Do(state.Pan{From: g.grip, To: to})
		}
	case camera.Turns:
		a.turn(g.grip, p.x-fromX, p.y-fromY)
	}
}

// turn rotates the camera about a place for a movement of the pointer in pixels.
func (a *App) turn(about scene.Vec, dx, dy float64) {
	turn := orbitSpeed / float64(max(a.screen.Height, 1))
	a.store.Do(state.Orbit{About: about, Yaw: -dx * turn, Pitch: dy * turn})
}

// release ends a drag. Without movement it is a click.
func (a *App) release(now time.Duration) {
	g := a.pointer.drag
	a.endDrag()
	a.pointer.hoverAt = true
	if g.moved || a.store.City == nil {
		return
	}
	if g.button == RightButton {
		a.menuAt(a.pointer.x, a.pointer.y)
	}
	if g.button != LeftButton {
		return
	}
	if pin, ok := a.stage.PlateAt(a.pointer.x, a.pointer.y); ok {
		a.openPlate(pin)
		return
	}
	target, at := a.pick(a.pointer.x, a.pointer.y)
	if route, place := a.pickRoute(a.pointer.x, a.pointer.y, target, at); route > 0 {
		a.followRoute(route, place, g.add, now)
		return
	}
	a.store.Do(state.Select{Key: a.store.KeyOf(target), Add: g.add})
}

func (a *App) endDrag() { a.pointer.drag = gesture{} }

// releaseButtons clears the held buttons, as their release may be sent elsewhere.
func (a *App) releaseButtons(now time.Duration) {
	p := &a.pointer
	if p.owner == ownPanels {
		a.panels.Pointer(p.ui(model.PointerLeave, now))
	}
	p.owner, p.held = nobody, 0
	a.endDrag()
	a.pointer.hoverAt = p.inside
}

func (a *App) wheel(e Wheel, now time.Duration) {
	p := &a.pointer
	p.x, p.y, p.inside, p.mods = e.X, e.Y, true, e.Mods
	if p.owner == ownPanels || p.owner == nobody && a.panels.Hit(p.at()) != "" {
		w := p.ui(model.PointerWheel, now)
		w.Wheel = -e.DY
		a.panels.Pointer(w)
		return
	}
	a.closeMenu()
	if a.flight.Flying() { // while flying, the wheel sets the speed
		a.flight.Accelerate(e.DY)
		return
	}
	a.scroll(e, now)
	a.pointer.hoverAt = true
}

// scrollStep is the movement of the city for one notch, in points.
const scrollStep = 30

// scroll moves, turns or zooms with the wheel or two fingers.
func (a *App) scroll(e Wheel, now time.Duration) {
	target, at := a.pick(e.X, e.Y)
	if target.Kind == scene.Nothing {
		at = a.store.State.Camera.Target
	}
	fingers := a.pointer.scrolling.Fingers(e.DX, e.DY, now)
	kind := a.store.State.Settings.Scroll
	if kind == scene.ScrollBySource && !fingers || kind == scene.ScrollZooms || e.Mods&action.Ctrl != 0 {
		a.store.Do(state.Zoom{At: at, Factor: math.Pow(wheelStep, e.DY)})
		return
	}
	step := scrollStep * a.screen.Scale()
	dx, dy := e.DX*step, e.DY*step
	if e.Mods&action.Shift != 0 {
		a.turn(at, dx, dy)
		return
	}
	from, seen := camera.OnPlane(a.ray(e.X, e.Y), at.Y)
	to, stays := camera.OnPlane(a.ray(e.X+dx, e.Y+dy), at.Y)
	if seen && stays {
		a.store.Do(state.Pan{From: from, To: to})
	}
}

// ray returns the ray through a pixel.
func (a *App) ray(x, y float64) scene.Ray {
	return a.screen.Ray(a.store.State.Camera, x, y)
}

func (a *App) pick(x, y float64) (scene.Target, scene.Vec) {
	if a.store.City == nil || a.waits() {
		return scene.Target{}, scene.Vec{}
	}
	target, at := a.store.City.Pick(a.ray(x, y))
	if target.Kind == scene.OnGround && !a.nearGround(at) {
		return scene.Target{}, at
	}
	return target, at
}

// nearGround reports whether a point on the ground is close enough to the city to zoom to or turn about.
func (a *App) nearGround(at scene.Vec) bool {
	b := a.store.State.Bounds
	d := b.Center()
	return math.Hypot(at.X-d.X, at.Z-d.Z) < 4*b.Radius()
}

func (a *App) hover(t scene.Target) {
	key := ""
	if a.store.City != nil {
		if node, ok := a.store.City.Plan.Node(t); ok {
			key = a.store.City.Plan.Series.Key(node)
		}
	}
	if t != a.pointer.hovered && (t.Kind == scene.OnBlock || a.pointer.hovered.Kind == scene.OnBlock) {
		a.store.Stale = true // blocks have no key, so compare targets
		a.stage.Marked()
	}
	a.pointer.hovered, a.pointer.route = t, 0
	a.store.Do(state.HoverOver{Key: key})
}

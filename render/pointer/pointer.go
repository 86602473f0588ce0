// Package pointer turns the mouse into movements of the camera, selections and menus.
package pointer

import (
	"image"
	"math"
	"time"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/action"
	"memcity/render/camera"
	"memcity/render/cityscape"
	"memcity/render/drawers"
	"memcity/render/navigation"
	"memcity/render/pick"
	"memcity/render/stage"
	"memcity/render/store"
	"memcity/render/ui"
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
	button         camera.Button
	does           camera.Drag
	startX, startY float64
	moved          bool // beyond the slop; no longer a click
	add            bool // a click adds to the selection
	grip           scene.Vec
}

// Pointer is the state of the mouse.
type Pointer struct {
	lastX, lastY float64 // at the last step of a drag
	owner        owner
	held         model.Buttons
	mods         action.Mods // modifiers of the last button or wheel event
	drag         gesture
	scrolling    camera.Scrolling
	menu         *image.Point // where to open the menu of the city; nil for nowhere

	store      *store.Store
	screen     *camera.Viewport
	drawers    *drawers.Drawers
	cityscape  *cityscape.Cityscape
	pick       *pick.Pick
	navigation *navigation.Navigation
	stage      *stage.Stage
	panels     *ui.UI
}

// New returns a Pointer without a held button.
func New(s *store.Store, screen *camera.Viewport, d *drawers.Drawers, c *cityscape.Cityscape, at *pick.Pick, n *navigation.Navigation,
	st *stage.Stage, panels *ui.UI) *Pointer {
	return &Pointer{store: s, screen: screen, drawers: d, cityscape: c, pick: at, navigation: n, stage: st, panels: panels}
}

// Press is the press or release of a button. Positions are in pixels.
type Press struct {
	Button camera.Button
	Down   bool
	X, Y   float64
	Mods   action.Mods
}

// Turn is a turn of the wheel in notches; positive DY is away from the user.
type Turn struct {
	X, Y   float64
	DX, DY float64
	Mods   action.Mods
}

// Dragging reports whether a button is held.
func (p *Pointer) Dragging() bool { return p.owner != nobody }

// Leave handles a pointer that has left the window.
func (p *Pointer) Leave(now time.Duration) {
	p.pick.Inside = false
	p.pick.Hover(scene.Target{})
	p.panels.Pointer(model.Pointer{Kind: model.PointerLeave, Time: now})
}

// Move handles a movement to a pixel.
func (p *Pointer) Move(x, y float64, now time.Duration) {
	p.pick.X, p.pick.Y, p.pick.Inside, p.pick.Resting = x, y, true, false
	switch {
	case p.owner == ownScene:
		p.moveDrag(now)
	case p.owner == ownPanels || p.panels.Hit(p.at()) != "":
		if !p.pick.OverPanel { // a panel may set the hovered group later
			p.pick.Hover(scene.Target{})
		}
		p.pick.OverPanel = true
		p.panels.Pointer(p.ui(model.PointerMove, now))
	default:
		if p.pick.OverPanel {
			p.pick.OverPanel = false
			p.panels.Pointer(p.ui(model.PointerLeave, now))
		}
		p.pick.Again = true
	}
}

func (p *Pointer) at() image.Point { return image.Pt(int(p.pick.X), int(p.pick.Y)) }

func (p *Pointer) ui(kind model.PointerKind, now time.Duration) model.Pointer {
	return model.Pointer{Kind: kind, At: p.at(), Buttons: p.held, Mods: p.mods, Time: now}
}

var uiButtons = [...]model.Buttons{camera.LeftButton: model.Primary, camera.RightButton: model.Secondary, camera.MiddleButton: model.Tertiary}

// Button handles the press or release of a button.
func (p *Pointer) Button(e Press, now time.Duration) {
	p.pick.X, p.pick.Y, p.pick.Inside, p.mods = e.X, e.Y, true, e.Mods
	if !e.Down {
		p.held &^= uiButtons[e.Button]
		switch {
		case p.owner == ownPanels:
			p.panels.Pointer(p.ui(model.PointerRelease, now))
		case p.owner == ownScene && e.Button == p.drag.button:
			p.release(now)
		}
		if p.held == 0 {
			p.owner = nobody
		}
		return
	}
	p.held |= uiButtons[e.Button]
	if p.owner == nobody {
		p.owner = ownScene
		if p.panels.Hit(p.at()) != "" {
			p.owner = ownPanels
		} else {
			p.panels.Blur()
			p.startDrag(e)
		}
	}
	if p.owner == ownPanels {
		p.store.Do(state.EndDrag{}) // end the drag of the last slider
		p.panels.Pointer(p.ui(model.PointerPress, now))
	}
}

func (p *Pointer) startDrag(e Press) {
	_, grip := p.pick.At(e.X, e.Y)
	p.drag = gesture{button: e.Button, startX: e.X, startY: e.Y, grip: grip,
		does: camera.DragOf(p.store.State.Settings.Hands, e.Button, e.Mods&action.Shift != 0),
		add:  e.Mods&(action.Ctrl|action.Super) != 0}
}

// moveDrag moves the camera with the pointer.
func (p *Pointer) moveDrag(now time.Duration) {
	g := &p.drag
	if !g.moved && math.Hypot(p.pick.X-g.startX, p.pick.Y-g.startY) < clickSlop*p.screen.Scale() {
		return
	}
	fromX, fromY := p.lastX, p.lastY
	if !g.moved {
		fromX, fromY = g.startX, g.startY
		g.moved = true
		p.pick.Hover(scene.Target{})
	}
	p.lastX, p.lastY = p.pick.X, p.pick.Y
	switch g.does {
	case camera.Moves:
		if to, ok := camera.OnPlane(p.pick.Ray(p.pick.X, p.pick.Y), g.grip.Y); ok {
			p.store.Do(state.Pan{From: g.grip, To: to})
		}
	case camera.Turns:
		p.turn(g.grip, p.pick.X-fromX, p.pick.Y-fromY)
	}
}

// turn rotates the camera about a place for a movement of the pointer in pixels.
func (p *Pointer) turn(about scene.Vec, dx, dy float64) {
	turn := orbitSpeed / float64(max(p.screen.Height, 1))
	p.store.Do(state.Orbit{About: about, Yaw: -dx * turn, Pitch: dy * turn})
}

// release ends a drag. Without movement it is a click.
func (p *Pointer) release(now time.Duration) {
	g := p.drag
	p.endDrag()
	p.pick.Again = true
	if g.moved || p.store.City == nil {
		return
	}
	if g.button == camera.RightButton {
		p.menuAt(p.pick.X, p.pick.Y)
	}
	if g.button != camera.LeftButton {
		return
	}
	if pin, ok := p.stage.PlateAt(p.pick.X, p.pick.Y); ok {
		p.openPlate(pin, now)
		return
	}
	target, at := p.pick.At(p.pick.X, p.pick.Y)
	if route, place := p.pick.RouteAt(p.pick.X, p.pick.Y, target, at); route > 0 {
		p.followRoute(route, place, g.add, now)
		return
	}
	p.store.Do(state.Select{Key: p.store.KeyOf(target), Add: g.add})
}

func (p *Pointer) endDrag() { p.drag = gesture{} }

// ReleaseButtons clears the held buttons, as their release may be sent elsewhere.
func (p *Pointer) ReleaseButtons(now time.Duration) {
	if p.owner == ownPanels {
		p.panels.Pointer(p.ui(model.PointerLeave, now))
	}
	p.owner, p.held = nobody, 0
	p.endDrag()
	p.pick.Again = p.pick.Inside
}

// Wheel handles a turn of the wheel.
func (p *Pointer) Wheel(e Turn, now time.Duration) {
	p.pick.X, p.pick.Y, p.pick.Inside, p.mods = e.X, e.Y, true, e.Mods
	if p.owner == ownPanels || p.owner == nobody && p.panels.Hit(p.at()) != "" {
		w := p.ui(model.PointerWheel, now)
		w.Wheel = -e.DY
		p.panels.Pointer(w)
		return
	}
	p.closeMenu()
	if p.navigation.Flight.Flying() { // while flying, the wheel sets the speed
		p.navigation.Flight.Accelerate(e.DY)
		return
	}
	p.scroll(e, now)
	p.pick.Again = true
}

// scrollStep is the movement of the city for one notch, in points.
const scrollStep = 30

// scroll moves, turns or zooms with the wheel or two fingers.
func (p *Pointer) scroll(e Turn, now time.Duration) {
	target, at := p.pick.At(e.X, e.Y)
	if target.Kind == scene.Nothing {
		at = p.store.State.Camera.Target
	}
	fingers := p.scrolling.Fingers(e.DX, e.DY, now)
	kind := p.store.State.Settings.Scroll
	if kind == scene.ScrollBySource && !fingers || kind == scene.ScrollZooms || e.Mods&action.Ctrl != 0 {
		p.store.Do(state.Zoom{At: at, Factor: math.Pow(wheelStep, e.DY)})
		return
	}
	step := scrollStep * p.screen.Scale()
	dx, dy := e.DX*step, e.DY*step
	if e.Mods&action.Shift != 0 {
		p.turn(at, dx, dy)
		return
	}
	from, seen := camera.OnPlane(p.pick.Ray(e.X, e.Y), at.Y)
	to, stays := camera.OnPlane(p.pick.Ray(e.X+dx, e.Y+dy), at.Y)
	if seen && stays {
		p.store.Do(state.Pan{From: from, To: to})
	}
}

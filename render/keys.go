package render

import (
	"time"

	"memcity/assets/help"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/view/collections"
	"memcity/city/view/inspect"
	"memcity/city/view/treemap"
	"memcity/city/view/trends"
	"memcity/render/camera"
	"memcity/render/export"
	"memcity/render/ui/model"
)

// key sends a key to the panels if they take it, otherwise to its shortcut.
func (a *App) key(e Key, now time.Duration) {
	if camera.Flies(e.Name) {
		if !e.Down {
			a.flight.Release(e.Name)
			return
		}
		if e.Mods&(Control|Alt|Super) == 0 && !a.panels.Typing() && !a.panels.Modal() && a.city != nil {
			a.flight.Press(e.Name, now)
			return
		}
	}
	if !e.Down {
		return
	}
	a.pressed = ""
	k := model.Key{Name: uiKey(e.Name), Modifiers: uiModifiers(e.Mods), Time: now, Repeat: e.Repeat}
	if a.panels.Takes(k) {
		a.panels.Key(k)
		return
	}
	if a.panels.Modal() && !passesDialog(e) {
		return
	}
	a.shortcut(e, now)
	a.stale = true
}

func uiKey(name string) string {
	if name == "Enter" {
		return model.KeyReturn
	}
	return name
}

func uiModifiers(m Modifiers) model.Modifiers {
	var out model.Modifiers
	for _, pair := range []struct {
		from Modifiers
		to   model.Modifiers
	}{{Shift, model.Shift}, {Control, model.Ctrl}, {Alt, model.Alt}, {Super, model.Super}} {
		if m&pair.from != 0 {
			out |= pair.to
		}
	}
	return out
}

// shortcut handles a key that no panel takes.
func (a *App) shortcut(e Key, now time.Duration) {
	if e.Mods&Control != 0 {
		a.controlShortcut(e)
		return
	}
	if e.Mods&Alt != 0 {
		a.altShortcut(e, now)
		return
	}
	switch e.Name {
	case "B":
		a.viewCommand(model.ViewBird, now)
	case "R":
		a.viewCommand(model.ViewHome, now)
	case "F":
		a.focus(now)
	case "I":
		a.do(state.ToggleIsolate{})
	case "C":
		if e.Mods&Shift != 0 {
			a.toggleBase()
			break
		}
		a.toggleCompare()
	case "V":
		a.toggleRoutes()
	case "G":
		a.nextPin()
	case "H":
		a.toggleStoreys()
	case "U":
		a.toggleStaleness()
	case "X":
		a.toggleOut()
	case "1", "2", "3", "4":
		a.viewCommand(model.ViewFront+model.Command(e.Name[0]-'1'), now)
	case "P", "Left":
		a.do(state.Move{By: -1})
	case "N", "Right":
		a.do(state.Move{By: 1})
	case "Home":
		a.do(state.GoTo{Point: a.state.First()})
	case "End":
		if a.result.Live.Growing {
			a.do(state.Follow{On: true})
			break
		}
		a.do(state.GoTo{Point: a.state.Last()})
	case "Space":
		a.do(state.TogglePlay{Now: now})
	case "PageDown", "PageUp":
		a.storyKey(e.Name)
	case "Enter":
		switch {
		case a.recording.Confirming():
			a.closing = true
		case a.export.Open():
			a.export.Request(export.ToFile, a.city != nil)
		}
	case "Backspace":
		a.walkBack()
	case "Escape":
		a.escape()
	case "Menu":
		a.menuByKey()
	case "F10":
		if e.Mods&Shift != 0 {
			a.menuByKey()
		}
	case "F1":
		a.toggleHelp(a.pageOfView())
	case searchSign, helpSign:
		a.pressed = e.Name
		if e.Name == searchSign && e.Mods&Shift != 0 { // on layouts with the question mark on this key
			a.pressed = helpSign
		}
		a.sign(a.pressed)
	}
}

// Characters that act as shortcuts, wherever they are on the keyboard.
const (
	searchSign = "/"
	helpSign   = "?"
)

// text handles typed text. It ignores the character of a key that has just acted as a shortcut.
func (a *App) text(text string) {
	pressed := a.pressed
	a.pressed = ""
	switch {
	case text == pressed:
	case a.panels.Typing():
		a.panels.Text(text)
	default:
		a.sign(text)
	}
}

// sign handles a typed character that no editor takes.
func (a *App) sign(text string) {
	switch {
	case text == helpSign:
		a.toggleHelp(help.Keys)
	case text == searchSign && !a.panels.Modal() && !a.finder.Open():
		a.toggleSearch()
	default:
		return
	}
	a.stale = true
}

// passesDialog reports whether a key works while a dialog has the focus.
func passesDialog(e Key) bool {
	switch e.Name {
	case "Escape", "Enter", "F1", helpSign:
		return true
	}
	return e.Mods&(Control|Alt|Super) != 0 || e.Name == searchSign && e.Mods&Shift != 0
}

func (a *App) controlShortcut(e Key) {
	if v, ok := a.panels.ViewAt("Ctrl+" + e.Name); ok {
		a.showView(v)
		return
	}
	switch {
	case e.Name == "Z" && e.Mods&Shift == 0:
		a.do(state.Undo{})
	case e.Name == "Y" || e.Name == "Z":
		a.do(state.Redo{})
	case e.Name == "F":
		a.toggleSearch()
	case e.Name == "S" && e.Mods&Shift != 0:
		a.export.OpenDialog(a.city != nil)
	case e.Name == "C" && e.Mods&Shift != 0:
		a.export.Request(export.ToClipboard, a.city != nil)
	case e.Name == "+" || e.Name == "=":
		a.setZoom(a.screen.Zoom + camera.ZoomStep)
	case e.Name == "-":
		a.setZoom(a.screen.Zoom - camera.ZoomStep)
	case e.Name == "0":
		a.setZoom(1)
	case e.Name == "D":
		a.toggleGuide()
	case e.Name == "G":
		a.toggleChain()
	case e.Name == "O":
		a.chooseFiles()
	case e.Name == "R":
		a.recording.Toggle()
	case e.Name == "B":
		a.storyCommand(model.ToggleStory)
	case e.Name == "P":
		a.storyCommand(model.PlayStory)
	case e.Name == "S":
		a.storyCommand(model.SaveStory)
	case e.Name == "L" && e.Mods&Shift != 0:
		a.copyLink()
	case e.Name == "L":
		a.toggleRules()
	case e.Name == "Q" || e.Name == "W":
		a.confirmClose()
	case e.Name == ",":
		a.toggleSettings()
	case e.Name == ".":
		a.toggleInspector()
	}
}

func (a *App) altShortcut(e Key, now time.Duration) {
	switch e.Name {
	case "Left":
		a.do(state.Back{Now: now})
	case "Right":
		a.do(state.Forward{Now: now})
	}
}

// setZoom sets the zoom of panels and labels, on top of the screen's own scale.
func (a *App) setZoom(factor float64) {
	a.screen.SetZoom(factor)
	a.rescale()
	a.memory.Changed()
}

// escape closes the topmost of these: help, problems, work in progress, selection, settings. Settings that cover the window close before the
// selection is cleared.
func (a *App) escape() {
	if a.help.open { // the manual is above all panels
		a.help.open = false
		return
	}
	if a.browser.Model() != nil {
		a.browser.Take(model.ChooseFiles{})
		return
	}
	if a.recording.Escape() {
		return
	}
	switch {
	case a.watch.open:
		a.toggleRules()
	case a.finder.Open():
		a.toggleSearch()
	case a.export.Open():
		a.export.Close()
	case a.drawers.chain:
		a.drawers.chain = false
	case a.budgets.open:
		a.toggleBudgets()
	case len(a.problems()) > 0:
		a.dismiss()
	case a.result.Busy || a.result.Results.Busy:
		a.cancelWork()
	case a.sides().Over == model.SettingsP:
		a.toggleSettings()
	case a.sides().Over == model.GuideP:
		a.toggleGuide()
	case a.walking():
		a.do(state.EndWalk{})
	case a.inCollection():
		a.leaveCollection()
	case a.state.Selection != "":
		a.do(state.Select{})
	case a.drawers.Guide:
		a.toggleGuide()
	case a.drawers.settings:
		a.toggleSettings()
	}
}

// walking reports whether the group view shows an object.
func (a *App) walking() bool {
	_, ok := inspect.View.Of(a.state.Views).Object()
	return ok && a.state.View == inspect.View.ID
}

// inCollection reports whether the collections view shows one collection.
func (a *App) inCollection() bool {
	return a.state.View == collections.View.ID && collections.View.Of(a.state.Views).Opened != 0
}

// leaveCollection shows the list of collections again.
func (a *App) leaveCollection() {
	s := collections.View.Of(a.state.Views)
	s.Opened = 0
	a.do(state.SetView(collections.View, s))
}

// walkBack goes one step up: to the previous object of a walk, or to the group from the first one. In the views of trends and trees it goes
// up a level, and from a collection to the list.
func (a *App) walkBack() {
	switch {
	case a.state.View == trends.View.ID:
		level := len(trends.View.Of(a.state.Views).Levels)
		if r := trends.Kind.Result(&a.result.Results); r != nil { // this grouping has no deeper levels
			level = min(level, len(r.Levels)-1)
		}
		a.do(state.CloseTrend{Level: level})
	case a.state.View == treemap.View.ID && a.city != nil:
		if up, ok := treemap.View.Of(a.state.Views).Root.Up(a.city.Plan.Series); ok {
			a.do(state.Drill{To: up})
		}
	case a.inCollection():
		a.leaveCollection()
	case !a.walking():
	case inspect.View.Of(a.state.Views).At > 0:
		a.do(state.WalkBy{Steps: -1})
	default:
		a.do(state.EndWalk{})
	}
}

func (a *App) fly(to scene.Camera, now time.Duration) {
	if a.city != nil {
		a.do(state.FlyTo{To: to, Now: now})
	}
}

// focus moves the camera to the selection, or to the target under the pointer.
func (a *App) focus(now time.Duration) {
	if a.city == nil {
		return
	}
	a.reframe(false)
	s := &a.state
	near := func(c scene.Camera, box scene.Box) scene.Camera { return c.Focus(box, s.Aspect, s.Frame) }
	to, ok := scene.Camera{}, false
	if last, also := a.selected(); len(also) == 0 { // view a single target from its visible side
		if last.Kind == scene.Nothing {
			last = a.pointer.hovered
		}
		to, ok = a.city.Facing(last, s.Camera, near)
	} else if box, found := a.selectedBox(); found {
		to, ok = near(s.Camera, box), true
	}
	if ok {
		to.Distance = min(to.Distance, s.Home().Distance)
		a.fly(to, now)
	}
}

// showSelection moves the camera to the selection if it cannot be clicked: it is outside the picture, or hidden by buildings or panels.
func (a *App) showSelection(now time.Duration) {
	if a.city == nil {
		return
	}
	t := a.city.Plan.Find(a.state.Selection)
	if t.Kind == scene.Nothing {
		return
	}
	if _, _, seen := a.spot(t); !seen {
		a.focus(now)
	}
}

// selectedBox returns the bounds of the selection or, without one, of the target under the pointer.
func (a *App) selectedBox() (all scene.Box, ok bool) {
	for _, key := range a.state.Selected() {
		box, found := a.city.Box(a.city.Plan.Find(key))
		switch {
		case found && !ok:
			all, ok = box, true
		case found:
			all = all.Union(box)
		}
	}
	if ok {
		return all, true
	}
	return a.city.Box(a.pointer.hovered)
}

// flyOver moves the camera to a place on the ground, given as fractions of its width and depth.
func (a *App) flyOver(x, z float64, now time.Duration) {
	b, c := a.state.Bounds, a.state.Camera
	c.Target.X = b.Min.X + x*(b.Max.X-b.Min.X)
	c.Target.Z = b.Min.Z + z*(b.Max.Z-b.Min.Z)
	a.fly(c, now)
}

// flyByKeys moves the camera by the keys held since the last call.
func (a *App) flyByKeys(now time.Duration) {
	if move, ok := a.flight.Move(now); ok {
		a.do(move)
	}
}

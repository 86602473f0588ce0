package render

import (
	"time"

	"memcity/render/action"
	"memcity/render/actions"
	"memcity/render/camera"
	"memcity/render/ui/model"
)

// key sends a key to the panels if they take it, otherwise to its action.
func (a *App) key(e Key, now time.Duration) {
	if camera.Flies(e.Name) {
		if !e.Down {
			a.navigation.Flight.Release(e.Name)
			return
		}
		if e.Mods&action.Commands == 0 && !a.panels.Typing() && !a.panels.Modal() && a.store.City != nil {
			a.navigation.Flight.Press(e.Name, now)
			return
		}
	}
	if !e.Down {
		return
	}
	a.pressed = ""
	pressed := action.Key{Name: e.Name, Mods: e.Mods}
	if a.keyIn(actions.Anywhere, pressed, e.Repeat, now) {
		return
	}
	k := model.Key{Name: e.Name, Mods: e.Mods, Time: now, Repeat: e.Repeat}
	if a.panels.Takes(k) {
		a.panels.Key(k)
		return
	}
	for _, scope := range a.panels.Scopes() {
		if a.keyIn(scope, pressed, e.Repeat, now) {
			return
		}
	}
}

// keyIn runs the action of a key in a scope, and reports whether there is one.
func (a *App) keyIn(scope actions.Scope, k action.Key, repeat bool, now time.Duration) bool {
	info := a.panels.Actions().At(k, scope, a.panels.Modal())
	if info == nil {
		return false
	}
	if len(k.Name) == 1 { // the text of the key follows
		a.pressed = info.Text()
	}
	if !repeat || !info.Once {
		a.run(info, now)
	}
	return true
}

// text handles typed text. Where no editor takes it, it runs the action of a sign, as the keys of signs differ between keyboards. It ignores the
// text of a key that has just run the same action.
func (a *App) text(text string, now time.Duration) {
	pressed := a.pressed
	a.pressed = ""
	switch k := (action.Key{Name: text}); {
	case text == pressed:
	case a.panels.Typing():
		a.panels.Text(text)
	case k.IsSign():
		a.keyIn(actions.Window, k, false, now)
	}
}

package actions

import (
	"image"
	"slices"

	"memcity/city/state"
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
)

// Info describes an action. The window runs it by its ID.
type Info struct {
	ID action.ID
	Words
	Lit Words // replaces the non-empty words while the action is on

	Keys  []action.Key
	Scope Scope
	Modal bool // its keys work in a dialog, even without Ctrl or Alt
	Once  bool // it ignores the repetition of a held key

	Rank     int    // rank of its button in the top bar, where low ranks are dropped first; 0 for none
	Menus    []Menu // menus that list it, in the order of the table
	Unlisted bool   // the search does not list it

	On  func(c *Context) bool   // whether to mark it as on; nil for never
	Why func(c *Context) string // why it is disabled; "" if it is enabled; nil for always enabled
	// Step returns the change of the state, if the action changes nothing else; otherwise nil.
	Step func(c *Context) state.Action
}

// Words are the texts and the icon of an action.
type Words struct {
	Title string // in menus and in the search
	Name  string // short title for a button; Title if empty
	Hint  string // the effect, without the key
	Icon  string
}

// Context contains the input of the conditions of actions.
type Context struct {
	*model.Model
	Size  image.Point // of the window, in framebuffer pixels
	Scale float64     // pixels per dp
}

// Scope selects where the keys of an action work: one of the constants, or the ID of a panel that has the focus.
type Scope string

// Scopes. The innermost wins.
const (
	Window   Scope = ""         // where no control or panel takes the key
	Anywhere Scope = "anywhere" // before all controls and panels
)

// IsPanel reports whether the scope is a panel.
func (s Scope) IsPanel() bool { return s != Window && s != Anywhere }

// Menu identifies a menu of actions.
type Menu string

// Menus of actions.
const (
	CameraMenu Menu = "camera"
	OpenMenu   Menu = "open"
	CityMenu   Menu = "city"  // of the whole city
	ViewMenu   Menu = "view"  // below the views
	StoryMenu  Menu = "story" // of the current scene and the story
)

// IsOn reports whether the action is on.
func (i *Info) IsOn(c *Context) bool { return i.On != nil && i.On(c) }

// Disabled returns why the action is disabled; "" if it is enabled.
func (i *Info) Disabled(c *Context) string {
	if i.Why == nil {
		return ""
	}
	return i.Why(c)
}

// Now returns the words for the current state, with a name.
func (i *Info) Now(c *Context) Words {
	w := i.Words
	if i.IsOn(c) {
		for _, pair := range []struct{ to, from *string }{{&w.Title, &i.Lit.Title}, {&w.Name, &i.Lit.Name}, {&w.Hint, &i.Lit.Hint}, {&w.Icon, &i.Lit.Icon}} {
			if *pair.from != "" {
				*pair.to = *pair.from
			}
		}
	}
	if w.Name == "" {
		w.Name = w.Title
	}
	return w
}

// Key returns the label of the first key; "" if there is none.
func (i *Info) Key() string {
	if len(i.Keys) == 0 {
		return ""
	}
	return i.Keys[0].Label()
}

// Text returns the text that the action's keys type, if it is a sign; otherwise "".
func (i *Info) Text() string {
	for _, k := range i.Keys {
		if k.IsSign() {
			return k.Name
		}
	}
	return ""
}

// Tip returns a tooltip: the given hint, or that of the action if it is empty, and the key.
func (i *Info) Tip(hint string) string {
	if hint == "" {
		hint = i.Hint
	}
	if key := i.Key(); key != "" {
		return hint + " (" + key + ")"
	}
	return hint
}

// Sides returns the placement of the drawers.
func (c *Context) Sides() place.Sides {
	inspector := c.Selection != nil && !c.Drawers.InspectorHidden && place.HasInspector(c.State.View, c.Size, c.Scale)
	return place.Place(c.Drawers, c.Size, c.Scale, c.SettingsOpen, inspector)
}

// Table is a list of actions.
type Table []Info

// Find returns the action with an ID, or nil if there is none.
func (t Table) Find(id action.ID) *Info {
	if i := slices.IndexFunc(t, func(i Info) bool { return i.ID == id }); i >= 0 {
		return &t[i]
	}
	return nil
}

// Menu returns the actions of a menu.
func (t Table) Menu(menu Menu) []*Info {
	var list []*Info
	for i := range t {
		if slices.Contains(t[i].Menus, menu) {
			list = append(list, &t[i])
		}
	}
	return list
}

// At returns the action of a key in a scope, or nil if there is none. Modifiers that type a character, such as Shift for a capital letter,
// do not matter unless another action needs them.
func (t Table) At(k action.Key, scope Scope, modal bool) *Info {
	k.Mods &^= action.Super
	if k.Mods&action.Ctrl != 0 {
		k.Mods &^= action.Alt
	}
	for _, mods := range []action.Mods{k.Mods, k.Mods &^ action.Shift} {
		k.Mods = mods
		for i := range t {
			if t[i].Scope == scope && slices.Contains(t[i].Keys, k) && (!modal || t[i].Modal || mods&action.Commands != 0) {
				return &t[i]
			}
		}
	}
	return nil
}

package widget

import (
	"gioui.org/io/key"

	"memcity/city/state"
	"memcity/render/action"
	"memcity/render/actions"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
)

// tableOf returns the actions of the window, including those that show the views of panels.
func tableOf(panels []*Panel) actions.Table {
	table := append(actions.All(), CityView.action())
	for _, p := range panels {
		if p.View != nil {
			table = append(table, p.View.action())
		}
		for _, own := range p.Actions {
			info := own.Info
			if own.Always == nil {
				info.Scope = actions.Scope(p.ID)
			}
			table = append(table, info)
		}
	}
	return table
}

// action returns the action that shows the view.
func (v *View) action() actions.Info {
	id := v.View
	return actions.Info{ID: action.View(id), Words: actions.Words{Title: v.Text, Hint: v.Hint, Icon: v.Icon}, Keys: action.Keys(v.Key),
		On: func(c *actions.Context) bool { return c.State.View == id },
		Why: func(c *actions.Context) string {
			return Why(!c.IsOpen(), actions.NoRecording)
		},
		Step: func(*actions.Context) state.Action { return state.Show{View: id} }}
}

// PanelAction is an action of a panel. It has either a function below or a Step.
type PanelAction struct {
	actions.Info
	// Do runs the action while the panel is visible. Its keys work while the panel has the focus.
	Do func(c *Canvas)
	// Always runs the action even if the panel is not visible. The search lists it, and its keys work everywhere.
	Always func(k *Core)
}

// RunAction is input that runs an action of a panel. It does nothing if the action is disabled or needs a visible panel.
type RunAction action.ID

// runAction runs an action of a panel now or, if it needs the panel, when that is drawn.
func (k *Core) runAction(id action.ID) {
	k.asked = id
	if own := k.panelAction(id); own != nil && own.Always != nil {
		k.asked = ""
		if own.Disabled(k.ActionContext()) == "" {
			own.Always(k)
		}
	}
}

// action returns an action of the panel, or nil if it has none with the ID.
func (p *Panel) action(id action.ID) *PanelAction {
	for i := range p.Actions {
		if p.Actions[i].ID == id {
			return &p.Actions[i]
		}
	}
	return nil
}

// panelAction returns an action of a panel, or nil if no panel has one with the ID.
func (k *Core) panelAction(id action.ID) *PanelAction {
	for _, p := range k.list {
		if own := p.action(id); own != nil {
			return own
		}
	}
	return nil
}

// RunKey runs the action that a key has in the panel, and reports whether there is one. A disabled action does nothing.
func (c *Canvas) RunKey(name key.Name, mods key.Modifiers) bool {
	i := c.Actions.At(keyOf(name, mods), actions.Scope(c.Panel), false)
	if i == nil {
		return false
	}
	own := c.panelAction(i.ID)
	switch {
	case own == nil || i.Step != nil:
		c.Run(i.ID)
	case own.Disabled(c.ActionContext()) == "":
		own.Do(c)
	}
	return true
}

// ActionContext returns what the conditions of actions depend on.
func (k *Core) ActionContext() *actions.Context {
	return &actions.Context{Model: &k.Model, Size: k.Size, Scale: float64(k.DpPx)}
}

// Action returns an action. If the panels have none with the ID, it returns an empty one.
func (k *Core) Action(id action.ID) *actions.Info {
	if i := k.Actions.Find(id); i != nil {
		return i
	}
	return &actions.Info{ID: id}
}

// Run runs an action.
func (k *Core) Run(id action.ID) { k.Emit(k.RunEvent(id)) }

// RunEvent returns the event that runs an action. An action that only changes the state changes the model at once.
func (k *Core) RunEvent(id action.ID) model.Event {
	if i := k.Action(id); i.Step != nil {
		return model.Do{Action: i.Step(k.ActionContext())}
	}
	return model.Run(id)
}

// Tip returns the tooltip of an action: the given hint, or that of the action if it is empty, and the key.
func (k *Core) Tip(id action.ID, hint string) string {
	i := k.Action(id)
	if hint == "" {
		hint = i.Now(k.ActionContext()).Hint
	}
	return i.Tip(hint)
}

// ActionRow returns the menu row of an action with the given text, or its title if that is empty.
func (k *Core) ActionRow(id action.ID, text string) MenuRow {
	i, c := k.Action(id), k.ActionContext()
	if text == "" {
		text = i.Now(c).Title
	}
	row := MenuRow{Text: text, Key: i.Key(), On: i.IsOn(c), Why: i.Disabled(c), Event: k.RunEvent(id)}
	switch own := k.panelAction(id); {
	case own == nil || own.Step != nil:
	case own.Always != nil:
		row.Act = func(c *Canvas) { own.Always(c.Core) }
	default:
		row.Act = own.Do
	}
	return row
}

// ActionRows returns the rows of a menu of actions.
func (k *Core) ActionRows(menu actions.Menu) []MenuRow {
	var rows []MenuRow
	for _, i := range k.Actions.Menu(menu) {
		rows = append(rows, k.ActionRow(i.ID, ""))
	}
	return rows
}

// ActionButton draws the button of an action, which runs it. The given options replace the words of the action; an icon is shown only if it
// is given.
func (c *Canvas) ActionButton(id string, b canvas.Box, of action.ID, o ButtonOptions) {
	i, context := c.Action(of), c.ActionContext()
	words := i.Now(context)
	if o.Icon == "" && o.Text == "" {
		o.Text = words.Name
	}
	if o.Text == "" && o.Name == "" {
		o.Name = words.Name
	}
	if o.Hint == "" {
		o.Hint = words.Hint
	}
	o.Hint, o.Why = i.Tip(o.Hint), i.Disabled(context)
	if i.IsOn(context) && i.Lit == (actions.Words{}) {
		o.Value = "on"
	}
	if c.Button(id, b, o) {
		c.Run(of)
	}
}

// KeyOf returns the label of the first key of an action; "" if it has none.
func (k *Core) KeyOf(id action.ID) string { return k.Action(id).Key() }

// ActionIcon draws the button of an action as an icon.
func (c *Canvas) ActionIcon(id string, b canvas.Box, of action.ID) {
	c.ActionButton(id, b, of, ButtonOptions{Icon: c.Action(of).Now(c.ActionContext()).Icon})
}

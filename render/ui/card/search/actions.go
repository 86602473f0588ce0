package search

import (
	"slices"
	"strings"

	"gioui.org/io/key"

	"memcity/render/action"
	"memcity/render/actions"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
)

// actionHeight is the height of the row of an action, actionsGap the space around the rows, and maxActions their maximum number.
const (
	actionHeight = 28
	actionsGap   = 6
	maxActions   = 4
)

// matchingActions returns the actions whose title contains all words of a query, at most maxActions and enabled ones first. Actions of panels
// are left out, as they depend on choices in the panel.
func matchingActions(k *widget.Core, query string) []*actions.Info {
	words := strings.Fields(strings.ToLower(query))
	if len(words) == 0 {
		return nil
	}
	var list, disabled []*actions.Info
	c := k.ActionContext()
	for i := range k.Actions {
		info := &k.Actions[i]
		title := strings.ToLower(info.Now(c).Title)
		lacks := func(word string) bool { return !strings.Contains(title, word) }
		if info.Unlisted || info.Scope.IsPanel() || slices.ContainsFunc(words, lacks) {
			continue
		}
		if info.Disabled(c) != "" {
			disabled = append(disabled, info)
		} else if list = append(list, info); len(list) == maxActions {
			break
		}
	}
	list = append(list, disabled...)
	return list[:min(len(list), maxActions)]
}

// heightOf returns the height of an action's row, which is larger for the reason of a disabled one.
func heightOf(k *widget.Core, info *actions.Info) float32 {
	if info.Disabled(k.ActionContext()) != "" {
		return foundHeight
	}
	return actionHeight
}

// drawActions draws the matching actions below the given number of groups. A disabled action has its reason below its title.
func drawActions(c *widget.Canvas, b canvas.Box, runs []*actions.Info, groups int) {
	b.CutTop(actionsGap)
	for i, info := range runs {
		row := b.CutTop(heightOf(c.Core, info))
		words, why := info.Now(c.ActionContext()), info.Disabled(c.ActionContext())
		ctl := c.Control("search/action/"+string(info.ID), row, widget.Pressable,
			model.Item{Kind: "button", Text: words.Title, Value: "action", Hint: info.Tip(words.Hint), Why: why})
		switch {
		case widget.Keep[state](c.Core).row == groups+i:
			c.Fill(row, place.CtlRadius, c.Wash)
		case ctl.Hover:
			c.Fill(row, place.CtlRadius, c.Raised)
		}
		inner := row.Inset(9, 0)
		ink := c.Theme.Text
		if why != "" {
			ink = c.Theme.Off
			inner = row.Inset(9, 4)
			c.Text(inner.CutBottom(17), canvas.Small, canvas.Left, c.Dim, why)
		}
		inner.CutRight(c.Text(inner, canvas.Small, canvas.Right, c.Dim, info.Key()) + 10)
		c.Name(inner, canvas.Strong, canvas.Left, ink, words.Title)
		c.Ring(ctl, row, place.CtlRadius)
		if ctl.Clicked {
			chooseAction(c, info)
		}
	}
}

// chooseAction closes the search and runs an action. It does nothing for a disabled one, whose reason is visible.
func chooseAction(c *widget.Canvas, info *actions.Info) {
	if info.Disabled(c.ActionContext()) != "" {
		return
	}
	c.Run(action.PanelSearch)
	c.Source.Execute(key.FocusCmd{})
	c.Run(info.ID)
}

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

// matchingActions returns the enabled actions whose title contains all words of a query, at most maxActions. Actions of panels are left out, as
// they depend on what is chosen in the panel.
func matchingActions(k *widget.Core, query string) []*actions.Info {
	words := strings.Fields(strings.ToLower(query))
	if len(words) == 0 {
		return nil
	}
	var list []*actions.Info
	c := k.ActionContext()
	for i := range k.Actions {
		info := &k.Actions[i]
		title := strings.ToLower(info.Now(c).Title)
		lacks := func(word string) bool { return !strings.Contains(title, word) }
		if info.Unlisted || info.Scope.IsPanel() || slices.ContainsFunc(words, lacks) || info.Disabled(c) != "" {
			continue
		}
		if list = append(list, info); len(list) == maxActions {
			break
		}
	}
	return list
}

// drawActions draws the matching actions below the given number of groups.
func drawActions(c *widget.Canvas, b canvas.Box, runs []*actions.Info, groups int) {
	b.CutTop(actionsGap)
	for i, info := range runs {
		row := b.CutTop(actionHeight)
		words := info.Now(c.ActionContext())
		ctl := c.Control("search/action/"+string(info.ID), row, widget.Pressable,
			model.Item{Kind: "button", Text: words.Title, Value: "action", Hint: info.Tip(words.Hint)})
		switch {
		case widget.Keep[state](c.Core).row == groups+i:
			c.Fill(row, place.CtlRadius, c.Wash)
		case ctl.Hover:
			c.Fill(row, place.CtlRadius, c.Raised)
		}
		inner := row.Inset(9, 0)
		inner.CutRight(c.Text(inner, canvas.Small, canvas.Right, c.Dim, info.Key()) + 10)
		c.Name(inner, canvas.Strong, canvas.Left, c.Theme.Text, words.Title)
		c.Ring(ctl, row, place.CtlRadius)
		if ctl.Clicked {
			chooseAction(c, info)
		}
	}
}

// chooseAction closes the search and runs an action.
func chooseAction(c *widget.Canvas, info *actions.Info) {
	c.Run(action.PanelSearch)
	c.Source.Execute(key.FocusCmd{})
	c.Run(info.ID)
}

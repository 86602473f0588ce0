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

// matchingActions returns at most maxActions actions that match a query. Actions with all of its words in the title come first, then
// actions that need the hint for some, and in both groups enabled ones first. Actions of panels are left out, as they depend on choices in the panel.
func matchingActions(k *widget.Core, query string) []*actions.Info {
	wanted := stems(query)
	if len(wanted) == 0 {
		return nil
	}
	var found [4][]*actions.Info
	c := k.ActionContext()
	for i := range k.Actions {
		info := &k.Actions[i]
		if info.Unlisted || info.Scope.IsPanel() {
			continue
		}
		rank, now := 0, info.Now(c)
		switch {
		case contains(now.Title, wanted):
		case contains(now.Title+" "+now.Hint, wanted):
			rank = 2
		default:
			continue
		}
		if info.Disabled(c) != "" {
			rank++
		}
		found[rank] = append(found[rank], info)
	}
	list := slices.Concat(found[:]...)
	return list[:min(len(list), maxActions)]
}

// fillers are words of questions that say nothing about an action.
var fillers = []string{"a", "an", "and", "are", "do", "does", "how", "i", "is", "it", "its", "my", "of", "that", "the", "this", "to", "what", "which", "who",
	"with"}

// stems returns the beginnings of the words of a query that tell actions apart. A query of fillers alone is taken by its words.
func stems(query string) (list []string) {
	all := strings.Fields(strings.ToLower(query))
	for _, word := range all {
		if slices.Contains(fillers, word) {
			continue
		}
		if stem, plural := strings.CutSuffix(word, "s"); plural && len(stem) >= 3 { // threads, holds
			word = stem
		}
		list = append(list, word)
	}
	if len(list) == 0 {
		return all
	}
	return list
}

// contains reports whether a text contains all parts, ignoring case.
func contains(text string, parts []string) bool {
	text = strings.ToLower(text)
	return !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(text, part) })
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

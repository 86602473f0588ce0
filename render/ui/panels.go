package ui

import (
	"memcity/city/state"
	"memcity/render/action"
	"memcity/render/actions"
	"memcity/render/ui/card/bar"
	"memcity/render/ui/card/budgets"
	"memcity/render/ui/card/chain"
	"memcity/render/ui/card/files"
	"memcity/render/ui/card/guide"
	"memcity/render/ui/card/help"
	"memcity/render/ui/card/inspector"
	"memcity/render/ui/card/legend"
	"memcity/render/ui/card/live"
	"memcity/render/ui/card/minimap"
	"memcity/render/ui/card/notice"
	"memcity/render/ui/card/picture"
	"memcity/render/ui/card/record"
	"memcity/render/ui/card/rules"
	"memcity/render/ui/card/search"
	"memcity/render/ui/card/settings"
	"memcity/render/ui/card/start"
	"memcity/render/ui/card/story"
	"memcity/render/ui/card/timeline"
	"memcity/render/ui/card/whatif"
	"memcity/render/ui/view/churn"
	"memcity/render/ui/view/collections"
	"memcity/render/ui/view/diff"
	"memcity/render/ui/view/graph"
	"memcity/render/ui/view/group"
	"memcity/render/ui/view/heap"
	"memcity/render/ui/view/overview"
	"memcity/render/ui/view/structures"
	"memcity/render/ui/view/summary"
	"memcity/render/ui/view/threads"
	"memcity/render/ui/view/tree"
	"memcity/render/ui/view/trends"
	"memcity/render/ui/widget"
)

// Actions returns the table of actions, which never changes. It may be called from any goroutine.
func (u *UI) Actions() actions.Table { return u.actions }

// Scopes returns the scopes of keys, innermost first: the panel with the focus, and the window.
func (u *UI) Scopes() []actions.Scope {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.out.focused != "" {
		return []actions.Scope{actions.Scope(u.out.focused), actions.Window}
	}
	return []actions.Scope{actions.Window}
}

// View returns the entry of a view, which never changes. It may be called from any goroutine.
func (u *UI) View(v state.View) *widget.View {
	for i := range u.views {
		if u.views[i].View == v {
			return &u.views[i]
		}
	}
	return &u.views[0]
}

// Run queues running an action of a panel.
func (u *UI) Run(id action.ID) { u.put(widget.RunAction(id)) }

// panels returns new instances of all cards and views. They are in order from bottom to top, which is also the order of Tab and of views in
// the rail. Cards do not overlap, so they are in reading order.
func panels() []*widget.Panel {
	return []*widget.Panel{
		bar.New(), live.New(), bar.NewRail(),
		summary.New(), heap.New(), group.New(), graph.New(), overview.New(), trends.New(), diff.New(), structures.New(), collections.New(), churn.New(),
		threads.New(), tree.New(),
		search.New(), notice.NewProgress(), settings.New(), legend.New(), minimap.New(), notice.NewEmpty(), whatif.New(),
		story.New(), inspector.New(), guide.New(), guide.NewInvitation(), start.New(), live.NewWaiting(), timeline.New(),
		notice.NewToasts(), notice.NewProblems(), notice.NewCaption(),
		picture.New(), chain.New(), budgets.New(), rules.New(), live.NewOutput(), record.New(), live.NewClosing(), notice.NewSteer(), help.New(), files.New(),
		widget.NewMenu(), notice.NewTooltip(), notice.NewHint(),
	}
}

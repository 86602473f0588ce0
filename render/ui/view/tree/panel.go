package tree

import (
	"memcity/city/state"
	"memcity/city/view/treemap"
	"memcity/render/action"
	"memcity/render/actions"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// New returns the tree view.
func New() *widget.Panel { return (&View{}).panel() }

func (view *View) panel() *widget.Panel {
	return &widget.Panel{
		ID: model.ViewID(treemap.View.ID), Usual: widget.Whole, Draw: view.DrawTreeView,
		View: &widget.View{View: treemap.View.ID, Text: "Tree", Icon: "sunburst", Key: "Ctrl+T",
			Hint:    "The memory tree as a sunburst or an icicle plot, over time",
			Changes: true,
			Up:      zoomOut,
		},
		Actions: []widget.PanelAction{showAs(treemap.Sunburst, "As sunburst", "Show the memory tree as a sunburst"),
			showAs(treemap.Icicle, "As icicle plot", "Show the memory tree as an icicle plot")},
		Absent: view.SettleTrees,
		Moving: func() bool { return view.Moving },
		Menus: map[widget.MenuName]func(*widget.Core) []widget.MenuRow{TreeNodeMenu: view.TreeMenuRows, TreeOrderMenu: view.TreeMenuRows,
			TreeSaveMenu: view.TreeMenuRows, TreeOptionsMenu: view.TreeMenuRows},
	}
}

// showAs returns the action that shows the view in the given form.
func showAs(kind treemap.Kind, title, hint string) widget.PanelAction {
	return widget.PanelAction{
		Info: actions.Info{ID: action.ID("view." + kind.String()), Words: actions.Words{Title: title, Hint: hint}, Menus: []actions.Menu{actions.CameraMenu},
			Why: func(c *actions.Context) string { return widget.Why(len(c.Points) == 0, actions.NoRecording) }},
		Always: func(k *widget.Core) {
			to := treemap.View.Of(k.Model.State.Views)
			to.Kind, to.Together = kind, false
			k.Do(state.SetTreemap{To: to})
			k.Do(state.Show{View: treemap.View.ID})
		}}
}

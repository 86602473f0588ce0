package graph

import (
	"fmt"
	"image/png"
	"io"

	"memcity/city/heapgraph"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/view/graphs"
	"memcity/render/action"
	"memcity/render/actions"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
)

// IDs of actions. They never change.
const (
	undoAction      action.ID = "graph.undo"
	redoAction      action.ID = "graph.redo"
	fitAction       action.ID = "graph.fit"
	expandInAction  action.ID = "graph.expand-in"
	expandOutAction action.ID = "graph.expand-out"
	removeAction    action.ID = "graph.remove"
	pathsAction     action.ID = "graph.paths"
	cutNodeAction   action.ID = "graph.cut"
	saveSVGAction   action.ID = "graph.svg"
	savePNGAction   action.ID = "graph.png"
	saveDOTAction   action.ID = "graph.dot"
)

// actions returns the actions on the picture and on the current node.
func (view *View) actions() []widget.PanelAction {
	expand := func(id action.ID, key, title, hint string, kind graphs.StepKind) widget.PanelAction {
		return widget.PanelAction{
			Info: actions.Info{ID: id, Words: actions.Words{Title: title, Hint: hint}, Keys: action.Keys(key),
				Why: func(*actions.Context) string { return view.cannotExplore(kind) }},
			Do: func(c *widget.Canvas) { view.explore(c, kind, view.at()) }}
	}
	return []widget.PanelAction{
		{Info: actions.Info{ID: undoAction, Words: actions.Words{Title: "Undo step", Hint: "Undo the last step in the graph", Icon: "undo"}, Keys: action.Keys("U"),
			Why: func(c *actions.Context) string {
				return widget.Why(len(c.State.Explored().Steps) == 0, "There is no step to undo")
			},
			Step: func(*actions.Context) state.Action { return state.ExploreBack{} }}},
		{Info: actions.Info{ID: redoAction, Words: actions.Words{Title: "Redo step", Hint: "Redo the step", Icon: "redo"}, Keys: action.Keys("Shift+U"),
			Why: func(c *actions.Context) string {
				return widget.Why(len(c.State.Explored().Undone) == 0, "No step was undone")
			},
			Step: func(*actions.Context) state.Action { return state.ExploreForward{} }}},
		{Info: actions.Info{ID: fitAction, Words: actions.Words{Title: "Fit", Hint: "Show all of the picture"}, Keys: action.Keys("0"),
			Why: func(*actions.Context) string { return widget.Why(view.picture == nil, "There is no heap graph") }},
			Do: func(*widget.Canvas) { view.view.fit(view.picture) }},
		expand(expandInAction, "Shift+Up", "What refers to it", "Add incoming references", graphs.ExpandIn),
		expand(expandOutAction, "Shift+Down", "What it refers to", "Add outgoing references", graphs.ExpandOut),
		expand(pathsAction, "R", "Paths to GC roots from here", "Add paths to GC roots", graphs.PathsToRoot),
		expand(removeAction, "Delete", "Remove", "Remove the box", graphs.RemoveNode),
		{Info: actions.Info{ID: cutNodeAction, Words: actions.Words{Title: "See the city without it", Hint: "Remove the objects of the box in the what-if, or put them back"},
			Keys: action.Keys("X")}, Do: view.cut},
		save(saveSVGAction, "Save graph as SVG…", "Save the heap graph as a vector picture", ".svg", func(w io.Writer, p *graphs.Picture, _ scene.Theme) error {
			return heapgraph.SVG(w, p)
		}),
		save(savePNGAction, "Save graph as PNG…", "Save the heap graph as a picture", ".png", writePNG),
		save(saveDOTAction, "Save graph for Graphviz…", "Save the heap graph in the language DOT", ".dot", func(w io.Writer, p *graphs.Picture, _ scene.Theme) error {
			return heapgraph.DOT(w, p)
		}),
	}
}

// save returns the action that saves the graph in a format.
func save(id action.ID, title, hint, extension string, write func(io.Writer, *graphs.Picture, scene.Theme) error) widget.PanelAction {
	return widget.PanelAction{
		Info: actions.Info{ID: id, Words: actions.Words{Title: title, Hint: hint}, Why: func(c *actions.Context) string {
			return widget.Why(graphs.Kind.Result(&c.Results) == nil, "There is no heap graph")
		}},
		Always: func(k *widget.Core) {
			p, theme := graphs.Kind.Result(&k.Model.Results), k.Model.State.Settings.Theme
			k.Emit(model.Save{Name: fmt.Sprintf("%d-graph%s", p.Point+1, extension), Write: func(w io.Writer) error { return write(w, p, theme) }})
		}}
}

// writePNG writes the graph as a picture.
func writePNG(w io.Writer, p *graphs.Picture, theme scene.Theme) error {
	img, err := RenderGraph(p, theme)
	if err != nil {
		return err
	}
	return png.Encode(w, img)
}

// at returns the index of the current node in the picture; -1 for none.
func (view *View) at() int {
	if view.picture == nil {
		return -1
	}
	return view.picture.Find(view.node)
}

// cannotExplore returns why a step is impossible at the current node; "" if it is possible.
func (view *View) cannotExplore(kind graphs.StepKind) string {
	at := view.at()
	switch {
	case at < 0:
		return "No box is selected"
	case kind == graphs.PathsToRoot && view.picture.NoRoots:
		return "This input has no GC roots"
	}
	return widget.Why(!canExplore(&view.picture.Nodes[at], kind), "There is nothing more to add here")
}

// cut removes the objects of the current node in the what-if, or the selection if there is no node. If they are removed, it puts them back.
func (view *View) cut(c *widget.Canvas) {
	if at := view.at(); at >= 0 {
		part.ToggleRemoval(c, c.Model.CutsOfNode(view.picture, at))
		return
	}
	c.Run(action.CityRemove)
}

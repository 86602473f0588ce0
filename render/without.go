package render

import (
	"fmt"
	"image"
	"time"

	"memcity/city/query"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/whatif"
	budgetspkg "memcity/render/ui/card/budgets"
	whatifcard "memcity/render/ui/card/whatif"
	"memcity/render/ui/model"
)

// cutting keeps what the city would be without what is taken out.
type cutting struct {
	shown *scene.Comparison
	wait  waiting
	room  bool // the city was placed below the panel that tells of it
}

// of returns what the city of a plan is compared with; nil as long as that is not known, and if nothing is taken out.
func (c *cutting) of(plan *scene.Plan, state *state.State, results *query.Results) *scene.Comparison {
	w := freedOf(plan, state, results)
	if w == nil {
		c.shown = nil
		return nil
	}
	if k := c.shown; k == nil || k.Series != plan.Series || k.To != state.Point || k.Without != w {
		c.shown = scene.NewCutComparison(plan.Series, state.Point, w)
	}
	return c.shown
}

// waits reports whether a result may still come in time.
func (c *cutting) waits(plan *scene.Plan, state *state.State, results *query.Results, now time.Duration) bool {
	q, wanted := whatif.Kind.In(results.Request)
	failed := wanted && q.Cutouts.Is(state.Cutouts) && !results.Busy
	return c.wait.waits(len(state.Cutouts) > 0 && !failed && freedOf(plan, state, results) == nil, now)
}

// freedOf returns what is known of what is taken out of a plan's heap state; nil if nothing is.
func freedOf(plan *scene.Plan, state *state.State, results *query.Results) *whatif.Without {
	q, ok := whatif.Kind.QueryOf(results)
	if !ok || len(state.Cutouts) == 0 || !q.Cutouts.Is(state.Cutouts) || state.Point >= plan.Series.Len() ||
		q.Heap.Point != plan.Series.Source(state.Point) || plan.Settings().Measure != trees.Shallow {
		return nil
	}
	if w := whatif.Kind.Result(results); w.Series == plan.Series {
		return w
	}
	return nil
}

// noCut says why nothing can be taken out of what is shown; empty if it can.
func (a *App) noCut() string {
	switch catalog := a.result.Catalog; {
	case a.result.NoStates != "":
		return "this recording has no heap states"
	case a.result.Grouped || catalog == nil:
		return "this recording consists of memory trees, which have no references between objects"
	default:
		return catalog.NoCut
	}
}

// toggleOut takes the selection out of the heap and shows the city without it, or puts it back.
func (a *App) toggleOut() {
	if why := a.noCut(); why != "" && (a.city != nil || a.events != nil) {
		a.toast("Nothing can be removed: " + why + ".")
		return
	}
	if a.city == nil || a.growing {
		return
	}
	var list []whatif.Cutout
	out := true
	for _, key := range a.present(a.state.Selected()) {
		c := whatif.GroupCutout(a.result.Grouping, key)
		list, out = append(list, c), out && a.state.IsOut(c)
	}
	switch {
	case len(list) == 0 && len(a.state.Cutouts) > 0:
		a.toast("Select a group to remove it as well, or a removed one to put it back.")
	case len(list) == 0:
		a.toast("Select a group first: X then removes it from the heap, and the city shows what that frees.")
	case out:
		a.do(state.PutBack{What: list})
	case len(a.state.Cutouts)+len(list) > whatif.MaxCutouts:
		a.toast(fmt.Sprintf("No more than %d groups and references can be removed at a time.", whatif.MaxCutouts))
	default:
		a.do(state.TakeOut{What: list})
		a.showView(state.CityView)
	}
}

// makeRoom places the city below the panel that tells what is taken out while that is shown.
func (a *App) makeRoom() {
	if room := len(a.state.Cutouts) > 0; room != a.cutting.room && a.width > 0 {
		a.cutting.room = room
		a.reframe(true)
	}
}

// cityShape is about how much wider than high the whole city is seen from where it is first looked at.
const cityShape = 1.2

// roomAbove is how far below the bars the city is placed, in pixels, so that the panel that tells what is taken out does not
// cover it: nothing where the city ends beside the panel, or would get too small. Left and right are where the city may be.
func (a *App) roomAbove(left, right float64, free, beside image.Rectangle) int {
	panel := float64(beside.Min.X)
	if a.budgets.open {
		panel = max(panel, float64(free.Min.X)+budgetspkg.BudgetsWidth*a.scale)
	}
	height := float64(free.Dy())
	over := panel + whatifcard.WithoutWidth*a.scale - left - max(right-left-cityShape*height, 0)/2
	if room := whatifcard.WithoutHeight * a.scale; a.cutting.room && over > 0 && float64(a.width) >= wideWindow*a.scale && height > 3*room {
		return int(room)
	}
	return 0
}

// withoutModel tells what is taken out, and what is known or waited for of what that frees; nil if nothing is taken out.
func (a *App) withoutModel() *model.Without {
	if len(a.state.Cutouts) == 0 {
		return nil
	}
	m := &model.Without{Cutouts: a.state.Cutouts, Sizes: a.state.Settings.Measure != trees.Shallow}
	results := &a.result.Results
	if m.Known = freedOf(a.city.Plan, &a.state, results); m.Known == nil && a.state.View == state.CityView {
		kind := whatif.Kind.Any()
		if m.Waiting = results.Busy || a.requested.Of(kind) != results.Request.Of(kind); !m.Waiting && results.Err != nil {
			m.Failed = results.Err.Error()
		}
	}
	return m
}

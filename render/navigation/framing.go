// Package navigation moves the camera, and places the city in the part of the window that is free of panels.
package navigation

import (
	"image"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/camera"
	"memcity/render/drawers"
	"memcity/render/memory"
	"memcity/render/pick"
	"memcity/render/recording"
	"memcity/render/stage"
	"memcity/render/store"
	budgetspkg "memcity/render/ui/card/budgets"
	whatifcard "memcity/render/ui/card/whatif"
	"memcity/render/ui/place"
)

// Navigation moves the camera of a window.
type Navigation struct {
	Flight camera.Flight

	removal bool // space is reserved for the what-if panel

	store     *store.Store
	screen    *camera.Viewport
	drawers   *drawers.Drawers
	recording *recording.Controller
	pick      *pick.Pick
	memory    *memory.Memory
	stage     *stage.Stage
}

// New returns a Navigation at rest.
func New(s *store.Store, screen *camera.Viewport, d *drawers.Drawers, r *recording.Controller, p *pick.Pick, m *memory.Memory,
	st *stage.Stage) *Navigation {
	return &Navigation{Flight: camera.NewFlight(), store: s, screen: screen, drawers: d, recording: r, pick: p, memory: m, stage: st}
}

// Resize sets the size of the window in pixels, and its pixels per point.
func (n *Navigation) Resize(width, height int, scale float64) {
	if n.screen.Resize(width, height, scale) {
		n.Rescale()
	}
}

// Rescale updates all sizes to the window, its screen and the user's zoom.
func (n *Navigation) Rescale() {
	if n.screen.Width == 0 {
		return
	}
	n.Reframe(true)
	n.stage.Moved()
	n.store.Stale = true
}

// Reframe updates the part of the window that is free of panels. All changes must have been handled before. The camera adapts at its next move to a pose. With fit, a camera that shows
// the whole city adapts immediately.
func (n *Navigation) Reframe(fit bool) {
	n.store.Do(state.Resize{Aspect: n.screen.Aspect(), Frame: n.FreeFrame(), Fit: fit})
}

// wideWindow is the width in points at which the city is placed between the legend and the map. In narrower windows it is behind them.
const wideWindow = 1000

// roomyWindow is the width in points at which space is reserved for the inspector even if nothing is selected.
const roomyWindow = 1200

// FreeFrame returns the part of the window not covered by bars and drawers or, in wide windows, by the legend and the map.
func (n *Navigation) FreeFrame() scene.Frame {
	free := place.Free(n.screen.Size(), n.screen.Scale(), n.recording.ShowsBar(recording.ShownIn(n.store)))
	w, h := float64(n.screen.Width), float64(n.screen.Height)
	gap := place.Between(n.screen.Size(), n.screen.Scale(), n.drawers.Sides(), n.recording.ShowsBar(recording.ShownIn(n.store)))
	left, right := float64(gap.Min.X), w-float64(gap.Max.X)
	if w >= wideWindow*n.screen.Scale() {
		left = max(left, float64(free.Min.X)+place.LegendWidth*n.screen.Scale())
		if n.drawers.Budgets {
			left = max(left, float64(free.Min.X)+budgetspkg.BudgetsWidth*n.screen.Scale())
		}
		if (n.drawers.Sides().Settings > 0 || n.drawers.Budgets) && !n.drawers.LegendIsFolded() { // the legend is beside them
			left += place.LegendWidth * n.screen.Scale()
		}
		right = max(right, place.MapWidth*n.screen.Scale())
		if n.store.State.Selection != "" || w >= roomyWindow*n.screen.Scale() { // keep the selection visible beside the inspector
			right = max(right, place.InspectorWidth*n.screen.Scale())
		}
	}
	free.Min.Y += n.whatIfHeight(left, w-right, free, gap)
	return scene.Frame{Left: 2*left/w - 1, Right: 1 - 2*right/w, Top: 1 - 2*float64(free.Min.Y)/h, Bottom: 1 - 2*float64(free.Max.Y)/h}
}

// FitBelowWhatIf places the city below the what-if panel while that is open.
func (n *Navigation) FitBelowWhatIf() {
	if room := len(n.store.State.Removals) > 0; room != n.removal && n.screen.Width > 0 {
		n.removal = room
		n.Reframe(true)
	}
}

// cityShape is the approximate ratio of width to height of the whole city in its initial view.
const cityShape = 1.2

// whatIfHeight returns the height reserved for the what-if panel, in pixels below the bars. It is 0 where the city fits beside the panel or
// would become too small. The city may extend from left to right.
func (n *Navigation) whatIfHeight(left, right float64, free, gap image.Rectangle) int {
	panel := float64(gap.Min.X)
	if n.drawers.Budgets {
		panel = max(panel, float64(free.Min.X)+budgetspkg.BudgetsWidth*n.screen.Scale())
	}
	height := float64(free.Dy())
	over := panel + whatifcard.Width*n.screen.Scale() - left - max(right-left-cityShape*height, 0)/2
	if room := whatifcard.Height * n.screen.Scale(); n.removal && over > 0 &&
		float64(n.screen.Width) >= wideWindow*n.screen.Scale() && height > 3*room {
		return int(room)
	}
	return 0
}

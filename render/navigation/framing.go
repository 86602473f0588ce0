// Package navigation moves the camera, and places the city in the part of the window that is free of panels.
package navigation

import (
	"image"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/camera"
	"memcity/render/cityscape"
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

	reserved reserved

	store     *store.Store
	screen    *camera.Viewport
	drawers   *drawers.Drawers
	recording *recording.Controller
	cityscape *cityscape.Cityscape
	pick      *pick.Pick
	memory    *memory.Memory
	stage     *stage.Stage
}

// reserved selects the panels beyond the bars and drawers whose space the city leaves free.
type reserved struct {
	removal  bool // the what-if panel
	warnings bool // the line with warnings
}

// New returns a Navigation at rest.
func New(s *store.Store, screen *camera.Viewport, d *drawers.Drawers, r *recording.Controller, c *cityscape.Cityscape, p *pick.Pick, m *memory.Memory,
	st *stage.Stage) *Navigation {
	return &Navigation{Flight: camera.NewFlight(), store: s, screen: screen, drawers: d, recording: r, cityscape: c, pick: p, memory: m, stage: st}
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

// Reframe updates the part of the window that is free of panels. All changes must have been handled before. The camera adapts at its next
// move to a pose. With fit, a camera that shows the whole city adapts immediately.
func (n *Navigation) Reframe(fit bool) {
	n.store.Do(state.Resize{Aspect: n.screen.Aspect(), Frame: n.FreeFrame(), Fit: fit})
}

// roomyWindow is the width in points at which space is reserved for the inspector even if nothing is selected.
const roomyWindow = 1200

// FreeFrame returns the part of the window not covered by bars and drawers. Windows that are not small reserve the space of the legend and the
// map, so that the city stays in place when the legend is folded.
func (n *Navigation) FreeFrame() scene.Frame {
	size, scale := n.screen.Size(), n.screen.Scale()
	bars := place.Bars{Live: n.recording.ShowsBar(recording.ShownIn(n.store)), Warnings: n.reserved.warnings}
	free, gap := place.Free(size, scale, bars), place.Between(size, scale, n.drawers.Sides(), bars)
	w, h := float64(size.X), float64(size.Y)
	left, right := float64(gap.Min.X), w-float64(gap.Max.X)
	if !place.IsSmall(size, scale) {
		left = max(left, float64(free.Min.X)+place.LegendWidth*scale)
		if n.drawers.Budgets {
			left = max(left, float64(free.Min.X)+budgetspkg.BudgetsWidth*scale)
		}
		if (n.drawers.Sides().Settings > 0 || n.drawers.Budgets) && !n.drawers.LegendIsFolded() { // the legend is beside them
			left += place.LegendWidth * scale
		}
		right = max(right, place.MapWidth*scale)
		if n.store.State.Selection != "" || w >= roomyWindow*scale { // keep the selection visible beside the inspector
			right = max(right, place.InspectorWidth*scale)
		}
	}
	free.Min.Y += n.whatIfHeight(left, w-right, free, gap)
	return scene.Frame{Left: 2*left/w - 1, Right: 1 - 2*right/w, Top: 1 - 2*float64(free.Min.Y)/h, Bottom: 1 - 2*float64(free.Max.Y)/h}
}

// FitCity places the city below the what-if panel and above the line with warnings while these are shown.
func (n *Navigation) FitCity(warnings bool) {
	if room := (reserved{removal: len(n.store.State.Removals) > 0, warnings: warnings}); room != n.reserved && n.screen.Width > 0 {
		n.reserved = room
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
	if room := whatifcard.Height * n.screen.Scale(); n.reserved.removal && over > 0 &&
		!place.IsSmall(n.screen.Size(), n.screen.Scale()) && height > 3*room {
		return int(room)
	}
	return 0
}

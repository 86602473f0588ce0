package render

import (
	"math"

	"memcity/render/prefs"
	budgetspkg "memcity/render/ui/card/budgets"
	"memcity/render/ui/card/search"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
)

// drawers are the side panels and the legend as arranged by the user.
type drawers struct {
	model.Drawers
	settings     bool // the settings are open
	chain        bool // the grouping window is open
	removal      bool // space is reserved for the what-if panel
	uninvited    bool // do not offer the guide
	legendFolded bool // the legend is folded where it has enough space
	legendOpened bool // the legend is open where it covers the city; reset once it has enough space
}

// Names of the drawers in the preferences.
const (
	settingsName  = "settings"
	inspectorName = "inspector"
	guideName     = "guide"
	inviteName    = "invitation"
	legendName    = "legend"
)

// rememberedDrawers returns the drawers as the last window left them.
func rememberedDrawers(w prefs.Window) drawers {
	d := drawers{settings: w.Drawers[settingsName]}
	if open, ok := w.Drawers[legendName]; ok {
		d.legendFolded = !open
	}
	if open, ok := w.Drawers[inspectorName]; ok {
		d.InspectorHidden = !open
	}
	if offer, ok := w.Drawers[inviteName]; ok {
		d.uninvited = !offer
	}
	d.SettingsWidth, d.InspectorWidth, d.GuideWidth = w.Widths[settingsName], w.Widths[inspectorName], w.Widths[guideName]
	return d
}

// remember writes the drawers to w.
func (d *drawers) remember(w *prefs.Window) {
	w.Drawers = map[string]bool{settingsName: d.settings, legendName: !d.legendFolded, inspectorName: !d.InspectorHidden,
		inviteName: !d.uninvited}
	w.Widths = map[string]float64{}
	for name, width := range map[string]float64{settingsName: d.SettingsWidth, inspectorName: d.InspectorWidth, guideName: d.GuideWidth} {
		if width > 0 {
			w.Widths[name] = width
		}
	}
}

// sides returns the placement of the drawers.
func (a *App) sides() place.Sides {
	_, selected := a.store.Find(a.store.State.Selection)
	inspector := selected && !a.drawers.InspectorHidden && place.HasInspector(a.store.State.View, a.screen.Size(), a.screen.Scale())
	return place.Place(a.drawers.Drawers, a.screen.Size(), a.screen.Scale(), a.drawers.settings, inspector)
}

// toggleSettings opens or closes the settings, or raises them above the inspector.
func (a *App) toggleSettings() {
	d := &a.drawers
	if !d.settings || a.sides().Shows(model.SettingsP) {
		d.settings = !d.settings
	}
	d.Front = model.SettingsP
	a.drawerMoved()
}

// drawerMoved adapts to a drawer that was opened or closed. The whole city stays visible unless the user has moved the camera.
func (a *App) drawerMoved() {
	if a.store.City != nil {
		a.reframe(true)
	}
	a.memory.Changed()
}

// toggleInspector shows or hides the inspector, or raises it above the settings.
func (a *App) toggleInspector() {
	d := &a.drawers
	if _, selected := a.store.Find(a.store.State.Selection); !selected || !place.HasInspector(a.store.State.View, a.screen.Size(), a.screen.Scale()) {
		return
	}
	if d.InspectorHidden || a.sides().Shows(model.Inspector) {
		d.InspectorHidden = !d.InspectorHidden
	}
	if d.Front = model.Inspector; d.InspectorHidden && d.Guide { // the guide was behind the inspector
		d.Front = model.GuideP
	}
	a.drawerMoved()
}

// selectionChanged raises the inspector. It opens the inspector for a group without a building, as nothing else shows that group.
func (a *App) selectionChanged() {
	node, ok := a.store.Find(a.store.State.Selection)
	if !ok {
		return
	}
	if a.drawers.Guide && a.drawers.Front != model.Inspector { // the guide stays in front because it made the selection
		return
	}
	a.drawers.Front = model.Inspector
	if !a.store.City.Plan.Target(node).OfGroup() {
		a.drawers.InspectorHidden = false
	}
}

// widen sets the width of a drawer in dp; 0 for the default.
func (a *App) widen(panel model.ID, width float64) {
	if !(width >= 0) || math.IsInf(width, 0) {
		return
	}
	switch panel {
	case model.SettingsP:
		a.drawers.SettingsWidth = width
	case model.Inspector:
		a.drawers.InspectorWidth = width
	case model.GuideP:
		a.drawers.GuideWidth = width
	}
	a.memory.Changed()
}

// legendIsTight reports whether the unfolded legend would cover the city or the search results.
func (a *App) legendIsTight() bool {
	sides := a.sides()
	if a.budgets.open { // the legend is placed beside the list of rules, as beside the settings
		sides.Settings = max(sides.Settings, budgetspkg.BudgetsWidth)
	}
	return place.LegendIsTight(a.screen.Size(), a.screen.Scale(), sides) || a.finder.Open() &&
		float64(a.screen.Height) < search.SearchTall*a.screen.Scale()
}

// legendIsFolded reports whether the legend shows only its heading. Where the legend would cover the city, it is folded until the user opens
// it.
func (a *App) legendIsFolded() bool {
	d := &a.drawers
	if a.legendIsTight() {
		return !d.legendOpened
	}
	d.legendOpened = false
	return d.legendFolded
}

// toggleLegend folds or unfolds the legend.
func (a *App) toggleLegend() {
	d := &a.drawers
	if a.legendIsTight() {
		d.legendOpened = !d.legendOpened
		return
	}
	d.legendFolded = !d.legendFolded
	a.memory.Changed()
}

// toggleChain opens or closes the grouping window.
func (a *App) toggleChain() { a.drawers.chain = !a.drawers.chain && a.store.Result.Catalog != nil }

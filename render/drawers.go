package render

import (
	"math"

	"memcity/render/prefs"
	budgetspkg "memcity/render/ui/card/budgets"
	"memcity/render/ui/card/search"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
)

// drawers are the panels at the sides and the legend, as the user wants them.
type drawers struct {
	model.Drawers
	settings     bool // open
	chain        bool // the window for what heap states are grouped by is open
	removal      bool // room is kept for the panel of what is removed
	uninvited    bool // the guide is not to be offered
	legendFolded bool // where there is room for it
	legendOpened bool // though it takes the place of the city; forgotten when it no longer does
}

// Names of the drawers in what is remembered.
const (
	settingsName  = "settings"
	inspectorName = "inspector"
	guideName     = "guide"
	inviteName    = "invitation"
	legendName    = "legend"
)

// rememberedDrawers are the drawers as the last window left them.
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

// remember puts the drawers into what is remembered.
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

// sides reports where the drawers are.
func (a *App) sides() place.Sides {
	_, selected := a.find(a.state.Selection)
	inspector := selected && !a.drawers.InspectorHidden && place.HasInspector(a.state.View, a.screen.Size(), a.screen.Scale())
	return place.Place(a.drawers.Drawers, a.screen.Size(), a.screen.Scale(), a.drawers.settings, inspector)
}

// toggleSettings opens or closes the settings, or brings them to the front of the inspector.
func (a *App) toggleSettings() {
	d := &a.drawers
	if !d.settings || a.sides().Shows(model.SettingsP) {
		d.settings = !d.settings
	}
	d.Front = model.SettingsP
	a.drawerMoved()
}

// drawerMoved keeps the whole city in sight, if the user has not moved the camera, when a drawer was opened or closed.
func (a *App) drawerMoved() {
	if a.city != nil {
		a.reframe(true)
	}
	a.memory.Changed()
}

// toggleInspector shows or hides what is selected, or brings it to the front of the settings.
func (a *App) toggleInspector() {
	d := &a.drawers
	if _, selected := a.find(a.state.Selection); !selected || !place.HasInspector(a.state.View, a.screen.Size(), a.screen.Scale()) {
		return
	}
	if d.InspectorHidden || a.sides().Shows(model.Inspector) {
		d.InspectorHidden = !d.InspectorHidden
	}
	if d.Front = model.Inspector; d.InspectorHidden && d.Guide { // which was behind it
		d.Front = model.GuideP
	}
	a.drawerMoved()
}

// selectionChanged brings the inspector to the front. For a group that the city does not show it is opened, as nothing else
// shows that group.
func (a *App) selectionChanged() {
	node, ok := a.find(a.state.Selection)
	if !ok {
		return
	}
	if a.drawers.Guide && a.drawers.Front != model.Inspector { // it stays, as it shows what it selects
		return
	}
	a.drawers.Front = model.Inspector
	if !a.city.Plan.Target(node).OfGroup() {
		a.drawers.InspectorHidden = false
	}
}

// widen gives a drawer another width in dp, 0 for the usual one.
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

// legendIsTight reports whether the unfolded legend would take the place of the city, or that of what a search found.
func (a *App) legendIsTight() bool {
	sides := a.sides()
	if a.budgets.open { // the legend stands next to the list of rules, as next to the settings
		sides.Settings = max(sides.Settings, budgetspkg.BudgetsWidth)
	}
	return place.LegendIsTight(a.screen.Size(), a.screen.Scale(), sides) || a.finder.Open() &&
		float64(a.screen.Height) < search.SearchTall*a.screen.Scale()
}

// legendIsFolded reports whether only the heading of the legend is shown: where it would take the place of the city it is
// folded until the user opens it.
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

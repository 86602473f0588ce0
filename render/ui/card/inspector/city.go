package inspector

import (
	"cmp"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/view"
	"memcity/render/action"
	"memcity/render/actions"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// cityRows returns the rows of the city's menu: actions on the selection or, without one, on the whole city.
func cityRows(k *widget.Core) []widget.MenuRow {
	m := &k.Model
	if m.Selection == nil {
		return wholeRows(k)
	}
	var rows []widget.MenuRow
	for _, a := range usual(k) {
		rows = append(rows, widget.MenuRow{Text: a.text, Key: a.key, On: a.on, Why: a.why, Act: a.do})
	}
	for _, v := range []struct {
		text string
		view state.View
	}{{"What keeps it alive", view.That(view.GroupContents)}, {"Paths to GC roots", view.That(view.RootPaths)}, {"Show in the table", view.That(view.GroupTable)}} {
		rows = append(rows, k.ActionRow(action.View(v.view), v.text))
	}
	rows = append(rows, widget.MenuRow{Text: "Select the district around it", Why: widget.Why(around(m) == "", "It is not in a district"),
		Event: model.Do{Action: state.SelectRows{Keys: []string{around(m)}}}})
	rows = append(rows, filterRow(m, "Show only its objects", ""), filterRow(m, "Exclude its objects", "not "))
	for _, a := range others(k) {
		if a.inCity {
			rows = append(rows, widget.MenuRow{Text: a.text, Key: a.key, Why: a.why, Act: a.do})
		}
	}
	return rows
}

// around returns the key of the district that contains the selection; "" if that is the whole city or there is no selection.
func around(m *model.Model) string {
	if m.Plan == nil || m.Selection == nil {
		return ""
	}
	s := m.Plan.Series
	node, ok := s.Find(m.Selection.Key)
	if !ok || s.Nodes[node].Level < 2 {
		return ""
	}
	return s.Key(s.Nodes[node].Parent)
}

// filterRow returns the row that adds a filter for the selection to the settings. The settings can undo it.
func filterRow(m *model.Model, text, not string) widget.MenuRow {
	why := widget.Why(m.Catalog == nil, widget.CameGrouped)
	var nodes []int32
	if m.Plan != nil {
		for _, key := range m.State.Selected() {
			if node, ok := m.Plan.Series.Find(key); ok {
				nodes = append(nodes, node)
			}
		}
	}
	to := m.State.Settings
	if m.Plan != nil && why == "" {
		condition, ok := m.Plan.Series.Condition(m.Grouping(), nodes...)
		why = widget.Why(!ok, "Filters can only select packages and types")
		to.Filters = to.Filters.With("where(" + not + "(" + condition + "))")
	}
	return widget.MenuRow{Text: text, Why: why, Event: model.Do{Action: state.Set{To: to}}}
}

// wholeRows returns the actions on the whole city.
func wholeRows(k *widget.Core) []widget.MenuRow {
	m := &k.Model
	all := m.State.Settings
	all.Filters = scene.DefaultSettings().Filters
	return append(k.ActionRows(actions.CityMenu), widget.MenuRow{Text: "Include all objects again",
		Why:   cmp.Or(widget.Why(m.Catalog == nil, widget.CameGrouped), widget.Why(m.State.Settings.Filters == all.Filters, "No filter is active")),
		Event: model.Do{Action: state.Set{To: all}}})
}

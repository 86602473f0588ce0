package actions

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"memcity/render/action"
)

// gesture is a use of mouse or keys that is no action, as it depends on a place or on the control with the focus.
type gesture struct{ Keys, Effect string }

// section is a part of the page of keys.
type section struct {
	Title, Text string
	of          func(i *Info) bool // actions of the section; nil for none
	gestures    []gesture
}

// Page returns the page of keys of the manual, in Markdown.
func (t Table) Page() string {
	var b strings.Builder
	b.WriteString("# Keys and mouse\n\nFind the key for an action. Press <kbd>?</kbd> in the window for this page.\n" +
		"A [script](scripting.md) runs an action by its ID: `do go.back`.\n")
	for _, s := range sections {
		b.WriteString("\n## " + s.Title + "\n\n")
		if s.Text != "" {
			b.WriteString(s.Text + "\n\n")
		}
		if s.of != nil {
			b.WriteString("| key | action | ID |\n|---|---|---|\n")
			for _, r := range t.keyRows(s.of) {
				b.WriteString("| " + r.keys + " | " + r.effect + " | " + r.ids + " |\n")
			}
		}
		if s.of != nil && s.gestures != nil {
			b.WriteString("\n")
		}
		if s.gestures != nil {
			b.WriteString("| key | effect |\n|---|---|\n")
			for _, g := range s.gestures {
				b.WriteString("| " + caps(g.Keys) + " | " + caps(g.Effect) + " |\n")
			}
		}
	}
	b.WriteString("\n## Actions without keys\n\nMenus, buttons, the search and scripts run these.\n\n| action | effect | ID |\n|---|---|---|\n")
	for i := range t {
		if len(t[i].Keys) == 0 {
			b.WriteString("| " + strings.TrimSuffix(t[i].Title, "…") + " | " + effect(&t[i]) + " | `" + string(t[i].ID) + "` |\n")
		}
	}
	return b.String()
}

// keyRow is a row of the page: the actions of the same keys.
type keyRow struct{ keys, effect, ids string }

// keyRows returns the rows of a section in the order of the table. A panel's action with the keys of an earlier
// action shares its row.
func (t Table) keyRows(of func(*Info) bool) []keyRow {
	var rows []keyRow
	for i := range t {
		if !of(&t[i]) {
			continue
		}
		row := keyRow{keyCaps(t[i].Keys), effect(&t[i]), "`" + string(t[i].ID) + "`"}
		if at := slices.IndexFunc(rows, func(r keyRow) bool { return r.keys == row.keys }); at >= 0 && t[i].Scope.IsPanel() {
			rows[at].effect += "; while its panel is open, " + row.effect
			rows[at].ids += " " + row.ids
			continue
		}
		rows = append(rows, row)
	}
	return rows
}

// effect describes an action in the page.
func effect(i *Info) string {
	if prefix, _, _ := strings.Cut(string(i.ID), "."); prefix == views {
		return "**" + i.Title + "**: " + lowerFirst(i.Hint)
	}
	return lowerFirst(i.Hint)
}

// views is the prefix of the IDs of actions that show views.
const views = "view"

// keyCaps returns keys as the manual shows them.
func keyCaps(keys []action.Key) string {
	var all []string
	for _, k := range keys {
		all = append(all, "<kbd>"+k.Label()+"</kbd>")
	}
	return strings.Join(all, " ")
}

// caps marks the keys in a text, which are in brackets.
func caps(text string) string { return strings.NewReplacer("[", "<kbd>", "]", "</kbd>").Replace(text) }

// lowerFirst returns a hint as the cell of a table. It keeps an abbreviation such as GC.
func lowerFirst(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if second, _ := utf8.DecodeRuneInString(text[size:]); unicode.IsUpper(second) {
		return text
	}
	return string(unicode.ToLower(first)) + text[size:]
}

// keyed returns a condition for the actions with keys whose ID has one of the prefixes.
func keyed(prefixes ...string) func(*Info) bool {
	return func(i *Info) bool {
		prefix, _, _ := strings.Cut(string(i.ID), ".")
		for _, p := range prefixes {
			if p == prefix {
				return len(i.Keys) > 0
			}
		}
		return false
	}
}

var sections = []section{
	{Title: "Everywhere", of: func(i *Info) bool { return len(i.Keys) > 0 && !keyed("city", "camera", "time", "graph", views)(i) }, gestures: []gesture{
		{"[Tab] [Shift+Tab] [Enter]", "go to the next, previous control; press it"},
		{"right click", "open the menu of a row, of a box, or of the city"}}},
	{Title: "Views", of: keyed(views)},
	{Title: "City", Text: "To use other drags, open the settings, *Mouse and touchpad*.", of: keyed("city", "camera"), gestures: []gesture{
		{"left click", "select or deselect a building or district"},
		{"[Ctrl] + click", "select several"},
		{"wheel", "zoom towards the pointer"},
		{"left drag", "turn about the point under the pointer"},
		{"right or middle drag, [Shift] + left drag", "move over the ground"},
		{"two fingers on a touchpad", "move; with [Shift] turn, with [Ctrl] zoom"},
		{"[W] [A] [S] [D] [Q] [E]", "fly forward, left, back, right, up, down; the wheel sets the speed"},
		{"the map", "click or press arrows to go there; click sides, square or compass to look from a side, from above, at the whole city"}}},
	{Title: "Time", of: keyed("time"), gestures: []gesture{
		{"drag in the time bar", "move in time"},
		{"wheel over the time bar", "zoom in; double-click to show all"},
		{"drag in a chart", "choose a window; with [Shift], move in time"},
		{"arrows in a chart", "go from GC to GC; with [Shift], change the window; [↑] [↓] [0] zoom"}}},
	{Title: "Tables", gestures: []gesture{
		{"[↑] [↓] [Home] [End] [PageUp] [PageDown]", "move over the rows; [Shift] selects several; [↓] leaves the filter"},
		{"[→] [←]", "open a row; close it, or go up"},
		{"[Enter]", "open the menu of the row; in the filter, keep it"}}},
	{Title: "Graph", of: keyed("graph"), gestures: []gesture{
		{"drag, wheel, [+] [-]", "move the picture, zoom"},
		{"arrows", "go from box to box"}}},
	{Title: "Other views", gestures: []gesture{
		{"group: arrows, [Enter]", "move over the lists; go to the object of the row"},
		{"owners, GC roots, references: [X]", "remove them, or put them back"},
		{"collections: [Enter], [Backspace] or [Esc]", "show the lines of a collection; go back to the list"},
		{"tree: arrows, [Enter]", "move over the groups; drill into one"},
		{"guide: [Enter]", "take the next step; [Ctrl+Z] undoes it"},
		{"chains: [Enter]", "add the classifier that the search finds; apply a ready-made chain"},
		{"chains: [Alt+↑] [Alt+↓] [Delete]", "move a classifier, remove it"},
		{"chains: [Ctrl+Enter]", "apply the chain; [Esc] cancels"},
		{"search: [↑] [↓] [Enter]", "choose a group or an action"},
		{"side panels: arrows on their inner edge", "change their width"}}},
	{Title: "File browser", Text: "The window shows it if the system has no dialog for files.", gestures: []gesture{
		{"letters", "show only names that contain them"},
		{"[Space]; [Shift] + arrows; [Ctrl+A]", "mark a file; a range; all files"},
		{"[Enter]", "open the marked files, or a folder"},
		{"[Backspace], [Alt+↑]", "go to the parent folder"}}},
	{Title: "Manual", gestures: []gesture{
		{"[Alt+←] or [Backspace], [Alt+→]", "go to the previous page, forward again"},
		{"[/]", "search all pages; [Enter] opens the first match"}}},
}

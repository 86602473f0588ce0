package actions

import (
	"cmp"
	"slices"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/view/whatif"
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
)

// Reasons why actions are disabled.
const (
	NoRecording = "No recording is open"
	nothing     = "Nothing is selected"
	CameGrouped = "Memory trees and histograms keep the grouping they were recorded with"
	OnePoint    = "There is only one GC point"
)

// All returns the actions of the window. Views and panels add more; see widget.NewCore.
func All() Table {
	return slices.Concat(history(), times(), cameras(), files(), cities(), pictures(), panels(), recordings(), stories(), windows(), works())
}

// why returns reason if it applies, else "".
func why(applies bool, reason string) string {
	if applies {
		return reason
	}
	return ""
}

func closed(c *Context) string { return why(!c.IsOpen(), NoRecording) }

// noStates explains why there is no city; "" if there is one.
func noStates(c *Context) string { return why(len(c.Points) == 0, NoRecording) }

// noCity explains why the city is not visible; "" if it is.
func noCity(c *Context) string {
	return cmp.Or(noStates(c), why(c.State.View != state.CityView, "The city is not shown"))
}

func unselected(c *Context) string { return why(c.Selection == nil, nothing) }

func history() Table {
	return Table{
		{ID: action.GoBack, Words: Words{Title: "Back", Hint: "Go back to the previous selection", Icon: "back"}, Keys: action.Keys("Alt+Left"), Rank: 5,
			Why: func(c *Context) string {
				return why(!c.State.CanGoBack(), "There is no previous selection to go back to")
			}},
		{ID: action.GoForward, Words: Words{Title: "Forward", Hint: "Go forward again", Icon: "forward"}, Keys: action.Keys("Alt+Right"), Rank: 4,
			Why: func(c *Context) string { return why(!c.State.CanGoForward(), "Nothing was gone back from") }},
		{ID: action.EditUndo, Words: Words{Title: "Undo", Hint: "Undo the last change of settings, window, marks or notes", Icon: "undo"},
			Keys: action.Keys("Ctrl+Z"), Rank: 2, Why: func(c *Context) string { return why(!c.State.CanUndo(), "Nothing was changed yet") },
			Step: func(*Context) state.Action { return state.Undo{} }},
		{ID: action.EditRedo, Words: Words{Title: "Redo", Hint: "Redo the change", Icon: "redo"}, Keys: action.Keys("Ctrl+Y Ctrl+Shift+Z"), Rank: 1,
			Why:  func(c *Context) string { return why(!c.State.CanRedo(), "Nothing was undone") },
			Step: func(*Context) state.Action { return state.Redo{} }},
		{ID: action.GoUp, Words: Words{Title: "Go up", Hint: "Go up a level in trends, tree and collections, or to the previous object in the group view"},
			Keys: action.Keys("Backspace")},
		{ID: action.GoEscape, Words: Words{Title: "Close or deselect", Hint: "Close the topmost panel, or deselect"}, Keys: action.Keys("Escape"),
			Modal: true, Unlisted: true},
	}
}

func times() Table {
	first := func(c *Context) string {
		return cmp.Or(noStates(c), why(c.State.Point <= 0, "This is the first GC point"))
	}
	last := func(c *Context) string {
		return cmp.Or(noStates(c), why(c.State.Point >= c.State.Points-1, "This is the last GC point"))
	}
	return Table{
		{ID: action.TimeFirst, Words: Words{Title: "First GC point", Name: "First", Hint: "Go to the first GC point of the window, then of all", Icon: "first"},
			Keys: action.Keys("Home"), Why: first,
			Step: func(c *Context) state.Action { return state.GoTo{Point: c.State.First()} }},
		{ID: action.TimePrevious, Words: Words{Title: "Previous GC point", Name: "Previous", Hint: "Go to the previous GC point", Icon: "previous"},
			Keys: action.Keys("P Left"), Why: first,
			Step: func(*Context) state.Action { return state.Move{By: -1} }},
		{ID: action.TimePlay, Words: Words{Title: "Play", Hint: "Play from here", Icon: "play"},
			Lit: Words{Title: "Pause", Hint: "Stop playing", Icon: "pause"}, Keys: action.Keys("Space"),
			On:  func(c *Context) bool { return c.State.Playing },
			Why: func(c *Context) string { return cmp.Or(noStates(c), why(c.State.Points < 2, OnePoint)) }},
		{ID: action.TimeNext, Words: Words{Title: "Next GC point", Name: "Next", Hint: "Go to the next GC point", Icon: "next"}, Keys: action.Keys("N Right"), Why: last,
			Step: func(*Context) state.Action { return state.Move{By: 1} }},
		{ID: action.TimeLast, Words: Words{Title: "Last GC point", Name: "Last", Hint: "Go to the last GC point of the window, then of all", Icon: "last"},
			Keys: action.Keys("End"), Why: func(c *Context) string {
				if c.Live != nil && c.Live.Input.Growing { // it follows the recording
					return ""
				}
				return last(c)
			}, Step: func(c *Context) state.Action {
				if c.Live != nil && c.Live.Input.Growing {
					return state.Follow{On: true}
				}
				return state.GoTo{Point: c.State.Last()}
			}},
	}
}

func cameras() Table {
	camera := func(id action.ID, key, title, hint string) Info {
		return Info{ID: id, Words: Words{Title: title, Hint: hint}, Keys: action.Keys(key), Menus: []Menu{CameraMenu}, Why: noStates}
	}
	home := camera(action.CameraHome, "R", "Whole city", "Show the whole city from the corner")
	above := camera(action.CameraBirdsEye, "B", "Bird's eye", "View the city from straight above")
	home.Menus, above.Menus = append(home.Menus, CityMenu), append(above.Menus, CityMenu)
	return Table{
		home, above,
		camera(action.CameraFront, "1", "From the front", "View the city from the front"),
		camera(action.CameraRight, "2", "From the right", "View the city from the right"),
		camera(action.CameraBack, "3", "From the back", "View the city from the back"),
		camera(action.CameraLeft, "4", "From the left", "View the city from the left"),
		{ID: action.CameraFocus, Words: Words{Title: "Fly to the selection", Name: "Focus", Hint: "Fly to the selection, or to the group under the pointer"},
			Keys: action.Keys("F"), Menus: []Menu{CameraMenu}, Why: func(c *Context) string {
				return cmp.Or(noStates(c), why(c.State.Selection == "" && c.Selection == nil && c.State.Hover == "" && c.Block == nil, nothing))
			}},
		{ID: action.CameraSelection, Words: Words{Title: "Show the selection", Hint: "Fly to the selection if it is not visible"}, Unlisted: true,
			Why: func(c *Context) string { return why(c.State.Selection == "", nothing) }},
	}
}

func files() Table {
	return Table{
		{ID: action.FileOpen, Words: Words{Title: "Open files…", Name: "Open", Hint: "Open a recording", Icon: "open"}, Keys: action.Keys("Ctrl+O"),
			Rank: 10, Menus: []Menu{OpenMenu}},
		{ID: action.FileCompare, Words: Words{Title: "Compare with a baseline…", Hint: "Choose the recording to compare with"},
			Menus: []Menu{OpenMenu}, Why: noStates},
		{ID: action.FileRules, Words: Words{Title: "Open a rules file…", Name: "Open…", Hint: "Check the rules of a file on this recording"}, Why: closed},
		{ID: action.LinkCopy, Words: Words{Title: "Copy link to this view", Hint: "Copy the command that opens the current view"},
			Keys: action.Keys("Ctrl+Shift+L"), Menus: []Menu{ViewMenu, CityMenu, StoryMenu}, Why: closed},
	}
}

func cities() Table {
	return Table{
		{ID: action.CityIsolate, Words: Words{Title: "Isolate", Hint: "Show only this and the groups it has references to or from"},
			Lit: Words{Hint: "Show everything again"}, Keys: action.Keys("I"),
			On: func(c *Context) bool { return c.State.Isolated },
			Why: func(c *Context) string {
				return why(!c.State.Isolated && c.State.Selection == "" && c.Selection == nil, nothing)
			},
			Step: func(*Context) state.Action { return state.ToggleIsolate{} }},
		{ID: action.CityRemove, Words: Words{Title: "Remove", Hint: "Remove it in the what-if: see the city without it, and what that frees"},
			Lit: Words{Title: "Put back", Hint: "Put it back"}, Keys: action.Keys("X"), On: removed, Why: noRemoval},
		{ID: action.CityFates, Words: Words{Title: "Born and died", Hint: "Show which part of each building was born, died and survived"}, Keys: action.Keys("C"),
			On: division(scene.ByFate), Why: func(c *Context) string {
				return cmp.Or(noCity(c), why(c.State.Division != scene.ByFate && c.State.Points < 2, "Nothing to compare: this recording has one GC point"))
			}},
		{ID: action.CityBaseline, Words: Words{Title: "Halve the buildings by the baseline", Name: "Baseline",
			Hint: "Halve each building: the baseline on the left, this recording on the right"},
			Keys: action.Keys("Shift+C"), On: division(scene.ByBaseline), Why: noCity},
		{ID: action.CityStoreys, Words: Words{Title: "Storeys of age", Name: "Age", Hint: "Show storeys: ages of objects; in a fleet, versions"}, Keys: action.Keys("H"),
			On: func(c *Context) bool { return c.State.Division == scene.ByAge || c.State.Division == scene.ByVersion }, Why: noStoreys},
		{ID: action.CityStaleness, Words: Words{Title: "Colors of staleness", Name: "Staleness", Hint: "Color by how long collections were not read"}, Keys: action.Keys("U"),
			On: division(scene.ByUse), Why: noStaleness},
		{ID: action.CityRoutes, Words: Words{Title: "References as routes", Hint: "Show references as routes over the roofs, or as frustums"}, Keys: action.Keys("V"),
			On: func(c *Context) bool { return c.State.Settings.References && c.State.Settings.Routes.On }, Why: noRoutes},
		{ID: action.CityNextFinding, Words: Words{Title: "Next finding", Hint: "Show the next finding"}, Keys: action.Keys("G"), Why: noFinding},
	}
}

func division(by scene.Division) func(*Context) bool {
	return func(c *Context) bool { return c.State.Division == by }
}

// removed reports whether the what-if has removed the selection.
func removed(c *Context) bool {
	var list []whatif.Removal
	for _, key := range c.State.Selected() {
		list = append(list, whatif.GroupRemoval(c.Grouping(), key))
	}
	return c.NoRemovals == "" && c.IsRemoved(list)
}

func noRemoval(c *Context) string {
	switch {
	case c.IsOpen() && c.NoRemovals != "":
		return "Nothing can be removed: " + c.NoRemovals
	case c.Selection == nil && c.WhatIf != nil:
		return "Select a group to remove it as well, or a removed one to put it back"
	case c.Selection == nil:
		return cmp.Or(closed(c), "Select a group first")
	}
	return ""
}

func noStoreys(c *Context) string {
	if out := noCity(c); out != "" || c.Plan == nil || c.Plan.HasMasts() || c.State.Division == scene.ByAge {
		return out
	}
	return prefixed("No ages here: ", c.State.NoAges(c.Catalog))
}

func noStaleness(c *Context) string {
	if out := noCity(c); out != "" || c.State.Division == scene.ByUse {
		return out
	}
	return prefixed("No staleness here: ", c.State.NoUses(c.Catalog))
}

func prefixed(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + text
}

func noRoutes(c *Context) string {
	if out := noCity(c); out != "" || c.Plan == nil || c.Plan.Series.HasPointers(c.At) {
		return out
	}
	if _, counted := c.Plan.Series.Counted(c.At); counted {
		return "No routes: objects are only counted at this GC point"
	}
	return "No routes: this recording has no references between groups"
}

func noFinding(c *Context) string {
	switch p := c.Legend.Pinned; {
	case noCity(c) != "":
		return noCity(c)
	case p == nil || p.Pins.Len() == 0:
		return "No finding is shown in the city"
	case p.Pins.Len() == 1:
		return "This is the only finding in the city"
	}
	return ""
}

func pictures() Table {
	return Table{
		{ID: action.PictureDialog, Words: Words{Title: "Save a picture…", Name: "Picture", Hint: "Save or copy a picture of the city", Icon: "camera"},
			Keys: action.Keys("Ctrl+Shift+S"), Rank: 7, Menus: []Menu{CityMenu},
			On: func(c *Context) bool { return c.Picture != nil }, Why: noStates},
		{ID: action.PictureSave, Words: Words{Title: "Save the picture", Name: "Save…", Hint: "Choose a file and save the picture"}, Keys: action.Keys("Ctrl+Shift+S"), Scope: Scope(model.PictureP),
			Why: noStates, Unlisted: true},
		{ID: action.PictureCopy, Words: Words{Title: "Copy a picture", Name: "Copy", Hint: "Copy the picture to the clipboard"}, Keys: action.Keys("Ctrl+Shift+C"), Why: noStates},
		{ID: action.WindowColorBlind, Words: Words{Title: "Color-blind palette", Hint: "Use colors that color-blind people can tell apart", Icon: "eye"}, Rank: 3,
			On: func(c *Context) bool { return c.State.Settings.ColorBlind },
			Step: func(c *Context) state.Action {
				to := c.State.Settings
				to.ColorBlind = !to.ColorBlind
				return state.Set{To: to}
			}},
		{ID: action.WindowTheme, Words: Words{Title: "Theme", Hint: "Change to the dark theme", Icon: "moon"}, Lit: Words{Hint: "Change to the light theme", Icon: "sun"}, Rank: 6,
			On: func(c *Context) bool { return c.State.Settings.Theme == scene.Dark },
			Step: func(c *Context) state.Action {
				to := c.State.Settings
				if to.Theme = scene.Dark; c.State.Settings.Theme == scene.Dark {
					to.Theme = scene.Light
				}
				return state.Set{To: to}
			}},
	}
}

func panels() Table {
	shows := func(id model.ID) func(*Context) bool {
		return func(c *Context) bool { return c.Sides().Shows(id) }
	}
	return Table{
		{ID: action.PanelSettings, Words: Words{Title: "Settings", Hint: "Choose the meaning of area, height and color, and more", Icon: "settings"}, Keys: action.Keys("Ctrl+,"),
			Rank: 13, Menus: []Menu{CityMenu}, On: shows(model.SettingsP)},
		{ID: action.PanelGrouping, Words: Words{Title: "Group by…", Name: "Group by", Hint: "Choose the grouping of the heap", Icon: "chain"}, Keys: action.Keys("Ctrl+G"),
			Rank: 9, Menus: []Menu{CityMenu}, On: func(c *Context) bool { return c.ChainOpen },
			Why: func(c *Context) string { return cmp.Or(closed(c), why(c.Catalog == nil, CameGrouped)) }},
		{ID: action.PanelInspector, Words: Words{Title: "Inspector", Hint: "Show or hide the numbers of the selection", Icon: "panel"}, Keys: action.Keys("Ctrl+."), Rank: 9,
			On: shows(model.Inspector), Why: func(c *Context) string {
				return cmp.Or(closed(c), unselected(c), why(!place.HasInspector(c.State.View, c.Size, c.Scale), "There is no room for it next to this view"))
			}},
		{ID: action.PanelGuide, Words: Words{Title: "Guide", Hint: "Find problems step by step", Icon: "guide"}, Keys: action.Keys("Ctrl+D"), Rank: 11,
			On: shows(model.GuideP), Why: closed},
		{ID: action.PanelSearch, Words: Words{Title: "Search…", Name: "Search", Hint: "Find a group or an action by its name", Icon: "search"}, Keys: action.Keys("Ctrl+F /"),
			Rank: 11, Menus: []Menu{CityMenu}, Unlisted: true, On: func(c *Context) bool { return c.Search != nil },
			Why: func(c *Context) string { return why(!c.CanSearch, NoRecording) }},
		{ID: action.PanelHelp, Words: Words{Title: "Help", Hint: "Open the manual at the page on the current view", Icon: "help"}, Keys: action.Keys("F1"), Modal: true, Rank: 12,
			On: func(c *Context) bool { return c.Help != nil }},
		{ID: action.PanelKeys, Words: Words{Title: "Keys and mouse", Hint: "Open the page of keys in the manual"}, Keys: action.Keys("? Shift+/"), Modal: true},
		{ID: action.PanelRules, Words: Words{Title: "Notify me when…", Hint: "Set rules that watch this recording", Icon: "bell"}, Keys: action.Keys("Ctrl+L"),
			On: func(c *Context) bool { return c.RulesOpen }, Why: func(c *Context) string {
				return why(!c.RulesOpen && (c.Live == nil || c.Live.Ended()), "Rules need a live recording")
			}},
		{ID: action.PanelBudgets, Words: Words{Title: "Rules and budgets…", Hint: "Show the rules of a rules file, and which are broken"}, Menus: []Menu{OpenMenu},
			On: func(c *Context) bool { return c.Budgets.IsOpen() }, Why: closed},
		{ID: action.PanelLegend, Words: Words{Title: "Legend", Hint: "Fold or unfold the legend"}, Why: noStates},
		{ID: action.MenuOpen, Words: Words{Title: "Menu", Hint: "Open the menu of a row, of a box, or of the selection in the city"}, Keys: action.Keys("Menu Shift+F10"), Unlisted: true},
		{ID: action.DialogAccept, Words: Words{Title: "Accept", Hint: "Press the main button of a dialog"}, Keys: action.Keys("Enter"), Modal: true, Unlisted: true},
	}
}

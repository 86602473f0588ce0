package notices

import (
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/store"
)

// announced is the name shared by messages about changes, so that each replaces the one before.
const announced = "change"

// Announce adds a short message about a change that is otherwise easy to miss, such as one made with a key. While the settings are visible, they
// show changes of settings themselves.
func (n *Notices) Announce(c *store.Change, settingsShown bool) {
	before, now := &c.Before, &c.After
	text := ""
	switch do := c.Action.(type) {
	case state.Set:
		if do.Drag == "" && !settingsShown {
			text = settingText(&before.Settings, &now.Settings)
		}
	case state.Undo:
		text = reversedText("Undone", before, now)
	case state.Redo:
		text = reversedText("Redone", before, now)
	case state.Divide:
		text = divisionText(before.Division, now.Division)
	case state.ToggleIsolate:
		text = isolatedText(before.Isolated, now.Isolated)
	case state.Follow:
		if before.Follow != now.Follow {
			text = "Follow the newest GC point: " + onOff(now.Follow)
		}
	case state.Freeze:
		if before.Frozen != now.Frozen {
			text = "Freeze: " + onOff(now.Frozen)
		}
	}
	if text != "" {
		n.toasts.Put(announced, text)
	}
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// settingText describes the first changed setting that is a switch or a choice, in the order of the settings panel; "" if there is none.
func settingText(before, now *scene.Settings) string {
	table := scene.Table()
	for i := range table {
		row := &table[i]
		if row.Same(before, now) {
			continue
		}
		switch at := row.Value.At(now).(type) {
		case *bool:
			n := 0
			if *at {
				n = 1
			}
			if len(row.Choices) > n {
				return row.Title + ": " + row.Choices[n].Text
			}
			return row.Title + ": " + onOff(*at)
		case scene.Index:
			if n := at.Number(); n < len(row.Choices) {
				return row.Title + ": " + row.Choices[n].Text
			}
		}
	}
	return ""
}

// reversedText describes an undo or redo; "" if it changed nothing.
func reversedText(done string, before, now *state.State) string {
	if before.Same(now) {
		return ""
	}
	if text := settingText(&before.Settings, &now.Settings); text != "" {
		return done + " – " + text
	}
	if text := divisionText(before.Division, now.Division); text != "" {
		return done + " – " + text
	}
	return done + "."
}

func isolatedText(before, now bool) string {
	switch {
	case before == now:
		return ""
	case now:
		return "Showing only the selection and groups with references to or from it"
	}
	return "Showing the whole city"
}

// divisionTexts describes the divisions of buildings. What-if and baseline have their own panels.
var divisionTexts = map[scene.Division]string{
	scene.Undivided: "Buildings undivided", scene.ByFate: "Buildings divided into born, died and survived",
	scene.ByAge: "Floors: ages of objects", scene.ByUse: "Colors: staleness",
	scene.ByVersion: "Floors: versions that pods run",
}

func divisionText(before, now scene.Division) string {
	if before == now || before == scene.ByCut {
		return ""
	}
	return divisionTexts[now]
}

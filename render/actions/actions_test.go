package actions

import (
	"image"
	"strings"
	"testing"
	"unicode"

	"memcity/render/action"
	"memcity/render/ui/model"
)

// IDs and keys are unique, and no hint names a key.
func TestTable(t *testing.T) {
	ids := map[action.ID]bool{}
	type place struct {
		scope Scope
		key   action.Key
	}
	keys := map[place]action.ID{}
	for _, i := range All() {
		if ids[i.ID] {
			t.Errorf("two actions have the ID %s", i.ID)
		}
		ids[i.ID] = true
		if i.Title == "" || i.Hint == "" || !unicode.IsUpper([]rune(i.Hint)[0]) || strings.HasSuffix(i.Hint, ")") {
			t.Errorf("%s is %q: %q", i.ID, i.Title, i.Hint)
		}
		if i.Rank > 0 && i.Icon == "" {
			t.Errorf("%s has a button without an icon", i.ID)
		}
		for _, k := range i.Keys {
			at := place{i.Scope, k}
			if other, taken := keys[at]; taken {
				t.Errorf("%s is the key of %s and %s", k, other, i.ID)
			}
			keys[at] = i.ID
			if i.Scope == Window && k.Mods == 0 && strings.Contains("WASDQE", k.Name) {
				t.Errorf("%s of %s moves the camera", k, i.ID)
			}
		}
	}
}

// Without a recording, every condition has a result.
func TestDisabled(t *testing.T) {
	c := &Context{Model: &model.Model{}, Size: image.Pt(800, 600), Scale: 1}
	enabled := map[action.ID]bool{}
	for _, i := range All() {
		enabled[i.ID] = i.Disabled(c) == ""
		if i.IsOn(c) && i.ID != action.PanelLegend {
			t.Errorf("%s is on", i.ID)
		}
		if i.Now(c).Name == "" {
			t.Errorf("%s has no name", i.ID)
		}
	}
	for id, want := range map[action.ID]bool{action.FileOpen: true, action.PanelHelp: true, action.TimeNext: false, action.CityFates: false,
		action.EditUndo: false, action.WorkCancel: false} {
		if enabled[id] != want {
			t.Errorf("%s is enabled: %t", id, enabled[id])
		}
	}
}

// A key finds its action in its scope. Shift matters only where another action needs it, and Alt is no substitute for Ctrl.
func TestAt(t *testing.T) {
	table := All()
	for _, test := range []struct {
		key   string
		scope Scope
		modal bool
		want  action.ID
	}{
		{"R", Window, false, action.CameraHome},
		{"Shift+R", Window, false, action.CameraHome},
		{"Alt+R", Window, false, ""},
		{"Ctrl+R", Window, false, action.RecordDialog},
		{"C", Window, false, action.CityFates},
		{"Shift+C", Window, false, action.CityBaseline},
		{"Ctrl+C", Window, false, ""},
		{"Ctrl+Shift+C", Window, false, action.PictureCopy},
		{"Ctrl+Alt+Z", Window, false, action.EditUndo},
		{"Super+B", Window, false, action.CameraBirdsEye},
		{"F10", Window, false, ""},
		{"Shift+F10", Window, false, action.MenuOpen},
		{"Shift+/", Window, false, action.PanelKeys},
		{"/", Window, true, ""},
		{"?", Window, true, action.PanelKeys},
		{"R", Window, true, ""},
		{"Ctrl+O", Window, true, action.FileOpen},
		{"F11", Window, false, ""},
		{"F11", Anywhere, false, action.WindowFullScreen},
	} {
		k, err := action.ParseKey(test.key)
		if err != nil {
			t.Fatal(err)
		}
		var got action.ID
		if i := table.At(k, test.scope, test.modal); i != nil {
			got = i.ID
		}
		if got != test.want {
			t.Errorf("%s in %q: %q, want %q", test.key, test.scope, got, test.want)
		}
	}
}

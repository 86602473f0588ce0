package ui

import (
	"os"
	"testing"

	"memcity/render/action"
	"memcity/render/actions"
	"memcity/render/ui/uitest"
)

// TestKeysPage: the manual lists the keys of all actions. The flag -update writes the page.
func TestKeysPage(t *testing.T) {
	const path = "../../assets/help/keys.md"
	page := newTest(t, uitest.Sample(), uitest.Screen, 1).Actions.Page()
	if *uitest.Update {
		if err := os.WriteFile(path, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != page {
		t.Errorf("%s is out of date (%v): run scripts/docs", path, err)
	}
}

// TestTable: no ID occurs twice, and no key twice in a scope, with the actions of views and panels.
func TestTable(t *testing.T) {
	type place struct {
		scope actions.Scope
		key   action.Key
	}
	ids, keys := map[action.ID]bool{}, map[place]action.ID{}
	for _, i := range newTest(t, uitest.Sample(), uitest.Screen, 1).Actions {
		if ids[i.ID] {
			t.Errorf("two actions have the ID %s", i.ID)
		}
		ids[i.ID] = true
		for _, k := range i.Keys {
			if other, taken := keys[place{i.Scope, k}]; taken {
				t.Errorf("%s is the key of %s and %s", k, other, i.ID)
			}
			keys[place{i.Scope, k}] = i.ID
		}
	}
}

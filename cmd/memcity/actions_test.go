package main

import (
	"slices"
	"testing"

	"memcity/render"
	"memcity/render/action"
	"memcity/render/ui/model"
)

// TestEveryAction: a script runs every action.
func TestEveryAction(t *testing.T) {
	var lines []string
	inWindow(t, func(w *screen) {
		w.open("test:town")
		for _, i := range w.App.Panels().Actions() {
			if i.ID != action.WindowClose {
				lines = append(lines, "do "+string(i.ID), "key Escape")
			}
		}
	})
	lines = append(lines, "do "+string(action.WindowClose)) // which ends the script
	if !slices.Contains(lines, "do graph.undo") {
		t.Fatal("the actions of panels are missing")
	}
	mustRun(t, []string{"demo:persons"}, lines...)
	if r := runLines(t, nil, "do none.at-all"); r.err == nil {
		t.Error("an action that does not exist is run")
	}
}

// The key of a disabled action shows why it is disabled. The search runs actions by their title.
func TestDisabledActions(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		w.key("Y", action.Ctrl)
		w.item(model.ToastP, "text", "Nothing was undone.")
		w.key("F", action.Ctrl)
		w.Send(render.Text{Text: "larger panels"})
		w.settle()
		zoom := w.App.Panels().Rect(model.Bar)
		w.key("Enter", 0)
		w.settle()
		if w.App.Panels().Rect(model.Bar) == zoom {
			t.Error("the search does not run the action that it found")
		}
		w.key("0", action.Ctrl)
	})
}

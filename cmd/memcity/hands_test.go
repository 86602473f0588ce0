package main

import (
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/view/whatif"
	"memcity/render"
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
)

// TestMouseAsInOtherTools: the mouse controls of other tools can be selected. The same drags then turn or move the camera.
func TestMouseAsInOtherTools(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		for _, c := range []struct {
			hands  scene.Hands
			button render.Button
			mods   action.Mods
			turns  bool
			moves  bool
		}{
			{scene.OrbitHands, render.LeftButton, 0, true, false}, {scene.OrbitHands, render.RightButton, 0, false, true},
			{scene.MapHands, render.LeftButton, 0, false, true}, {scene.MapHands, render.RightButton, 0, true, false},
			{scene.ModellerHands, render.LeftButton, 0, false, false}, {scene.ModellerHands, render.MiddleButton, 0, true, false},
			{scene.ModellerHands, render.MiddleButton, action.Shift, false, true}, {scene.SelectHands, render.RightButton, 0, true, false},
		} {
			s := w.state().Settings
			s.Hands = c.hands
			w.App.Do(state.Set{To: s})
			before := w.state().Camera
			w.drag(c.button, c.mods, [2]float64{620, 400}, [2]float64{650, 410})
			after := w.state().Camera
			if turned := after.Yaw != before.Yaw; turned != c.turns {
				t.Errorf("%v, button %d: turned is %v", c.hands, c.button, turned)
			}
			if moved := after.Yaw == before.Yaw && after.Target != before.Target; moved != c.moves {
				t.Errorf("%v, button %d: moved is %v", c.hands, c.button, moved)
			}
		}
	})
}

// TestTwoFingers: two fingers pan what is under the pointer, turn with Shift, and zoom with Ctrl. A wheel zooms.
func TestTwoFingers(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		scroll := func(dx, dy float64, mods action.Mods) (before, after scene.Camera) {
			before = w.state().Camera
			w.Send(render.Wheel{X: 620, Y: 400, DX: dx, DY: dy, Mods: mods})
			w.flush()
			return before, w.state().Camera
		}
		_, at := w.pick(620, 400)
		before, after := scroll(0.5, 0.5, 0)
		if x, y := w.project(at); after.Yaw != before.Yaw || after.Distance != before.Distance || !near([2]float64{x, y}, [2]float64{635, 415}, 0.5) {
			t.Errorf("two fingers bring what was at 620, 400 to %.1f, %.1f: %+v, %+v", x, y, before, after)
		}
		if before, after = scroll(0.5, 0, action.Shift); after.Yaw == before.Yaw {
			t.Error("with Shift they do not turn")
		}
		if before, after = scroll(0, 0.3, action.Ctrl); after.Distance >= before.Distance {
			t.Error("with Ctrl they do not zoom")
		}
		w.wait(time.Second)
		if before, after = scroll(0, 1, 0); after.Distance >= before.Distance {
			t.Error("a wheel does not zoom")
		}
		s := w.state().Settings
		s.Scroll = scene.ScrollMoves
		w.App.Do(state.Set{To: s})
		if before, after = scroll(0, 1, 0); after.Distance != before.Distance || after.Target == before.Target {
			t.Error("a wheel that is to move does not")
		}
	})
}

// TestSlashSearches: a slash opens the search on any keyboard layout, without being typed into it. In a text field it is text.
func TestSlashSearches(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		for name, e := range map[string]render.Event{"key": render.Key{Name: "/", Down: true}, "text": render.Text{Text: "/"}} {
			w.Send(e)
			w.flush()
			if w.App.Panels().Rect(model.SearchP).Empty() || !w.App.Panels().Typing() {
				t.Fatalf("%s: there is no search", name)
			}
			w.Send(render.Text{Text: "/Per"})
			w.flush()
			if it := w.item(model.SearchP, "field", "Search"); it.Value != "/Per" {
				t.Errorf("%s: the field holds %q", name, it.Value)
			}
			w.key("Escape", 0)
			w.key("Escape", 0)
			if !w.App.Panels().Rect(model.SearchP).Empty() {
				w.key("Escape", 0)
			}
		}
		w.Send(render.Text{Text: "?"})
		w.flush()
		if w.App.Panels().Rect(model.Help).Empty() {
			t.Error("a question mark does not open the keys")
		}
		w.key("Escape", 0)
	})
}

// TestKeysOfDialogsStayThere: keys typed while a dialog is open never reach the city, whichever control has the focus.
func TestKeysOfDialogsStayThere(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		dialogs := map[model.ID]func(){
			model.PictureP: func() { w.key("S", action.Ctrl|action.Shift) },
			model.ChainP:   func() { w.key("G", action.Ctrl) },
			model.Help:     func() { w.key("F1", 0) },
		}
		for id, open := range dialogs {
			open()
			if w.App.Panels().Rect(id).Empty() {
				t.Fatalf("%s is not open", id)
			}
			for range 3 {
				before := w.state()
				for _, key := range []string{"W", "A", "S", "D", "Q", "E", "1", "2", "3", "4", "B", "R", "F", "I", "C", "V", "H", "U", "X", "P", "N"} {
					if w.App.Panels().Typing() {
						break
					}
					w.Send(render.Key{Name: key, Down: true})
					w.wait(20 * time.Millisecond)
					w.Send(render.Key{Name: key})
				}
				w.wait(flightTime)
				if got := w.state(); got.Camera != before.Camera || got.Point != before.Point || got.Division != before.Division || got.Settings != before.Settings {
					t.Errorf("%s: keys reach the city", id)
				}
				w.key("Tab", 0)
				if i := slices.IndexFunc(w.items(), func(it model.Item) bool { return it.Focused }); i >= 0 && w.items()[i].Panel != id {
					t.Errorf("%s: Tab leads to %s", id, w.items()[i].Panel)
				}
			}
			for range 3 {
				if !w.App.Panels().Rect(id).Empty() {
					w.key("Escape", 0)
				}
			}
			if !w.App.Panels().Rect(id).Empty() {
				t.Fatalf("Esc does not close %s", id)
			}
		}
	})
}

// TestTabFollowsWhatIsSeen: Tab visits the cards from top to bottom and from left to right.
func TestTabFollowsWhatIsSeen(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		w.key(",", action.Ctrl)
		x, y, _ := w.seenAt("Person")
		w.click(x, y)
		var order []model.ID
		for range 150 {
			w.Send(render.Key{Name: "Tab", Down: true})
			w.check(w.App.Panels().Settle())
			i := slices.IndexFunc(w.items(), func(it model.Item) bool { return it.Focused })
			if i < 0 {
				continue
			}
			id := w.items()[i].Panel
			if len(order) == 0 || order[len(order)-1] != id {
				if slices.Contains(order, id) {
					break
				}
				if !place.LiesOver(id) {
					order = append(order, id)
				}
			}
		}
		if len(order) < 5 {
			t.Fatalf("Tab visits %v", order)
		}
		rect := func(id model.ID) image.Rectangle { return w.App.Panels().Rect(id) }
		for i, id := range order[1:] {
			a, b := rect(order[i]), rect(id)
			if b.Min.Y < a.Min.Y || b.Min.Y == a.Min.Y && b.Min.X < a.Min.X {
				t.Errorf("Tab goes from %s at %v up to %s at %v", order[i], a.Min, id, b.Min)
			}
		}
		w.key("Escape", 0)
	})
}

// TestTogglesAreSaid: each toggle by a key shows one short message, which replaces the previous one.
func TestTogglesAreSaid(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		said := func(what, want string) {
			t.Helper()
			list := w.App.Describe().Messages
			if !slices.ContainsFunc(list, func(s string) bool { return strings.HasPrefix(s, want) }) || len(list) > 1 {
				t.Errorf("after %s: %q, want one that begins with %q", what, list, want)
			}
		}
		w.clickItem(model.Bar, "button", "Theme")
		said("theme", "Theme: Dark")
		w.key("Z", action.Ctrl)
		said("undo", "Undone – Theme: Light")
		w.key("Y", action.Ctrl)
		said("redo", "Redone – Theme: Dark")
		w.key("H", 0)
		said("H", "Floors:")
		w.key("H", 0)
		said("H again", "Buildings undivided")
		w.key("V", 0)
		said("V", "References shown as: Routes")
		x, y, _ := w.seenAt("Person")
		w.click(x, y)
		w.key("I", 0)
		said("I", "Showing only the selection")
		w.key("I", 0)
		said("I again", "Showing the whole city")
	})
}

// TestCompass: the sides of the map are buttons for the views of the keys.
func TestCompass(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		for _, c := range []struct{ name, key string }{{"From the front", "1"}, {"From the right", "2"}, {"From the back", "3"},
			{"From the left", "4"}, {"Bird's eye", "B"}, {"Whole city", "R"}} {
			w.key(c.key, 0)
			w.wait(flightTime)
			want := w.state().Camera
			w.key("R", 0)
			w.wait(flightTime)
			w.clickItem(model.MinimapP, "button", c.name)
			w.wait(flightTime)
			if got := w.state().Camera; !closeCamera(got, want) {
				t.Errorf("%s leads to %+v, %s to %+v", c.name, got, c.key, want)
			}
		}
	})
}

// TestRemovalsAreRemembered: the next window restores the removals from the heap.
func TestRemovalsAreRemembered(t *testing.T) {
	inWindows(t, 2, func(w *screen, run int) {
		w.DrawLate()
		w.open("demo:persons")
		_, key := w.target("Person")
		want := whatif.GroupRemoval(w.App.State().Settings.Grouping(), key)
		if run == 0 {
			w.App.Do(state.Select{Key: key})
			w.key("X", 0)
		}
		s := w.state()
		if len(s.Removals) != 1 || s.Removals[0].Key != want.Key || s.Division != scene.ByCut {
			t.Errorf("window %d: %+v is removed, shown is %v", run, s.Removals, s.Division)
		}
		if run == 1 && s.CanUndo() {
			t.Error("there is something to undo")
		}
	})
}

// TestFrozenRecordingEnds: until the first GC point, nothing of the previous recording is visible. If a recording ends while the city is frozen,
// the user can unfreeze it, and closing its bar does so too.
func TestFrozenRecordingEnds(t *testing.T) {
	for _, way := range []string{"Thaw", "Close"} {
		made := newFakeRecording(t)
		withRecorder(t, &fakeRecorder{programs: townProgram(), made: made}, func(w *screen) {
			w.open("test:town")
			w.key("R", action.Ctrl)
			w.until("list", func() bool { _, ok := w.find(model.RecordP, "button", "Town 7"); return ok })
			w.key("Down", 0)
			w.key("Enter", 0)
			w.until("recording", func() bool { return w.live().State == "waiting" })
			for _, id := range []model.ID{model.LegendP, model.TimeBar, model.MinimapP} {
				if !w.App.Panels().Rect(id).Empty() {
					t.Errorf("%s of the recording before is shown", id)
				}
			}
			if x, y := float64(w.width)/2, float64(w.height)/2; w.App.Panels().Rect(model.WaitP).Empty() {
				t.Error("it does not show that it waits")
			} else if w.move(x, y+200); w.state().Hover != "" {
				t.Errorf("%q of the city before is hovered", w.state().Hover)
			}
			made.grow()
			w.until("city", func() bool { return w.live().Shown })
			w.clickItem(model.LiveP, "button", "Freeze")
			at := w.item(model.LiveP, "button", "Stop recording").Rect
			made.grow()
			made.grow()
			w.until("points that wait", func() bool { return w.live().Waiting == 2 })
			if now := w.item(model.LiveP, "button", "Stop recording").Rect; now != at {
				t.Errorf("a button moved from %v to %v", at, now)
			}
			frozen := w.state().Points
			w.clickItem(model.LiveP, "button", "Stop recording")
			w.until("end", func() bool { return w.live().State == "ended" })
			w.clickItem(model.LiveP, "button", way)
			w.until("the last points", func() bool { return w.state().Points == frozen+2 })
		})
	}
}

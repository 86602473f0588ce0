package main

import (
	"os"
	"strings"
	"testing"
	"time"

	"memcity/city/link"
	"memcity/cmd/memcity/window"
	"memcity/render/opening"
	"memcity/render/ui/model"
)

// inTurn calls a tool while the window runs, and returns the tool's text.
func (w *screen) inTurn(a *agent, tool string, arguments map[string]any) string {
	said := make(chan string, 1)
	go func() {
		_, text := a.call(tool, arguments)
		said <- text
	}()
	for {
		select {
		case text := <-said:
			w.flush()
			return text
		case <-time.After(10 * time.Millisecond):
			w.flush()
		}
	}
}

// TestAnAgentShowsSomething: an agent shows a view in the open window once its user has agreed, but not if they refuse.
func TestAnAgentShowsSomething(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	dir := t.TempDir()
	writeDumps(t, dir, 2)
	a := newAgent(t)
	tool := a.about("in the Memory City window")
	if _, text := a.call(tool, map[string]any{"view": "heap"}); !strings.Contains(text, "no window is open") {
		t.Errorf("without a window: %s", text)
	}
	for _, allowed := range []bool{true, false} {
		inNewWindow(t, testOptions(), func(w *screen) {
			end, err := window.TakeRequests(w.App, 1)
			if err != nil {
				w.fatalf("%v", err)
			}
			defer end()
			if text := w.inTurn(a, tool, map[string]any{"view": "heap"}); !strings.Contains(text, "name one") {
				t.Errorf("nothing is open, and it says %s", text)
			}
			asked := map[string]any{"recording": []string{dir}, "view": "heap", "by": "type", "group": []string{"Heap#app.Leaf", "Heap#x\u202ey"}, "at": 1}
			if text := w.inTurn(a, tool, asked); !strings.Contains(text, "asking its user to allow test") {
				t.Fatalf("it does not ask: %s", text)
			}
			if text := w.texts(model.SteerP); !strings.Contains(text, "test wants to control this window") || !strings.Contains(text, "--group=Heap#app.Leaf") || strings.Contains(text, "\u202e") {
				t.Errorf("the prompt says %s", text)
			}
			if w.state().View.String() == "heap" {
				t.Error("it is shown before it is allowed")
			}
			var other opening.Steered
			w.App.Steer(link.Request{Name: "other", Link: link.Link{Recording: []string{dir}}}, func(s opening.Steered) { other = s })
			w.flush()
			if text := w.texts(model.SteerP); other != opening.Waiting || !strings.Contains(text, "test wants") {
				t.Errorf("another program becomes %v, and the prompt says %s", other, text)
			}
			if !allowed {
				w.clickItem(model.SteerP, "button", "Deny")
				w.flush()
				if text := w.inTurn(a, tool, asked); !strings.Contains(text, "does not allow") || w.App.State().View.String() == "heap" {
					t.Errorf("refused: %s, view %v", text, w.App.State().View)
				}
				return
			}
			w.clickItem(model.SteerP, "button", "Allow")
			w.settle()
			s := w.state()
			if s.View.String() != "heap" || s.Selection != "Heap#app.Leaf" || s.Point != 0 {
				t.Errorf("%v, %q selected, GC point %d", s.View, s.Selection, s.Point)
			}
			text := w.inTurn(a, tool, map[string]any{"recording": []string{dir}, "view": "graph", "group": []string{"Heap#lib.Other"}})
			w.settle()
			if s := w.state(); s.View.String() != "graph" || s.Selection != "Heap#lib.Other" || s.Point != 1 || !strings.Contains(text, "memcity --view graph") {
				t.Errorf("the second time: %v, %q selected, GC point %d; %s", s.View, s.Selection, s.Point, text)
			}
			if _, shown := w.find(model.SteerP, "button", "Allow"); shown {
				t.Error("it asks twice")
			}
		})
	}
	if left, _ := os.ReadDir(os.TempDir()); len(left) > 0 {
		t.Errorf("%s is left", left[0].Name())
	}
}

package main

import (
	"strings"
	"testing"

	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/trace/tracetest"
)

// TestWordsOfOtherRuntimes: no view and no panel speaks of Java when a recording has another runtime. Texts that are about memcity itself
// are left out: help, settings, and files.
func TestWordsOfOtherRuntimes(t *testing.T) {
	inWindow(t, func(w *screen) {
		for _, demo := range []string{"demo:carts", "demo:holds", "demo:board"} {
			w.open(demo)
			w.App.Panels().Run(action.PanelGuide)
			w.settle()
			told := map[string]bool{}
			for _, a := range w.App.Panels().Actions() {
				if !strings.HasPrefix(string(a.ID), "view.") && !strings.HasPrefix(string(a.ID), "city.") {
					continue
				}
				w.App.Panels().Run(a.ID)
				w.settle()
				seen := 0
				for _, it := range w.items() {
					if it.Panel == model.Help || it.Panel == model.SettingsP || it.Panel == model.FilesP {
						continue
					}
					seen++
					for _, text := range []string{it.Text, it.Value, it.Hint, it.Why} {
						if tracetest.JavaWords.MatchString(text) && !told[text] {
							told[text] = true
							t.Errorf("%s, %s, %s: %s", demo, a.ID, it.Panel, text)
						}
					}
				}
				if seen == 0 {
					t.Errorf("%s, %s: no texts", demo, a.ID)
				}
			}
		}
	})
}

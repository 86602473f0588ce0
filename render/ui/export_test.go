package ui

import (
	"bytes"
	"strings"
	"testing"

	"memcity/city/view/churns"
	"memcity/city/view/diffs"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
)

// The contents of views can also be exported to files.
func TestChangeIsDrawn(t *testing.T) {
	for button, m := range map[string]model.Model{"Options": uitest.DiffModel(3, 2), "Table": uitest.ChurnModel()} {
		k := newTest(t, m, uitest.Screen, 1)
		panel, rows := model.ViewID(diffs.View.ID), []string{"p0", "50 % of before"}
		if m.State.View == churns.View.ID {
			panel, rows = model.ViewID(churns.View.ID), []string{"0 GCs survived", "Main.read:12"}
		}
		uitest.Click(k, uitest.Find(t, k, panel, "button", button))
		uitest.Click(k, uitest.Find(t, k, model.Menu, "button", "Save as SVG…"))
		var picture bytes.Buffer
		for _, e := range uitest.Taken(k) {
			if s, ok := e.(model.Save); ok {
				if err := s.Write(&picture); err != nil {
					t.Error(err)
				}
			}
		}
		for _, text := range rows {
			if !strings.Contains(picture.String(), text) {
				t.Errorf("%s: %q is not in the picture", panel, text)
			}
		}
	}
}

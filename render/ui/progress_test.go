package ui

import (
	"testing"

	"memcity/city/query"
	"memcity/city/view/table"
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
)

// While sizes are computed the view shows the progress itself, without a card. Other work has a card.
func TestHeapShowsProgress(t *testing.T) {
	m := uitest.HeapModel(3, 2)
	m.Results = query.Results{Request: query.NewRequest(table.SizesKind.Of(table.SizesQuery{})), Busy: true,
		Progress: query.Progress{Done: 1, Total: 4, What: "sizes"}}
	m.Progress = &model.Progress{Text: "sizes", Fraction: 0.25, Cancel: true}
	k := newTest(t, m, uitest.Screen, 1)
	if _, open := k.Rects[model.ProgressP]; open {
		t.Error("a card lies over the table")
	}
	uitest.Click(k, uitest.Find(t, k, "heap", "button", "Cancel"))
	uitest.Wanted(t, k, model.Run(action.WorkCancel))
	m.Progress = &model.Progress{Text: "reading", Fraction: -1}
	k = newTest(t, m, uitest.Screen, 1)
	if _, open := k.Rects[model.ProgressP]; !open {
		t.Error("nothing shows reading")
	}
}

package summary

import (
	"memcity/city/view/summaries"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// New returns the summary.
func New() *widget.Panel { return (&View{}).panel() }

func (view *View) panel() *widget.Panel {
	return &widget.Panel{
		ID: model.ViewID(summaries.View.ID), Usual: widget.Whole, Draw: view.DrawSummary,
		View: &widget.View{View: summaries.View.ID, Text: "Summary", Icon: "list", Key: "Ctrl+I",
			Hint: "What the last heap state holds, who holds it, waste, and what to record next"},
		ShowsProgress: func(k *widget.Core) bool { return k.ViewProgress(summaries.View.ID) },
	}
}

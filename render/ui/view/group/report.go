package group

import (
	"memcity/city/view/inspect"
	"memcity/render/ui/model"
)

// reportOf returns the report on the current selection; nil if there is none yet.
func reportOf(m *model.Model) *inspect.Report {
	r := inspect.Kind.Result(&m.Results)
	if r == nil || !r.Query.Keys.Is(m.State.Selected()) || r.Query.By != inspect.View.Of(m.State.Views).By {
		return nil
	}
	return r
}

// computing reports whether the current content is still being computed, or about to be.
func computing(m *model.Model) bool {
	r, requested := &m.Results, false
	if object, walking := inspect.View.Of(m.State.Views).Object(); walking {
		q, ok := inspect.ObjectKind.In(r.Request)
		requested = ok && q.Object == object
	} else {
		q, ok := inspect.Kind.In(r.Request)
		requested = ok && q.Keys.Is(m.State.Selected()) && q.By == inspect.View.Of(m.State.Views).By
	}
	return r.Busy || m.Progress != nil || !requested
}

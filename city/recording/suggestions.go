package recording

import (
	"memcity/analysis/guide"
	"memcity/analysis/guide/findings"
)

// Suggestions returns the guide's suggestions for a window. ok is false if the guide has not run for it.
func (o *Recording) Suggestions(w findings.Window) (s guide.Suggestions, ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	s, ok = o.suggested[w]
	return s, ok
}

// maxSuggested is the number of windows whose suggestions are kept.
const maxSuggested = 16

// KeepSuggestions keeps the guide's suggestions for a window. Beyond [maxSuggested], it drops the suggestions of another window. They are computed again when
// they are needed.
func (o *Recording) KeepSuggestions(w findings.Window, cuts guide.Suggestions) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for old := range o.suggested {
		if len(o.suggested) >= maxSuggested && old != w && !old.IsAll() {
			delete(o.suggested, old)
		}
	}
	if o.suggested == nil {
		o.suggested = map[findings.Window]guide.Suggestions{}
	}
	o.suggested[w] = cuts
}

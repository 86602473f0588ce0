package graphs

import (
	"slices"

	"memcity/city/seq"
)

// State is the heap graph of the selected groups, or of single objects.
type State struct {
	Keys []string // selected groups that the steps belong to. Never written to
	// Objects are shown in place of the groups, if there are any. They belong to one GC point. Never written to.
	Objects []uint32

	Steps  []Step // never written to
	Undone []Step // last one first to be done again. Never written to
}

// FirstSteps is how the heap graph of a selection begins: with what is requested most.
var FirstSteps = []Step{{Kind: PathsToRoot}}

// For returns what is shown of selected groups: e if its steps belong to them, else the beginning.
func (e State) For(keys []string) State {
	if len(keys) == 0 || slices.Equal(e.Keys, keys) {
		return e
	}
	return State{Keys: keys, Steps: FirstSteps}
}

// Walk returns what the heap graph shows.
func (e State) Walk() Walk {
	w := Walk{Objects{Single: seq.Of(e.Objects...)}, seq.Of(e.Steps...)}
	if len(e.Objects) == 0 {
		w.Objects.Keys = seq.Of(e.Keys...)
	}
	return w
}

// Any reports whether there is anything to be shown.
func (e State) Any() bool { return len(e.Keys) > 0 || len(e.Objects) > 0 }

// Begun reports whether there are steps beyond those that a heap graph begins with.
func (e State) Begun() bool { return !slices.Equal(e.Steps, FirstSteps) }

package graphs

import (
	"slices"

	"memcity/city/seq"
)

// State is the heap graph of the selected groups, or of single objects.
type State struct {
	Keys []string // selected groups that the steps belong to; read-only
	// Objects, if any, replace the groups. They belong to one GC point. Read-only.
	Objects []uint32

	Steps  []Step // read-only
	Undone []Step // undone steps, next to repeat first; read-only
}

// FirstSteps are the initial steps of a selection's heap graph: the steps that users request most often.
var FirstSteps = []Step{{Kind: PathsToRoot}}

// For returns the state for the selected groups: e if its steps belong to them, otherwise the initial state.
func (e State) For(keys []string) State {
	if len(keys) == 0 || slices.Equal(e.Keys, keys) {
		return e
	}
	return State{Keys: keys, Steps: FirstSteps}
}

// Walk returns the selected heap graph.
func (e State) Walk() Walk {
	w := Walk{Objects{Single: seq.Of(e.Objects...)}, seq.Of(e.Steps...)}
	if len(e.Objects) == 0 {
		w.Objects.Keys = seq.Of(e.Keys...)
	}
	return w
}

// Any reports whether there is anything to show.
func (e State) Any() bool { return len(e.Keys) > 0 || len(e.Objects) > 0 }

// Begun reports whether the steps differ from the initial ones.
func (e State) Begun() bool { return !slices.Equal(e.Steps, FirstSteps) }

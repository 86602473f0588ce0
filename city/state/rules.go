package state

import (
	"memcity/city/budget"
)

// UseRules chooses the rules file that is held against the recording; nil for none. It can be taken back with Undo.
type UseRules struct{ File *budget.RulesFile }

func (a UseRules) step(s State) State {
	before := s.choices()
	s.Rules = a.File
	return s.chose(before, "")
}

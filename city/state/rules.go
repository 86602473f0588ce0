package state

import (
	"memcity/city/budget"
)

// UseRules chooses the rules file to evaluate against the recording; nil for none. Undo reverts it.
type UseRules struct{ File *budget.RulesFile }

func (a UseRules) step(s State) State {
	before := s.choices()
	s.Rules = a.File
	return s.chose(before, "")
}

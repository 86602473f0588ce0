package model

import (
	"memcity/city/budget"
)

// AddRule adds a rule. RemoveRule removes one, ArmRule lets it fire again, and ShowFired shows its violation. Rules are given by their index
// in Live.Input.Rules.
type (
	AddRule    struct{ Rule budget.Rule }
	RemoveRule struct{ Index int }
	ArmRule    struct{ Index int }
	ShowFired  struct{ Index int }
)

func (AddRule) event() {}

func (RemoveRule) event() {}

func (ArmRule) event() {}

func (ShowFired) event() {}

package model

import (
	"memcity/city/budget"
)

// AddRule requests another rule; RemoveRule, ArmRule and ShowFired speak of one by its index in Live.Input.Rules: to take
// it away, to let it fire again, and to show what it fired for.
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

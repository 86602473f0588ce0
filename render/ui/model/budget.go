package model

import (
	"memcity/city/budget"
)

// SetBudget sets a budget in the open rules file, or in a new one. ShowBudget selects the largest group of a rule. GoToBroken goes to the GC
// point where a rule was first broken. Rules are given by their index in Budgets.Rules.
type (
	SetBudget  struct{ Budget budget.GroupBudget }
	ShowBudget struct{ Rule int }
	GoToBroken struct{ Rule int }
)

func (SetBudget) event()  {}
func (ShowBudget) event() {}
func (GoToBroken) event() {}

// Budgets contains the rules of a rules file, with their outcomes at the current GC point.
type Budgets struct {
	File  string // file name without folders
	Path  string
	Rules []BudgetRow
	Open  bool // the panel is open
	Near  int  // number of budgets nearly broken now
	Now   int  // number of budgets broken now
	Busy  bool // some rules are still being evaluated
}

// BudgetRow is a rule of a rules file.
type BudgetRow struct {
	Name     string
	Sentence string // "" if equal to Name
	Why      string // what to do about it
	Budget   bool   // evaluated at every GC point; otherwise over the whole recording
	Status   budget.BudgetStatus
	Words    string // measured value
	Severity string // "warning" or "note"; "" for an error
	First    int    // 0-based GC point where it was first broken; -1 for none
	Shows    bool   // the city contains groups of the rule
}

func (b *Budgets) IsOpen() bool { return b != nil && b.Open }

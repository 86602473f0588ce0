package model

import (
	"memcity/city/budget"
)

// SetBudget requests a budget in the rules file that is open, or in a new one. ShowBudget and GoToBroken speak of a rule by its
// index in Budgets.Rules: to select the largest of its groups, and to go to the GC point at which it was broken first.
type (
	SetBudget  struct{ Budget budget.GroupBudget }
	ShowBudget struct{ Rule int }
	GoToBroken struct{ Rule int }
)

func (SetBudget) event()  {}
func (ShowBudget) event() {}
func (GoToBroken) event() {}

// Budgets are the rules of a rules file with how they stand at the GC point shown.
type Budgets struct {
	File  string // its name without folders
	Path  string
	Rules []BudgetRow
	Open  bool // the panel is
	Near  int  // budgets nearly broken now
	Now   int  // budgets broken now
	Busy  bool // some are not judged yet
}

// BudgetRow is one rule of a rules file.
type BudgetRow struct {
	Name     string
	Sentence string // empty if it is the name
	Why      string // what to do about it
	Budget   bool   // it is judged at every GC point; else over the whole recording
	Status   budget.BudgetStatus
	Words    string // what is measured
	Severity string // warning or note; empty for an error
	First    int    // GC point from 0 at which it was broken first; -1 if there is none
	Shows    bool   // the city has groups that it is about
}

func (b *Budgets) IsOpen() bool { return b != nil && b.Open }

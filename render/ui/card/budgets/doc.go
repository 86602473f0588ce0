// Package budgets draws the rules of a rules file, and the form that sets a budget.
package budgets

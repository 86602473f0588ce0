// Package budgets draws the budgets of a rules file and the form that sets one.
package budgets

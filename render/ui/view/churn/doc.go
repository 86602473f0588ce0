// Package churn draws the churn view: what died in the window, how old it was, and where it was allocated.
package churn

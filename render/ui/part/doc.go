// Package part has what several cards and views show alike: facts, lists and references of a group, its note and its colour,
// lines of legends, and what can be removed in the what-if. A panel shares by way of this package, never with another panel.
package part

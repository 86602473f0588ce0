// Package part draws elements shared by several cards and views: facts, lists and references of a group, its note and color, lines of
// legends, and what-if controls. Panels share code through this package and do not import each other.
package part

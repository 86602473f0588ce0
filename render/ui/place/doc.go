// Package place arranges panels in the window: bars, drawers, cards, dialogs, menus and tooltips, by their IDs and preferred sizes. Cards
// never overlap. The package only computes rectangles and does not depend on the content of panels.
package place

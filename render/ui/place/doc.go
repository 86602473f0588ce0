// Package place arranges panels in the window: bars, drawers, cards, dialogs, menus and notes, by their names and the sizes
// that they request. Cards never overlap. It is geometry: it draws nothing and knows no contents.
package place

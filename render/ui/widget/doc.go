// Package widget lays out panels and provides their controls: buttons, fields, scrolling, menus, tree tables, plots, heads of views, and
// exports. [Core] contains the state that the panels share between layouts. It handles input and decides what to repaint. A [Panel] is a
// card or a view. Panels draw on a [Canvas], which is a [canvas.Canvas] with controls.
//
// Panels keep their own state between layouts: in the value that their functions are bound to or, for cards drawn by functions, in a type
// passed to [Keep]. The package reads no clock: times come with input.
package widget

// Package widget lays out panels and gives them controls: buttons, fields, scrolling, menus, tree tables, plots, the heads of
// views, and what is exported of them. [Core] holds what the panels listed share between layouts, takes input, and decides
// what is painted again; a [Panel] is one card or view. [Canvas] is what a panel draws on: a [canvas.Canvas] with controls.
//
// What a panel keeps between layouts is its own: fields of the value that its functions are bound to or, for cards that draw
// with functions, a type handed to [Keep]. Nothing here reads a clock: the time comes with input.
package widget

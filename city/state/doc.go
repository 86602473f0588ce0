// Package state contains the user's view and choices: a [State] is a value that only [Step] changes, by an [Action]. Undo reverts choices,
// Back returns to places, and the guide's steps do both.
//
// The state of a single view is a type of the view's package below city/view, which does not know the other views. State has one field for
// all of them. The actions that change them are here, because a change of one view may need shared state: the window, the selection, the
// history.
package state

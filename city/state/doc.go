// Package state is what the user sees and chose: a [State] is a value that only [Step] moves, by an [Action]. Undo takes back
// choices, going back returns to places, and the guide's steps do both at once.
//
// Each view's own state is a type of the view's package below city/view, which knows nothing of the others; the state has one
// field for each of them, and the actions that change them are here, as a change of one view may need what all share: the
// window, the selection, the history.
package state

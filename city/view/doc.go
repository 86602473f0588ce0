// Package view is what the views of a recording have in common: a name, a state of its own, and how other parts of the
// program handle that state without knowing it.
//
// Each view declares itself once, as a variable of its pure package, such as churns.View. That variable gives typed access to
// its state in [States]. Undo, the history, opening another recording and requests are loops over what is declared, so nothing
// outside names a view to keep its state.
package view

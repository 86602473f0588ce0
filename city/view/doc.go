// Package view registers the views of a recording, each with a name and a state. Other parts of the program handle these states without
// knowing their types.
//
// Each view declares itself once, as a variable of its package without drawing code, such as churns.View. The variable gives typed access
// to its state in [States]. Undo, the history, opening another recording and requests loop over the declared views, so nothing else needs
// to know a view to keep its state.
package view

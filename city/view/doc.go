// Package view registers the views of a recording, each with a name and a state. Other parts of the program handle these states without
// knowing their types.
//
// Each view declares itself once, as a variable of its package, such as churns.View. The variable gives typed access to its state in
// [States]. These packages contain no drawing code. Undo, the history, opening another recording and requests loop over the declared
// views, so no other code needs to name a view to keep its state.
package view

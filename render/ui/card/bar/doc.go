// Package bar draws the two bars of the window: along the top the name of the recording, the path of the selection, and buttons, and at the
// left edge the column of views.
package bar

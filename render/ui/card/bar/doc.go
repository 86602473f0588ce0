// Package bar draws the bar along the top: the name of the recording, the path of the selection, and buttons.
package bar

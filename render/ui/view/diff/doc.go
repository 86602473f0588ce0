// Package diff draws the diff view: what was born, died and survived between the ends of the window.
package diff

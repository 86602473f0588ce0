// Package start draws the start screen.
package start

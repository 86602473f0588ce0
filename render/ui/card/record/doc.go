// Package record draws the dialog that starts a recording.
package record

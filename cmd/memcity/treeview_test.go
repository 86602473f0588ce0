package main

import "testing"

// The script that comes with the program does what it says.
func TestTreeScript(t *testing.T) {
	runBundled(t, "tree.script", persons...)
}

package main

import "testing"

// TestTreeScript runs the bundled script.
func TestTreeScript(t *testing.T) {
	runBundled(t, "tree.script", persons...)
}

package main

import _ "embed"

// once is what was measured on a machine with a graphics card and 16 cores, and is not measured again with the rest of the page.
//
//go:embed once.md
var once string

package main

import _ "embed"

// once contains measurements from a machine with a graphics card and 16 cores, which are not repeated with the rest of the page.
//
//go:embed once.md
var once string

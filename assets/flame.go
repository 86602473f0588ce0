package assets

import _ "embed"

//go:embed flame/flame.css
var flameStyle string

//go:embed flame/flame.js
var flameScript string

// FlameStyle returns the style sheet of flame graphs.
func FlameStyle() string { return flameStyle }

// FlameScript returns the script of flame graphs, which adds zoom and search. It only reads the drawn graph.
func FlameScript() string { return flameScript }

package treemap

// Kind selects how a memory tree is drawn.
type Kind uint8

var KindNames = []string{"sunburst", "icicle"}

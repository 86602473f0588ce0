package ui

// drawGraph draws the graph view.
func drawGraph(c *canvas, b box) { drawViewHead(c, &b, "Graph") }

package ui

// drawChain draws the window for what heap states are grouped by.
func drawChain(c *canvas, b box) { drawViewHead(c, &b, "Group by") }

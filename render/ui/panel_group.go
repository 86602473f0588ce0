package ui

// drawGroup draws the group view.
func drawGroup(c *canvas, b box) { drawViewHead(c, &b, "Group") }

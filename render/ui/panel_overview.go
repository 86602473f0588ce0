package ui

func drawOverview(c *canvas, b box) { drawViewHead(c, &b, "Overview") }

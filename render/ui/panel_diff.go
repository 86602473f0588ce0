package ui

func drawDiff(c *canvas, b box) { drawViewHead(c, &b, "Diff") }

package ui

func drawTrends(c *canvas, b box) { drawViewHead(c, &b, "Trends") }

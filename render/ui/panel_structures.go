package ui

func drawStructures(c *canvas, b box) { drawViewHead(c, &b, "Structures") }

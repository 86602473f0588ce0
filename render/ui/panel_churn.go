package ui

func drawChurn(c *canvas, b box) { drawViewHead(c, &b, "Churn") }

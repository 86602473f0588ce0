package ui

// drawHeap draws the heap view.
func drawHeap(c *canvas, b box) { drawViewHead(c, &b, "Heap") }

package ui

// box is a rectangle in dp. Panels are laid out by cutting pieces off boxes.
type box struct{ x, y, w, h float32 }

func (b box) right() float32  { return b.x + b.w }
func (b box) bottom() float32 { return b.y + b.h }
func (b box) midX() float32   { return b.x + b.w/2 }
func (b box) midY() float32   { return b.y + b.h/2 }

func (b box) inset(x, y float32) box {
	return box{b.x + x, b.y + y, max(b.w-2*x, 0), max(b.h-2*y, 0)}
}

func (b box) moved(x, y float32) box { return box{b.x + x, b.y + y, b.w, b.h} }

// withHeight returns a box of the given height at the top of b.
func (b box) withHeight(h float32) box { return box{b.x, b.y, b.w, h} }

// middle returns a box of the given height in the vertical middle of b.
func (b box) middle(h float32) box { return box{b.x, b.y + (b.h-h)/2, b.w, h} }

// centered returns a box of the given size in the middle of b.
func (b box) centered(w, h float32) box { return box{b.x + (b.w-w)/2, b.y + (b.h-h)/2, w, h} }

func (b *box) cutTop(h float32) box {
	h = min(h, b.h)
	piece := box{b.x, b.y, b.w, h}
	b.y += h
	b.h -= h
	return piece
}

func (b *box) cutBottom(h float32) box {
	h = min(h, b.h)
	b.h -= h
	return box{b.x, b.y + b.h, b.w, h}
}

func (b *box) cutLeft(w float32) box {
	w = min(w, b.w)
	piece := box{b.x, b.y, w, b.h}
	b.x += w
	b.w -= w
	return piece
}

func (b *box) cutRight(w float32) box {
	w = min(w, b.w)
	b.w -= w
	return box{b.x + b.w, b.y, w, b.h}
}

func (b box) intersect(o box) box {
	x, y := max(b.x, o.x), max(b.y, o.y)
	return box{x, y, max(min(b.right(), o.right())-x, 0), max(min(b.bottom(), o.bottom())-y, 0)}
}

func (b box) empty() bool { return b.w <= 0 || b.h <= 0 }

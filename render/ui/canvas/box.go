package canvas

// Box is a rectangle in dp. Panels are laid out by cutting pieces off boxes.
type Box struct{ X, Y, W, H float32 }

func (b Box) Right() float32  { return b.X + b.W }
func (b Box) Bottom() float32 { return b.Y + b.H }
func (b Box) MidX() float32   { return b.X + b.W/2 }
func (b Box) MidY() float32   { return b.Y + b.H/2 }

func (b Box) Inset(x, y float32) Box {
	return Box{b.X + x, b.Y + y, max(b.W-2*x, 0), max(b.H-2*y, 0)}
}

func (b Box) Moved(x, y float32) Box { return Box{b.X + x, b.Y + y, b.W, b.H} }

// WithHeight returns a box of the given height at the top of b.
func (b Box) WithHeight(h float32) Box { return Box{b.X, b.Y, b.W, h} }

// Middle returns a box of the given height, vertically centered in b.
func (b Box) Middle(h float32) Box { return Box{b.X, b.Y + (b.H-h)/2, b.W, h} }

// Centered returns a box of the given size in the center of b.
func (b Box) Centered(w, h float32) Box { return Box{b.X + (b.W-w)/2, b.Y + (b.H-h)/2, w, h} }

func (b *Box) CutTop(h float32) Box {
	h = min(h, b.H)
	piece := Box{b.X, b.Y, b.W, h}
	b.Y += h
	b.H -= h
	return piece
}

func (b *Box) CutBottom(h float32) Box {
	h = min(h, b.H)
	b.H -= h
	return Box{b.X, b.Y + b.H, b.W, h}
}

func (b *Box) CutLeft(w float32) Box {
	w = min(w, b.W)
	piece := Box{b.X, b.Y, w, b.H}
	b.X += w
	b.W -= w
	return piece
}

func (b *Box) CutRight(w float32) Box {
	w = min(w, b.W)
	b.W -= w
	return Box{b.X + b.W, b.Y, w, b.H}
}

func (b Box) Intersect(o Box) Box {
	x, y := max(b.X, o.X), max(b.Y, o.Y)
	return Box{x, y, max(min(b.Right(), o.Right())-x, 0), max(min(b.Bottom(), o.Bottom())-y, 0)}
}

func (b Box) Empty() bool { return b.W <= 0 || b.H <= 0 }

// CutSide returns the left part of b with the given width, at most that of b.
func (b Box) CutSide(w float32) Box { return b.WithWidth(min(w, b.W)) }

// WithWidth returns a box of the given width at the left of b.
func (b Box) WithWidth(w float32) Box { return Box{b.X, b.Y, w, b.H} }

// Rect returns a box by its top left corner and size in dp.
func Rect(x, y, w, h float32) Box { return Box{x, y, w, h} }

// Pt returns a point in dp.
func Pt(x, y float32) Point { return Point{x, y} }

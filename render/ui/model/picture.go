package model

// PictureOptions are the user's choices about a picture of the city.
type PictureOptions struct {
	Scale           int // times the size of the window, 1 … MaxPictureScale
	Legend, Caption bool
	Labels          bool // names on districts and tags on buildings
	Transparent     bool // no ground and sky
}

// MaxPictureScale is the largest scale that is offered.
const MaxPictureScale = 4

// Picture is what the dialog for pictures shows.
type Picture struct {
	Options       PictureOptions
	Width, Height int    // of the window in pixels
	Problem       string // why there can be no picture as chosen; empty if there can
}

// SetPicture requests other choices about pictures. The result is Model.Picture.
type SetPicture struct{ Options PictureOptions }

func (SetPicture) event() {}

// Usable reports whether the dialog has something to show; what it gets is not trusted.
func (p *Picture) Usable() bool {
	return p != nil && p.Options.Scale >= 1 && p.Options.Scale <= MaxPictureScale
}

package model

// PictureOptions are the user's options for a picture of the city.
type PictureOptions struct {
	Scale           int // multiple of the window size, 1 … MaxPictureScale
	Legend, Caption bool
	Labels          bool // names on districts, and tags on buildings
	Transparent     bool // no ground and sky
}

// MaxPictureScale is the maximum scale.
const MaxPictureScale = 4

// Picture is the model of the picture dialog.
type Picture struct {
	Options       PictureOptions
	Width, Height int    // size of the window in pixels
	Problem       string // why the picture cannot be made; "" if it can
}

// SetPicture sets the options for pictures. The result is Model.Picture.
type SetPicture struct{ Options PictureOptions }

func (SetPicture) event() {}

// Usable reports whether the dialog has valid content.
func (p *Picture) Usable() bool {
	return p != nil && p.Options.Scale >= 1 && p.Options.Scale <= MaxPictureScale
}

package pictures

import (
	"context"
	"image"

	"memcity/assets"
	"memcity/cmd/memcity/cli"
	"memcity/render/picture"
	"memcity/render/typeset"
)

// painter draws the pictures of reports, off screen.
type painter struct{ fonts *typeset.Fonts }

// NewPainter returns a painter with the system's fonts.
func NewPainter() cli.Painter { return painter{typeset.System(assets.InterMedium, func() {})} }

func (p painter) Paint(ctx context.Context, v cli.Painting) (image.Image, error) {
	return picture.Picture(ctx, picture.Shot{City: v.City, Name: v.Name, Settings: v.Settings, Selected: v.Selected, Camera: "home",
		Width: v.Width, Height: v.Height, Scale: 1, Fonts: p.fonts})
}

func (p painter) Close() { p.fonts.Close() }

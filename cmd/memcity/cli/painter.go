package cli

import (
	"context"
	"image"

	"memcity/city/scene"
)

// Painter draws cities. Programs without graphics have none.
type Painter interface {
	Paint(ctx context.Context, v Painting) (image.Image, error)
	Close()
}

// Painting is the city to draw, seen as a whole.
type Painting struct {
	Name          string // of the recording
	City          *scene.City
	Settings      scene.Settings
	Selected      scene.Target
	Width, Height int // pixels
}

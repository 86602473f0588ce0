package help

import (
	"embed"
	"image"
	"image/draw"
	_ "image/jpeg" // pictures are photographs of the window
)

//go:embed pictures
var pictures embed.FS

// Image returns a picture of a page by the file name in its block; nil if there is none. Decoding takes some milliseconds.
func Image(file string) *image.RGBA {
	f, err := pictures.Open(file)
	if err != nil {
		return nil
	}
	defer f.Close()
	decoded, _, err := image.Decode(f)
	if err != nil {
		return nil
	}
	out := image.NewRGBA(image.Rectangle{Max: decoded.Bounds().Size()})
	draw.Draw(out, out.Rect, decoded, decoded.Bounds().Min, draw.Src)
	return out
}

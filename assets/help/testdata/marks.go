// Marks draws numbered marks into a PNG file, for annotated pictures of the manual: the first place gets 1, the next 2, and so on.
//
//	go run ./assets/help/testdata/marks.go FILE.png X,Y...
package main

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"strconv"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"memcity/assets"
)

const radius = 11 // of a mark, in pixels

var (
	ink   = color.RGBA{R: 20, G: 24, B: 32, A: 255}
	paper = color.RGBA{R: 255, G: 214, B: 64, A: 255}
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "marks: expected a PNG file and places such as 120,80")
		os.Exit(2)
	}
	if err := mark(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "marks: "+err.Error())
		os.Exit(1)
	}
}

func mark(file string, places []string) error {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	decoded, err := png.Decode(in)
	in.Close()
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	parsed, err := opentype.Parse(assets.InterSemiBold)
	if err != nil {
		return err
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: 14, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		return err
	}
	img := image.NewRGBA(decoded.Bounds())
	draw.Draw(img, img.Rect, decoded, img.Rect.Min, draw.Src)
	for i, place := range places {
		var at image.Point
		if _, err := fmt.Sscanf(place, "%d,%d", &at.X, &at.Y); err != nil || !at.In(img.Rect) {
			return fmt.Errorf("%q: expected X,Y within the picture", place)
		}
		disc(img, at, radius+2, ink)
		disc(img, at, radius, paper)
		text := strconv.Itoa(i + 1)
		pen := font.Drawer{Dst: img, Src: image.NewUniform(ink), Face: face}
		pen.Dot = fixed.Point26_6{X: fixed.I(at.X) - pen.MeasureString(text)/2, Y: fixed.I(at.Y + 5)}
		pen.DrawString(text)
	}
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	if err := png.Encode(out, img); err != nil {
		out.Close()
		return err
	}
	return out.Close()
}

// disc draws a filled circle with a smooth border, from 16 samples of each pixel.
func disc(img *image.RGBA, at image.Point, radius int, c color.RGBA) {
	mask := image.NewAlpha(image.Rect(at.X-radius-1, at.Y-radius-1, at.X+radius+2, at.Y+radius+2))
	for y := mask.Rect.Min.Y; y < mask.Rect.Max.Y; y++ {
		for x := mask.Rect.Min.X; x < mask.Rect.Max.X; x++ {
			inside := 0
			for s := range 16 {
				dx, dy := 8*(x-at.X)+2*(s%4)-3, 8*(y-at.Y)+2*(s/4)-3
				if dx*dx+dy*dy <= 64*radius*radius {
					inside++
				}
			}
			mask.SetAlpha(x, y, color.Alpha{A: uint8(inside * 255 / 16)})
		}
	}
	draw.DrawMask(img, mask.Rect, image.NewUniform(c), image.Point{}, mask, mask.Rect.Min, draw.Over)
}

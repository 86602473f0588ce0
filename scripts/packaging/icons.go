package main

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/image/vector"
)

// The icon is a small city: buildings on a plate, one of them red. It is drawn from polygons in a square of side 1, so that it is sharp at
// every size.

// iconSizes contains the sizes of the icon in pixels, which are those of the icon theme hicolor.
var iconSizes = []int{16, 22, 24, 32, 36, 48, 64, 72, 96, 128, 192, 256, 512}

// box is a building: its position on the plate, its sides and its height.
type box struct {
	x, y, width, depth, height float64
	color                      color.RGBA
}

var (
	plate     = color.RGBA{0x5b, 0x68, 0x7d, 0xff}
	pale      = color.RGBA{0xe4, 0xe7, 0xec, 0xff}
	slate     = color.RGBA{0x9a, 0xa9, 0xc0, 0xff}
	red       = color.RGBA{0xd4, 0x2a, 0x2f, 0xff}
	buildings = []box{
		{-0.06, -0.06, 1.12, 1.12, 0.08, plate},
		{0.04, 0.04, 0.42, 0.42, 0.80, slate},
		{0.54, 0.04, 0.42, 0.42, 1.55, red},
		{0.04, 0.54, 0.42, 0.42, 1.15, pale},
		{0.54, 0.54, 0.42, 0.42, 0.50, slate},
	}
)

// point is a position in the picture.
type point struct{ x, y float64 }

// face is a visible side of a box.
type face struct {
	corners [4]point
	color   color.RGBA
}

// Position of the plate's nearest corner in the picture, and scale. The icon fills its square except for a small margin.
const (
	iconScale  = 0.51
	iconCentre = 0.5
	iconBottom = 0.94
	ground     = 0.08 // height of the plate, on which the buildings stand
)

// project returns the picture position of a point in the city, seen from above and in front: x points right and down, y left and down.
func project(x, y, z float64) point {
	return point{iconCentre + (x-y)*0.75*iconScale, iconBottom - iconScale*((2-x-y)*0.40+z*0.62) - 0.012}
}

// faces returns the visible sides of the city, farthest first.
func faces() (all []face) {
	order := slices.Clone(buildings)
	slices.SortStableFunc(order[1:], func(a, b box) int { return cmp.Compare(a.x+a.y, b.x+b.y) })
	for i, b := range order {
		low := ground
		if i == 0 {
			low = 0
		}
		high, x, y := low+b.height, b.x+b.width, b.y+b.depth
		all = append(all,
			face{[4]point{project(b.x, b.y, high), project(x, b.y, high), project(x, y, high), project(b.x, y, high)}, b.color},
			face{[4]point{project(b.x, y, low), project(x, y, low), project(x, y, high), project(b.x, y, high)}, shade(b.color, 0.82)},
			face{[4]point{project(x, b.y, low), project(x, y, low), project(x, y, high), project(x, b.y, high)}, shade(b.color, 0.62)})
	}
	return all
}

func shade(c color.RGBA, by float64) color.RGBA {
	dim := func(v uint8) uint8 { return uint8(float64(v)*by + 0.5) }
	return color.RGBA{dim(c.R), dim(c.G), dim(c.B), c.A}
}

// iconPNG draws the icon.
func iconPNG(side int) image.Image {
	// Adjacent sides share edges. Drawing at a larger scale hides the background between them.
	finer := min(8, max(2, 1024/side))
	large := image.NewRGBA(image.Rect(0, 0, side*finer, side*finer))
	for _, f := range faces() {
		r := vector.NewRasterizer(side*finer, side*finer)
		for i, p := range f.corners {
			x, y := float32(p.x*float64(side*finer)), float32(p.y*float64(side*finer))
			if i == 0 {
				r.MoveTo(x, y)
			} else {
				r.LineTo(x, y)
			}
		}
		r.ClosePath()
		r.Draw(large, large.Bounds(), image.NewUniform(f.color), image.Point{})
	}
	return smaller(large, finer)
}

// smaller scales a picture down by the given factor. Each pixel is the mean of by × by pixels.
func smaller(from *image.RGBA, by int) *image.RGBA {
	to := image.NewRGBA(image.Rect(0, 0, from.Rect.Dx()/by, from.Rect.Dy()/by))
	for y := range to.Rect.Dy() {
		for x := range to.Rect.Dx() {
			var sum [4]int
			for dy := range by {
				for dx := range by {
					c := from.RGBAAt(x*by+dx, y*by+dy)
					for i, v := range []uint8{c.R, c.G, c.B, c.A} {
						sum[i] += int(v)
					}
				}
			}
			n := by * by
			to.SetRGBA(x, y, color.RGBA{uint8(sum[0] / n), uint8(sum[1] / n), uint8(sum[2] / n), uint8(sum[3] / n)})
		}
	}
	return to
}

// iconSVG returns the icon as SVG.
func iconSVG() string {
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">` + "\n")
	for _, f := range faces() {
		var corners []string
		for _, p := range f.corners {
			corners = append(corners, fmt.Sprintf("%.1f,%.1f", p.x*512, p.y*512))
		}
		fill := fmt.Sprintf("#%02x%02x%02x", f.color.R, f.color.G, f.color.B)
		fmt.Fprintf(&b, `<polygon points="%s" fill="%s" stroke="%s" stroke-width="1"/>`+"\n", strings.Join(corners, " "), fill, fill)
	}
	return b.String() + "</svg>\n"
}

// writeIcons writes all sizes into the folders of an icon theme.
func writeIcons(folder string) error {
	save := func(size, name string, write func(io.Writer) error) error {
		to := filepath.Join(folder, size, "apps")
		if err := os.MkdirAll(to, 0o777); err != nil {
			return err
		}
		return writeFile(filepath.Join(to, name), write)
	}
	for _, side := range iconSizes {
		img := image.NewNRGBA(image.Rect(0, 0, side, side))
		draw.Draw(img, img.Rect, iconPNG(side), image.Point{}, draw.Src)
		err := save(fmt.Sprintf("%dx%d", side, side), "memcity.png", func(w io.Writer) error {
			return (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(w, img)
		})
		if err != nil {
			return err
		}
	}
	return save("scalable", "memcity.svg", func(w io.Writer) error { _, err := io.WriteString(w, iconSVG()); return err })
}

package film_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"memcity/render/film"
)

const width, height, frames, rate = 40, 30, 7, 20

// picture returns frame i: a moving square. Frame 3 equals frame 2, and frame 5 has a pixel in the transparent color of animated PNG.
func picture(i int) *image.RGBA {
	if i == 3 {
		i = 2
	}
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := color.RGBA{200, 210, 230, 255}
			if x >= 4*i && x < 4*i+8 && y > 9 && y < 20 {
				c = color.RGBA{180, 20, 30, 255}
			}
			img.SetRGBA(x, y, c)
		}
	}
	if i == 5 {
		img.SetRGBA(0, 0, color.RGBA{1, 254, 3, 255})
	}
	return img
}

// signals are colors that the sample does not contain.
var signals = []color.RGBA{{0x7b, 0x3f, 0xc4, 255}, {0x1f, 0x9d, 0x55, 255}, {1, 254, 3, 255}}

func write(t *testing.T, format film.Format) []byte {
	t.Helper()
	return writeBy(t, format, func(w film.Writer, i int) error { return w.Add(picture(i)) })
}

// writeBy returns a film with frames added by a function.
func writeBy(t *testing.T, format film.Format, add func(w film.Writer, i int) error) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "film")
	w, err := film.Create(path, format,
		film.Options{Width: width, Height: height, Rate: rate, Frames: frames, Sample: picture(0), Colors: signals})
	if err != nil {
		t.Fatal(err)
	}
	for i := range frames {
		if err := add(w, i); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// differs returns the largest color difference of a pixel.
func differs(a, b image.Image) (most int) {
	for y := range height {
		for x := range width {
			r, g, b1, _ := a.At(x, y).RGBA()
			s, h, b2, _ := b.At(x, y).RGBA()
			for _, d := range []int{int(r) - int(s), int(g) - int(h), int(b1) - int(b2)} {
				most = max(most, max(d, -d)>>8)
			}
		}
	}
	return most
}

// Repeating a frame and adding it again give the same film.
func TestRepeat(t *testing.T) {
	for _, format := range []film.Format{film.GIF, film.APNG} {
		again := writeBy(t, format, func(w film.Writer, i int) error {
			if i == 3 {
				return w.Repeat()
			}
			return w.Add(picture(i))
		})
		if !bytes.Equal(again, write(t, format)) {
			t.Errorf("%s: they differ", format)
		}
	}
}

func TestGIF(t *testing.T) {
	out, err := gif.DecodeAll(bytes.NewReader(write(t, film.GIF)))
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Image) != frames-1 {
		t.Errorf("%d pictures, expected %d: one frame shows nothing new", len(out.Image), frames-1)
	}
	for _, c := range signals {
		if got := color.RGBAModel.Convert(out.Image[0].Palette.Convert(c)); got != c {
			t.Errorf("%v becomes %v", c, got)
		}
	}
	total, shown, at := 0, image.NewRGBA(image.Rect(0, 0, width, height)), 0
	for i, part := range out.Image {
		for y := part.Rect.Min.Y; y < part.Rect.Max.Y; y++ {
			for x := part.Rect.Min.X; x < part.Rect.Max.X; x++ {
				if _, _, _, a := part.At(x, y).RGBA(); a != 0 {
					shown.Set(x, y, part.At(x, y))
				}
			}
		}
		if at == 3 {
			at++
		}
		if d := differs(shown, picture(at)); d > 8 {
			t.Errorf("picture %d is off by %d", i, d)
		}
		at++
		total += out.Delay[i]
	}
	if want := frames * 100 / rate; total != want {
		t.Errorf("it takes %d hundredths of a second, expected %d", total, want)
	}
}

// TestAPNG extracts each frame as a separate picture.
func TestAPNG(t *testing.T) {
	data := write(t, film.APNG)
	if still, err := png.Decode(bytes.NewReader(data)); err != nil || differs(still, picture(0)) != 0 {
		t.Fatalf("what shows no films shows no first frame: %v", err)
	}
	const signature = 8
	var head, key []byte
	announced, sequence := uint32(0), uint32(0)
	var parts, places [][]byte
	for rest := data[signature:]; len(rest) > 0; {
		n := binary.BigEndian.Uint32(rest)
		kind, body := string(rest[4:8]), rest[8:8+n]
		if crc32.ChecksumIEEE(rest[4:8+n]) != binary.BigEndian.Uint32(rest[8+n:]) {
			t.Fatalf("%s: wrong checksum", kind)
		}
		numbered := func() {
			if got := binary.BigEndian.Uint32(body); got != sequence {
				t.Errorf("%s is number %d, expected %d", kind, got, sequence)
			}
			sequence++
		}
		switch kind {
		case "IHDR":
			head = rest[:12+n]
		case "tRNS":
			key = rest[:12+n]
		case "acTL":
			announced = binary.BigEndian.Uint32(body)
		case "fcTL":
			numbered()
			parts, places = append(parts, nil), append(places, body)
			if got := float64(binary.BigEndian.Uint16(body[20:])) / float64(binary.BigEndian.Uint16(body[22:])); got != 1.0/rate {
				t.Errorf("a frame is shown for %g s", got)
			}
		case "IDAT":
			parts[len(parts)-1] = append(parts[len(parts)-1], body...)
		case "fdAT":
			numbered()
			parts[len(parts)-1] = append(parts[len(parts)-1], body[4:]...)
		}
		rest = rest[12+n:]
	}
	if int(announced) != frames || len(parts) != frames {
		t.Fatalf("%d frames announced, %d there", announced, len(parts))
	}
	chunk := func(kind string, body []byte) []byte {
		out := append(binary.BigEndian.AppendUint32(nil, uint32(len(body))), kind...)
		out = append(out, body...)
		return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
	}
	shown, through := image.NewRGBA(image.Rect(0, 0, width, height)), 0
	for i, part := range parts {
		own := append([]byte(nil), head[8:8+13]...)
		copy(own, places[i][4:12]) // its width and height
		one := append([]byte(nil), data[:signature]...)
		one = append(append(append(append(one, chunk("IHDR", own)...), key...), chunk("IDAT", part)...), chunk("IEND", nil)...)
		img, err := png.Decode(bytes.NewReader(one))
		if err != nil {
			t.Fatalf("frame %d: %v", i, err)
		}
		at := image.Pt(int(binary.BigEndian.Uint32(places[i][12:])), int(binary.BigEndian.Uint32(places[i][16:])))
		draw.Draw(shown, img.Bounds().Add(at), img, image.Point{}, draw.Over)
		if d := differs(shown, picture(i)); d > 1 || d > 0 && i != 5 {
			t.Errorf("frame %d is off by %d", i, d)
		}
		through += seenThrough(img)
	}
	// The square moves by 4, so that 4 of 12 columns with 11 pixels are unchanged. Frame 3 has one pixel, frame 5 all.
	if want := 4*4*11 + 1; through < want {
		t.Errorf("%d pixels are see-through as they did not change, expected %d and more", through, want)
	}
}

func seenThrough(img image.Image) (n int) {
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			if _, _, _, a := img.At(x, y).RGBA(); a == 0 {
				n++
			}
		}
	}
	return n
}

func TestMP4NeedsFFmpeg(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := film.Create(filepath.Join(t.TempDir(), "f.mp4"), film.MP4, film.Options{Width: 2, Height: 2, Rate: 1, Frames: 1})
	if !errors.Is(err, film.ErrNoFFmpeg) {
		t.Errorf("%v", err)
	}
}

func TestFormatOf(t *testing.T) {
	for name, want := range map[string]film.Format{"a.gif": film.GIF, "B.PNG": film.APNG, "c.apng": film.APNG, "d.mp4": film.MP4, "e.avi": "",
		"f.webm": "", "g": ""} {
		if got, err := film.FormatOf(name); got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

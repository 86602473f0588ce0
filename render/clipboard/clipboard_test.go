package clipboard

import (
	"bytes"
	"image"
	"image/png"
	"strings"
	"testing"
)

// picture returns a PNG picture whose pixels do not compress well.
func picture(t *testing.T, side int) []byte {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, side, side))
	seed := uint32(1)
	for i := range img.Pix {
		seed = seed*1664525 + 1013904223
		img.Pix[i] = byte(seed >> 24)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestNoPicture(t *testing.T) {
	for _, data := range []string{"", "\x89PNG", "GIF89a", "<svg/>"} {
		if err := WritePNG([]byte(data)); err != errNoPicture {
			t.Errorf("%q: %v", data, err)
		}
	}
}

func TestProgramsAreNamed(t *testing.T) {
	for _, p := range programs(func(string) string { return "set" }) {
		if p.name == "" || !p.file && !strings.Contains(strings.Join(p.args, " "), "image/png") ||
			p.file && !strings.Contains(strings.Join(p.args, " "), pictureVariable) {
			t.Errorf("%+v: does not say what it takes", p)
		}
	}
}

package drawing

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/assets"
	"memcity/city/scene"
	"memcity/render/headless/gltest"
	"memcity/render/typeset"
)

var update = flag.Bool("update", false, "rewrite the golden pictures of this renderer")

// Tolerated differences for renderers without goldens: the share of pixels that differ by more than tolerance in a channel.
const (
	tolerance      = 8
	toleratedShare = 0.03
)

// goldens are the compared pictures; each changes one property of the first.
var goldens = []struct {
	name    string
	opacity float64
	view    func(s *Scene, v *View)
}{
	{"light", 1, func(*Scene, *View) {}},
	{"dark", 1, func(_ *Scene, v *View) { v.Dark = true }},
	{"selected", 0.4, func(s *Scene, v *View) { pick(s, v, 8) }},
	{"birdseye", 1, func(s *Scene, v *View) {
		pick(s, v, 4)
		v.Camera = scene.BirdsEye(s.bounds, v.aspect(), scene.Frame{})
	}},
	{"outlines", 0, func(s *Scene, v *View) { v.Camera.Pitch = 1.2 }},
	{"bundles", 1, func(s *Scene, v *View) {
		pick(s, v, 2)
		bundleSome(s, v)
	}},
	{"routes", 1, func(s *Scene, v *View) { v.Routes, v.Pointed = someRoutes(s.to, 40, -1), 2 }},
	{"routes-selected", 1, func(s *Scene, v *View) {
		pick(s, v, 0)
		v.Dark, v.ColorBlind, v.Routes = true, true, someRoutes(s.to, 24, v.Selected.Index)
	}},
	{"changed", 0.4, func(s *Scene, v *View) {
		changeSome(s)
		pick(s, v, 0)
	}},
	{"halves", 0.4, func(s *Scene, v *View) {
		s.SetCity(nil, splitOf(s.to, 3))
		pick(s, v, 0)
	}},
	{"parts", 0.4, func(s *Scene, v *View) {
		s.SetCity(nil, partsOf(s.to, 3))
		pick(s, v, 0)
	}},
	{"storeys", 0.4, func(s *Scene, v *View) {
		s.SetCity(nil, storeysOf(s.to, 3))
		pick(s, v, 0)
	}},
	{"budgets", 0.4, func(s *Scene, v *View) { glowSome(s) }},
	{"budgets-dark", 0.4, func(s *Scene, v *View) {
		v.Dark, v.ColorBlind = true, true
		glowSome(s)
	}},
	{"scripts", 1, func(s *Scene, v *View) {
		writeScripts(s)
		pick(s, v, 0)
		for i := range int32(5) { // each has a tag, even in a small picture
			v.Also = append(v.Also, scene.Target{Kind: scene.OnBuilding, Index: 11 * i})
		}
		gltest.Check(s.Draw(*v))
		s.fonts.Wait()
	}},
}

// writeScripts gives all nodes names in other scripts.
func writeScripts(s *Scene) {
	fonts := [][]byte{assets.InterMedium}
	for _, name := range []string{"arabic.ttf", "devanagari.ttf", "cjk.otf", "emoji.ttf"} {
		data, err := os.ReadFile(filepath.Join("..", "typeset", "testdata", name))
		gltest.Check(err)
		fonts = append(fonts, data)
	}
	s.UseFonts(typeset.Files(func() {}, fonts...))
	names := []string{"订单管理", "قائمة المستخدمين", "उपयोगकर्ता सूची", "データ構造Map", "Set😀"}
	s.names = func(i int32) string { return names[int(i)%len(names)] }
}

func TestGoldens(t *testing.T) {
	for _, g := range goldens {
		t.Run(g.name, func(t *testing.T) {
			var got *image.RGBA
			var renderer string
			withScene(t, 60, g.opacity, func(s *Scene, v View) {
				g.view(s, &v)
				gltest.Check(s.DrawFinal(v, 4))
				got, renderer = s.Image(), s.d.Renderer+" "+s.d.Version
			})
			compareGolden(t, g.name, folder(renderer), got)
		})
	}
}

// folder returns a renderer's name as a folder name.
func folder(renderer string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.':
			return r
		}
		return '_'
	}, renderer)
}

// compareGolden compares a picture with the golden of this renderer exactly. Without one, it compares with any other renderer's golden
// within the tolerance.
func compareGolden(t *testing.T, name, renderer string, got *image.RGBA) {
	t.Helper()
	root := filepath.Join("testdata", "goldens")
	own := filepath.Join(root, renderer, name+".png")
	if *update {
		if err := writePNG(own, got); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := readPNG(own)
	if err == nil {
		if !bytes.Equal(got.Pix, want.Pix) {
			keepFailed(t, name, got, want)
			t.Errorf("%s: %d pixels differ from the golden picture of this renderer", name, differ(got, want, 0))
		}
		return
	}
	if !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	others, err := filepath.Glob(filepath.Join(root, "*", name+".png"))
	if err != nil || len(others) == 0 {
		t.Fatalf("%s: no golden picture of any renderer; make one with -update", name)
	}
	want, err = readPNG(others[0])
	if err != nil {
		t.Fatal(err)
	}
	if share := float64(differ(got, want, tolerance)) / float64(len(got.Pix)/4); share > toleratedShare {
		keepFailed(t, name, got, want)
		t.Errorf("%s: %.1f %% of the pixels differ from %s", name, share*100, others[0])
	}
}

// keepFailed writes the picture and its difference from the golden one.
func keepFailed(t *testing.T, name string, got, want *image.RGBA) {
	t.Helper()
	diff := image.NewRGBA(got.Rect)
	for i := range got.Pix {
		d := int(got.Pix[i]) - int(want.Pix[i])
		diff.Pix[i] = uint8(min(max(d, -d)*8, 255))
		if i%4 == 3 {
			diff.Pix[i] = 255
		}
	}
	for suffix, img := range map[string]*image.RGBA{"actual": got, "difference": diff} {
		path := filepath.Join("testdata", "failed", fmt.Sprintf("%s-%s.png", name, suffix))
		if err := writePNG(path, img); err != nil {
			t.Error(err)
		}
	}
}

func writePNG(path string, img image.Image) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}

func readPNG(path string) (*image.RGBA, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	out := image.NewRGBA(img.Bounds())
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			out.Set(x, y, img.At(x, y))
		}
	}
	return out, nil
}

func TestRendererNamesAreFolders(t *testing.T) {
	if got := folder("llvmpipe (LLVM 15.0.6, 256 bits) 4.5/../x"); got != "llvmpipe__LLVM_15.0.6__256_bits__4.5_.._x" {
		t.Errorf("folder is %q", got)
	}
}

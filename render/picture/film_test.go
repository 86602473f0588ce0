package picture

import (
	"bytes"
	"context"
	"image"
	"os"
	"runtime"
	"testing"
	"time"

	"memcity/city/citytest"
	"memcity/city/scene"
	"memcity/city/scene/scenetest"
	"memcity/render/headless"
	"memcity/render/headless/gltest"
)

// needGraphics skips the test if nothing can be drawn, unless the environment requires graphics.
func needGraphics(t testing.TB) {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	c, err := headless.New()
	switch {
	case err == nil:
		c.Close()
	case os.Getenv(gltest.Required) == "1":
		t.Fatalf("graphics: %v", err)
	default:
		t.Skipf("graphics: %v", err)
	}
}

// filmOf returns a film of a recording's GC points.
func filmOf(points, groups int, size image.Point, path CameraPath) *Film {
	plan := scenetest.Plan(citytest.WideRecording(6, groups/6, points), scene.DefaultSettings())
	f := &Film{Path: path, Rate: 20, Rest: 200 * time.Millisecond, Move: 300 * time.Millisecond}
	f.Name, f.Settings, f.Width, f.Height, f.Scale, f.Caption = "test", scene.DefaultSettings(), size.X, size.Y, 1, true
	f.Cities = Cities{points, func(i int) (*scene.City, error) { return plan.At(i, f.Settings), nil }}
	return f
}

// Frames drawn in order equal frames drawn separately, bit for bit. Still frames are drawn once.
func TestFramesInOrderAreThoseDrawnAlone(t *testing.T) {
	needGraphics(t)
	for _, path := range []CameraPath{StillPath, OrbitPath, FollowPath} {
		f := filmOf(3, 60, image.Pt(240, 140), path)
		var inOrder []*image.RGBA
		if err := f.Shoot(context.Background(), func(r *Roll) error {
			for i := range f.Frames() {
				img, err := r.Frame(context.Background(), i)
				if err != nil {
					return err
				}
				inOrder = append(inOrder, img)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		drawn := map[*image.RGBA]bool{}
		for _, img := range inOrder {
			drawn[img] = true
		}
		moving := 0
		for i := range f.Frames() {
			if s := f.spot(i); s.from != s.to {
				moving++
			}
		}
		if want := moving + f.Cities.Count; path != OrbitPath && len(drawn) != want || path == OrbitPath && len(drawn) != len(inOrder) {
			t.Errorf("%v: %d pictures were drawn for %d frames, %d of which move", path, len(drawn), len(inOrder), moving)
		}
		for i := len(inOrder) - 1; i >= 0; i -= 3 {
			if err := f.Shoot(context.Background(), func(r *Roll) error {
				alone, err := r.Frame(context.Background(), i)
				if err == nil && !bytes.Equal(alone.Pix, inOrder[i].Pix) {
					t.Errorf("%v: frame %d differs from the one drawn alone", path, i)
				}
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Frames that rest long enough have more samples.
func TestSamplesOfAFilm(t *testing.T) {
	rests, moves := spot{from: 1, to: 1}, spot{from: 1, to: 2, mix: 0.5}
	for _, c := range []struct {
		film Film
		at   spot
		want int
	}{
		{Film{Rest: 360 * time.Millisecond}, rests, restSamples},
		{Film{Rest: 360 * time.Millisecond}, moves, movingSamples},
		{Film{Rest: 80 * time.Millisecond}, rests, movingSamples},
		{Film{Rest: shortRest}, rests, restSamples},
		{Film{Rest: time.Second, Path: OrbitPath}, rests, movingSamples},
	} {
		if got := c.film.samples(c.at); got != c.want {
			t.Errorf("rest of %v, path %v, at %+v: %d samples, want %d", c.film.Rest, c.film.Path, c.at, got, c.want)
		}
	}
}

// BenchmarkFilm draws the frames of a film of 10 GC points without writing them.
func BenchmarkFilm(b *testing.B) {
	needGraphics(b)
	f := filmOf(10, 600, image.Pt(960, 540), StillPath)
	if err := f.Shoot(context.Background(), func(r *Roll) error {
		b.ResetTimer()
		for i := range b.N {
			if _, err := r.Frame(context.Background(), i%f.Frames()); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		b.Fatal(err)
	}
}

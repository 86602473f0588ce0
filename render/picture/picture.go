package picture

import (
	"context"
	"fmt"
	"image"
	"image/draw"
	"path/filepath"
	"runtime"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/treemap"
	"memcity/render/describe"
	"memcity/render/drawing"
	"memcity/render/headless"
	"memcity/render/stage"
	"memcity/render/typeset"
	"memcity/render/ui"
	"memcity/render/ui/model"
	"memcity/render/ui/view/tree"
	"memcity/words"
)

// Shot describes a picture of a city.
type Shot struct {
	City     *scene.City
	Name     string // name of the recording
	Settings scene.Settings
	Selected scene.Target
	Also     []scene.Target       // other selected targets
	Marks    map[string]scene.RGB // the user's colors by key; read-only

	Camera        string        // "home", "birdseye", or "focus" on Selected
	Pose          *scene.Camera // overrides Camera unless nil
	Width, Height int           // pixels; at most [MaxPicture] each
	Scale         float64
	Legend        bool
	Caption       bool // a line describing the picture
	Transparent   bool // no ground and sky; shadows on the ground are translucent black

	Fonts *typeset.Fonts // fonts for scripts that the bundled font lacks; nil for none
}

// MaxPicture is the maximum width and height of a picture in pixels. maxPicturePixels is the maximum number of pixels, as each takes 4
// bytes.
const (
	MaxPicture       = 32768
	maxPicturePixels = 1 << 28
)

// CheckSize returns an error if a picture cannot have the given size.
func CheckSize(width, height int) error {
	if width < 1 || height < 1 || width > MaxPicture || height > MaxPicture {
		return fmt.Errorf("picture of %dx%d pixels: sides must be 1 to %d", width, height, MaxPicture)
	}
	if width*height > maxPicturePixels {
		return fmt.Errorf("picture of %dx%d pixels: larger than %d million", width, height, maxPicturePixels/1_000_000)
	}
	return nil
}

// tileSide is the maximum width and height of a tile, in pixels. Each pixel needs 44 bytes of graphics memory.
const tileSide = 2048

// Samples per pixel of a picture that fits in one tile, and of a larger one.
const (
	pictureSamples = 16
	largeSamples   = 8
)

// MakeContext makes an OpenGL 3.3 core context current on the calling thread, which is locked. release releases it.
type MakeContext func() (release func(), err error)

func NewContext() (release func(), err error) {
	c, err := headless.New()
	if err != nil {
		return nil, err
	}
	return c.Close, nil
}

// Picture draws a city offscreen, in tiles if it is large. The same shot gives the same picture, bit for bit, on the same renderer. It
// returns the error of ctx when ctx is done. 16 million pixels take some seconds in a software renderer.
func Picture(ctx context.Context, s Shot) (*image.RGBA, error) { return s.Draw(ctx, NewContext) }

func (s *Shot) Draw(ctx context.Context, makeContext MakeContext) (*image.RGBA, error) {
	if err := CheckSize(s.Width, s.Height); err != nil {
		return nil, err
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	frames, err := s.panels()
	if err != nil {
		return nil, err
	}
	release, err := makeContext()
	if err != nil {
		return nil, err
	}
	defer release()
	sc, err := drawing.New()
	if err != nil {
		return nil, err
	}
	defer sc.Close()
	sc.UseAmounts(words.Amount)
	sc.UseFonts(s.Fonts)
	v := s.view(frames)
	sc.SetCity(nil, s.City.Faded(s.City.Before(s.City.Subject(s.Selected), v.Camera.Viewpoint(s.City.Bounds()))))
	sc.SetShade(nil, drawing.ComputeShade(s.City, drawing.ShadeSize))
	sc.SetMarks(stage.MarkedBuildings(s.City.Plan, s.Marks))
	return s.drawTiles(ctx, sc, v, stage.PanelImages(frames))
}

// drawTiles draws the picture tile by tile.
func (s *Shot) drawTiles(ctx context.Context, sc *drawing.Scene, v drawing.View, panels []drawing.Panel) (*image.RGBA, error) {
	side := min(tileSide, sc.Device().MaxSide)
	samples := pictureSamples
	if s.Width > side || s.Height > side {
		samples = largeSamples
	}
	whole := image.Rect(0, 0, s.Width, s.Height)
	out := image.NewRGBA(whole)
	for y := 0; y < s.Height; y += side {
		for x := 0; x < s.Width; x += side {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			at := image.Rect(x, y, x+side, y+side).Intersect(whole)
			tile := v
			if at != whole {
				tile.Width, tile.Height = at.Dx(), at.Dy()
				tile.Part = drawing.Part{Of: whole.Max, At: at.Min}
			}
			if err := s.drawTile(sc, tile, samples); err != nil {
				return nil, err
			}
			img, err := sc.Snapshot(panels)
			if err != nil {
				return nil, err
			}
			if at == whole {
				return img, sc.Device().Err("picture")
			}
			draw.Draw(out, at, img, image.Point{}, draw.Src)
		}
	}
	return out, sc.Device().Err("picture")
}

// drawTile draws a tile. It draws again if fonts had to be loaded for its labels.
func (s *Shot) drawTile(sc *drawing.Scene, v drawing.View, samples int) error {
	for range maxFontRounds {
		before := s.Fonts.Version()
		if err := sc.DrawFinal(v, samples); err != nil {
			return err
		}
		s.Fonts.Wait()
		if s.Fonts.Version() == before {
			break
		}
	}
	return nil
}

// maxFontRounds is the maximum number of times a tile is drawn.
const maxFontRounds = 3

func (s *Shot) view(frames []model.Frame) drawing.View {
	frame := s.frame(frames)
	aspect := float64(s.Width) / float64(s.Height)
	bounds := s.City.Bounds()
	v := drawing.View{
		Width: s.Width, Height: s.Height, Scale: s.Scale, Mix: 1, Quality: drawing.Full,
		Dark: s.Settings.Theme == scene.Dark, ColorBlind: s.Settings.ColorBlind,
		Labels: s.Settings.Labels, Tags: s.Settings.Labels, Selected: s.Selected, Also: s.Also, Transparent: s.Transparent,
		Covered: stage.Covered(frames),
	}
	v.Camera = s.City.Look.Home(bounds, aspect, frame)
	switch {
	case s.Pose != nil:
		v.Camera = *s.Pose
	case s.Camera == "birdseye":
		v.Camera = scene.BirdsEye(bounds, aspect, frame)
	case s.Camera == "focus":
		v.Camera, _ = s.City.Facing(s.Selected, v.Camera, func(c scene.Camera, box scene.Box) scene.Camera { return c.Focus(box, aspect, frame) })
	}
	if v.Routes = s.routes(); v.Routes == nil && s.Settings.References && s.Selected.Kind != scene.Nothing {
		v.References = s.City.DrawnOfAll(append([]scene.Target{s.Selected}, s.Also...), stage.DrawnReferences, scene.Target{})
	}
	return v
}

// routes returns the visible routes; nil if references are not shown as routes.
func (s *Shot) routes() *scene.Routes {
	if !s.Settings.References || !s.Settings.Routes.On {
		return nil
	}
	return s.City.Routes(append([]scene.Target{s.Selected}, s.Also...), s.Settings.Routes)
}

// panels draws the legend and the caption.
func (s *Shot) panels() ([]model.Frame, error) {
	var ids []model.ID
	if s.Legend {
		ids = append(ids, model.LegendP)
	}
	if s.Caption {
		ids = append(ids, model.Caption)
	}
	if len(ids) == 0 {
		return nil, nil
	}
	return ui.Render(s.model(), image.Pt(s.Width, s.Height), s.Scale, ids...)
}

// model returns the model of the panels.
func (s *Shot) model() model.Model {
	series := s.City.Plan.Series
	state := state.NewState(series.Len(), s.Settings)
	state.Point = s.City.Point
	m := model.Model{State: state, Name: s.Name, Legend: describe.Legend(s.City, s.Settings, s.Marks), Caption: s.caption(),
		SizeKind: s.City.Plan.Settings().SizeKind, WhatIf: describe.WhatIf(s.City)}
	if b := s.City.Budgets; b != nil {
		m.Budgets = &model.Budgets{File: filepath.Base(b.Report.Query.Rules.Path)}
	}
	for i, t := range series.Times {
		m.Points = append(m.Points, model.Point{Time: t, Objects: series.Objects(i, 0), Bytes: series.Bytes(i, 0)})
	}
	m.Legend.Routes = describe.Routes(s.routes())
	d := describe.Groups{City: s.City, State: &state}
	if node, ok := s.City.Plan.Node(s.Selected); ok {
		m.Selection = d.Group(node, true)
	}
	return m
}

// TreePicture draws the memory tree of the city's GC point instead of the city, with the selected node as its root. It ignores camera, pose,
// legend and transparency.
func TreePicture(s Shot, kind treemap.Kind) (*image.RGBA, error) {
	if err := CheckSize(s.Width, s.Height); err != nil {
		return nil, err
	}
	m := s.model()
	m.Plan, m.At = s.City.Plan, s.City.Point
	shown := treemap.View.Of(m.State.Views)
	shown.Kind = kind
	if node, ok := m.Plan.Node(s.Selected); ok && node != 0 {
		shown.Root.Key = m.Plan.Series.Key(node)
	}
	m.State.Views = treemap.View.With(m.State.Views, shown)
	return tree.TreePicture(m, image.Pt(s.Width, s.Height), s.Scale)
}

func (s *Shot) caption() string {
	series := s.City.Plan.Series
	sizes := ""
	if m := s.City.Plan.Settings().SizeKind; m != trees.Shallow {
		sizes = ", " + m.String() + " sizes"
	}
	if w := describe.WhatIf(s.City); w != nil {
		sizes += ", " + model.WhatIfText(w)
	} else if k := s.City.Compared; k != nil && k.Baseline != nil {
		sizes += ", compared with " + describe.Baseline(s.City).Title()
	} else if k != nil {
		sizes += fmt.Sprintf(", compared with GC point %d", k.From+1)
	}
	if s.City.Aged != nil {
		sizes += ", floors by age"
	}
	if s.City.Versions != nil {
		sizes += ", floors by version"
	}
	if s.City.Used != nil {
		sizes += ", colors by staleness"
	}
	return fmt.Sprintf("%s, GC point %d of %d, %s objects, %s%s", s.Name, s.City.Point+1, series.Len(),
		words.Count(s.City.Objects), words.Size(s.City.Bytes), sizes)
}

// frame returns the part of the picture not covered by the legend and the caption.
func (s *Shot) frame(frames []model.Frame) scene.Frame {
	left, bottom := 0, 0
	for _, f := range frames {
		size := f.Image.Rect.Size()
		if f.ID == model.LegendP && s.Width > s.Height {
			left = f.At.X + size.X
		}
		if f.ID == model.Caption {
			bottom = s.Height - f.At.Y
		}
	}
	return scene.Frame{Left: 2*float64(left)/float64(s.Width) - 1, Right: 1, Top: 1, Bottom: 2*float64(bottom)/float64(s.Height) - 1}
}

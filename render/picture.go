package render

import (
	"fmt"
	"image"
	"runtime"

	"memcity/city"
	"memcity/render/headless"
	"memcity/render/scene"
	"memcity/render/ui"
)

// Shot describes a picture of a city.
type Shot struct {
	City     *city.City
	Name     string // of the recording
	Settings city.Settings
	Selected city.Target

	Camera        string // home, birdseye, or focus on Selected
	Width, Height int    // pixels
	Scale         float64
	Legend        bool // with the legend, and a line that says what is shown
	Transparent   bool // no ground and sky
}

// pictureSamples is how many samples a pixel of a picture has.
const pictureSamples = 16

// Picture draws a city off screen. The same shot gives the same picture, bit by bit, on the same renderer.
func Picture(s Shot) (*image.RGBA, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	frames, err := s.panels()
	if err != nil {
		return nil, err
	}
	context, err := headless.New()
	if err != nil {
		return nil, err
	}
	defer context.Close()
	sc, err := scene.New()
	if err != nil {
		return nil, err
	}
	defer sc.Close()
	shade := scene.ComputeShade(s.City, scene.ShadeSize)
	sc.SetCity(nil, s.City)
	sc.SetShade(nil, shade)
	v := s.view(s.frame(frames))
	if err := sc.DrawFinal(v, pictureSamples); err != nil {
		return nil, err
	}
	return sc.Snapshot(panelImages(frames))
}

func (s *Shot) view(frame city.Frame) scene.View {
	aspect := float64(s.Width) / float64(s.Height)
	bounds := s.City.Plan.Bounds()
	v := scene.View{
		Width: s.Width, Height: s.Height, Scale: s.Scale, Mix: 1, Quality: scene.Full,
		Dark: s.Settings.Theme == city.Dark, ColorBlind: s.Settings.ColorBlind,
		Labels: s.Settings.Labels, Tags: s.Settings.Labels, Selected: s.Selected, Transparent: s.Transparent,
	}
	v.Camera = city.Home(bounds, aspect, frame)
	switch s.Camera {
	case "birdseye":
		v.Camera = city.BirdsEye(bounds, aspect, frame)
	case "focus":
		if box, ok := s.City.Box(s.Selected); ok {
			v.Camera = v.Camera.Focus(box, aspect, frame)
		}
	}
	if s.Settings.References {
		refs, _ := s.City.References(s.Selected)
		v.References = city.Strongest(refs, drawnReferences, city.Target{})
	}
	return v
}

// panels paints the legend and the caption.
func (s *Shot) panels() ([]ui.Frame, error) {
	if !s.Legend {
		return nil, nil
	}
	series := s.City.Plan.Series
	state := city.NewState(series.Len(), s.Settings)
	state.Point = s.City.Point
	m := ui.Model{State: state, Name: s.Name, Legend: legend(s.City, s.Settings), Caption: s.caption()}
	for i, t := range series.Times {
		m.Points = append(m.Points, ui.Point{Time: t, Objects: series.Objects(i, 0), Bytes: series.Bytes(i, 0)})
	}
	d := describer{s.City, &state}
	if node, ok := s.City.Plan.Node(s.Selected); ok {
		m.Selection = d.group(node, true)
	}
	return ui.Render(m, image.Pt(s.Width, s.Height), s.Scale, ui.LegendP, ui.Caption)
}

func (s *Shot) caption() string {
	series := s.City.Plan.Series
	return fmt.Sprintf("%s, GC point %d of %d, %s objects, %s", s.Name, s.City.Point+1, series.Len(),
		ui.Count(s.City.Objects), ui.Size(s.City.Bytes))
}

// frame is the part of the picture that the legend and the caption leave free.
func (s *Shot) frame(frames []ui.Frame) city.Frame {
	left, bottom := 0, 0
	for _, f := range frames {
		size := f.Image.Rect.Size()
		if f.ID == ui.LegendP && s.Width > s.Height {
			left = f.At.X + size.X
		}
		if f.ID == ui.Caption {
			bottom = s.Height - f.At.Y
		}
	}
	return city.Frame{Left: 2*float64(left)/float64(s.Width) - 1, Right: 1, Top: 1, Bottom: 2*float64(bottom)/float64(s.Height) - 1}
}

package render

import (
	"image"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"memcity/city/scene"
	"memcity/render/drawing"
	"memcity/render/typeset"
	"memcity/render/ui/model"
	"memcity/render/ui/words"
)

// restTime is how long the camera must rest before the picture is refined.
const restTime = 80 * time.Millisecond

// stage draws the city and composes the picture: lean while something moves, refined at rest, nothing while nothing
// changes.
type stage struct {
	scene *drawing.Scene

	city   *scene.City
	tween  tween
	moving bool // plots move, so what the scene shows has more than the city
	marks  map[string]scene.RGB

	marksOf   *scene.Plan
	shade     *drawing.Shade // set last
	fonts     *typeset.Fonts
	lettersAt uint64 // version of the fonts in the picture

	base, overlay bool // have to be drawn anew
	exposed       bool // the picture has to be composed anew
	refining      bool
	lastBase      time.Duration
	draws         int // of the city
	view          drawing.View
	panels        []panelVersion
	shown         []drawing.Panel

	refsOf   *scene.City
	refsFor  []scene.Target
	refsWith scene.Target
	refs     []scene.Reference
	ways     ways

	late      bool         // the city is drawn only when a picture is asked for
	skipped   bool         // it was to be drawn since then
	offScreen bool         // there is no window's framebuffer; pictures go to one of the stage
	pending   atomic.Int32 // shadow maps being computed
	computing sync.WaitGroup

	mu     sync.Mutex
	shades map[*scene.City]*drawing.Shade // done, not yet taken
}

// While nothing is open, a city without ground is looked at from below the horizon, which shows the sky alone.
var (
	nowhere = &scene.City{}
	skyward = scene.Camera{Target: scene.Vec{Y: 10}, Pitch: -0.4, Distance: 1}
)

type tween struct {
	start   time.Duration
	running bool
}

type panelVersion struct {
	id      model.ID
	version uint64
	at      image.Point
}

// newStage makes a stage that shows names in scripts that Inter lacks with fonts, which it closes.
func newStage(fonts *typeset.Fonts) (*stage, error) {
	s, err := drawing.New()
	if err != nil {
		return nil, err
	}
	s.UseFonts(fonts)
	s.UseAmounts(words.Amount)
	return &stage{scene: s, shades: map[*scene.City]*drawing.Shade{}, fonts: fonts}, nil
}

// close frees everything, after the last call of wake.
func (s *stage) close() {
	s.computing.Wait()
	s.fonts.Close()
	s.scene.Close()
}

// moved tells that the camera, the size or the theme changed; marked, that hover, selection or marks did.
func (s *stage) moved()  { s.base = true }
func (s *stage) marked() { s.overlay = true }

// busy reports whether another frame will show something new without any event.
func (s *stage) busy() bool { return s.base || s.overlay || s.refining || s.tween.running }

// change is how one city becomes another.
type change uint8

const (
	changeAtOnce change = iota
	changeInPlan        // it grows out of one of the same plan
	changePlan          // and plots move to those of another plan of the same recording and grouping
)

// setCity shows a city, which may grow out of the one before. Shadows are computed on the side; wake is called when they
// are ready.
func (s *stage) setCity(c *scene.City, how change, now time.Duration, wake func()) {
	before, moving := s.city, s.moving
	s.city, s.moving = c, false
	s.base, s.overlay = true, true
	smooth := how != changeAtOnce && before != nil && (before.Plan == c.Plan || before.Plan.SamePlots(c.Plan))
	switch {
	case smooth && s.tween.running && !moving:
		s.scene.Retarget(c)
	case smooth:
		s.scene.SetCity(before, c)
	case how == changePlan && before != nil && before.Plan.Settings().SamePlan(c.Plan.Settings()):
		s.scene.SetCity(scene.Transition(before, c))
		smooth, s.moving, s.shade = true, true, nil // shadows of the other plan would lie elsewhere
	default:
		s.scene.SetCity(nil, c)
	}
	s.tween = tween{start: now, running: smooth}
	s.pending.Add(1)
	s.computing.Go(func() {
		shade := drawing.ComputeShade(c, drawing.ShadeSize)
		s.mu.Lock()
		s.shades[c] = shade
		s.mu.Unlock()
		s.pending.Add(-1)
		wake()
	})
}

// drawnReferences is how many frustums of each direction are drawn one by one, the rest in bundles; the panel lists all.
const drawnReferences = 10

// references returns the frustums of targets that are drawn, found once for a city, targets and hovered building.
func (s *stage) references(c *scene.City, targets []scene.Target, hovered scene.Target) []scene.Reference {
	if s.refsOf != c || !slices.Equal(s.refsFor, targets) || s.refsWith != hovered {
		s.refsOf, s.refsFor, s.refsWith = c, targets, hovered
		if slices.Contains(targets, hovered) {
			hovered = scene.Target{}
		}
		s.refs = c.DrawnOfAll(targets, drawnReferences, hovered)
	}
	return s.refs
}

// routes returns the routes of targets, or of the whole city, found once for a city, targets and settings.
func (s *stage) routes(c *scene.City, targets []scene.Target, settings scene.RouteSettings) *scene.Routes {
	if k := &s.ways; k.routes == nil || k.of != c || !slices.Equal(k.targets, targets) || k.routes.Settings != settings {
		*k = ways{c, targets, c.Routes(targets, settings)}
	}
	return s.ways.routes
}

// ways are the routes found last.
type ways struct {
	of      *scene.City
	targets []scene.Target
	routes  *scene.Routes
}

// takeShade sets the shadow maps once they are computed. Until then those of the city before stay.
func (s *stage) takeShade() {
	s.mu.Lock()
	to := s.shades[s.city]
	if to != nil {
		clear(s.shades)
	}
	s.mu.Unlock()
	if to == nil {
		return
	}
	from := s.shade
	if from == nil || !s.tween.running {
		from = to
	}
	s.scene.SetShade(from, to)
	s.shade = to
	s.base = true
}

// setMarks tells the scene the user's colours when they have changed.
func (s *stage) setMarks(marks map[string]scene.RGB) {
	if maps.Equal(marks, s.marks) && s.marksOf == s.city.Plan {
		return
	}
	s.marks, s.marksOf = marks, s.city.Plan
	s.scene.SetMarks(markedBuildings(s.city.Plan, marks))
	s.base = true
}

// draw makes the picture for v and the panels, and reports whether it differs from the last.
func (s *stage) draw(v drawing.View, frames []model.Frame, marks map[string]scene.RGB, now time.Duration) (drawn bool, err error) {
	if v.Width == 0 {
		return false, nil
	}
	composed := s.exposed || s.panelsChanged(frames)
	s.exposed = false
	if s.city != nil {
		changed, err := s.drawCity(v, marks, now)
		if err != nil {
			return false, err
		}
		composed = composed || changed
	} else if s.base || v.Dark != s.view.Dark {
		composed, s.base, s.view = true, false, v
		s.scene.SetCity(nil, nowhere)
		v.Camera, v.Mix = skyward, 1
		if err := s.scene.Draw(v); err != nil {
			return false, err
		}
	}
	if !composed {
		return false, nil
	}
	return true, s.present(frames)
}

// drawCity brings the picture of the city up to date.
func (s *stage) drawCity(v drawing.View, marks map[string]scene.RGB, now time.Duration) (changed bool, err error) {
	s.takeShade()
	s.setMarks(marks)
	if letters := s.fonts.Version(); letters != s.lettersAt {
		s.lettersAt, s.base = letters, true
	}
	v.Mix = 1
	if s.tween.running {
		v.Mix = float32(min(max(float64(now-s.tween.start)/float64(tweenTime), 0), 1))
		s.base = true
		if v.Mix >= 1 {
			s.tween.running = false
			s.settle()
		}
	}
	if sameBase(&v, &s.view) {
		s.overlay = s.overlay || !sameOverlay(&v, &s.view)
	} else {
		s.base = true
	}
	if s.base {
		s.lastBase = now
	}
	rested := now-s.lastBase >= restTime
	s.view = v
	if s.base {
		s.draws++
	}
	if s.late {
		return s.skip(), nil
	}
	switch {
	case s.base:
		v.Quality = drawing.Lean
		v.Resolution = movingResolution(v.Width*v.Height, s.scene.Device().Software)
		err = s.scene.Draw(v)
		s.base, s.overlay, s.refining = false, false, true
	case s.overlay:
		err = s.scene.Overlay(v)
		s.overlay = false
	case s.refining && rested:
		s.refining, err = s.scene.Refine()
	default:
		return false, nil
	}
	return true, err
}

// settle ends a tween.
func (s *stage) settle() {
	if s.moving {
		s.moving = false
		s.scene.SetCity(nil, s.city)
		return
	}
	s.scene.Settle()
}

// present shows the picture with the panels over it in the window, if there is one.
func (s *stage) present(frames []model.Frame) error {
	s.shown = panelImages(frames)
	if s.offScreen {
		return nil
	}
	return s.scene.Present(0, s.shown)
}

// image returns what present showed last.
func (s *stage) image() (*image.RGBA, error) { return s.scene.Snapshot(s.shown) }

func panelImages(frames []model.Frame) []drawing.Panel {
	out := make([]drawing.Panel, len(frames))
	for i, f := range frames {
		out[i] = drawing.Panel{ID: string(f.ID), Version: f.Version, Image: f.Image, X: f.At.X, Y: f.At.Y,
			Radius: float32(f.Radius), Shadow: float32(f.Shadow), Opacity: 1}
	}
	return out
}

// movingResolution is the share of width and height that is drawn while something moves. In a software renderer pixels
// count in very large windows only: up to 3 million the work per building and the enlarging outweigh what is saved.
func movingResolution(pixels int, software bool) float64 {
	if software && pixels > 3_000_000 {
		return 0.5
	}
	return 1
}

// sameBase reports whether two views show the same but for what lies over the city.
func sameBase(a, b *drawing.View) bool {
	return a.Width == b.Width && a.Height == b.Height && a.Scale == b.Scale && a.Camera == b.Camera && a.Mix == b.Mix &&
		a.Dark == b.Dark && a.ColorBlind == b.ColorBlind && a.Labels == b.Labels
}

func sameOverlay(a, b *drawing.View) bool {
	return a.Routes == b.Routes && a.Pointed == b.Pointed && a.Hover == b.Hover && a.Selected == b.Selected && a.Tags == b.Tags &&
		slices.Equal(a.Also, b.Also) && slices.Equal(a.Covered, b.Covered) &&
		len(a.References) == len(b.References) && (len(a.References) == 0 || &a.References[0] == &b.References[0])
}

// waiting reports whether something is ready that is not in the picture yet.
func (s *stage) waiting(frames []model.Frame) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shades[s.city] != nil || !slices.Equal(versions(frames), s.panels)
}

func versions(frames []model.Frame) []panelVersion {
	out := make([]panelVersion, len(frames))
	for i, f := range frames {
		out[i] = panelVersion{f.ID, f.Version, f.At}
	}
	return out
}

// panelsChanged reports whether other panels are to be seen than last time.
func (s *stage) panelsChanged(frames []model.Frame) bool {
	now := versions(frames)
	changed := !slices.Equal(now, s.panels)
	s.panels = now
	return changed
}

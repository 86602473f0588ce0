package stage

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
	"memcity/words"
)

// RestTime is how long the camera must rest before the picture is refined.
const RestTime = 80 * time.Millisecond

// Stage draws the city and composes the picture: quickly during motion, refined at rest, and not at all while nothing changes.
type Stage struct {
	scene *drawing.Scene

	City   *scene.City
	Tween  tween
	moving bool // plots move, so the scene contains more than the city
	marks  map[string]scene.RGB

	marksOf   *scene.Plan
	shade     *drawing.Shade // last one set
	shadeOf   *scene.City    // city whose shadows City uses: itself, or an earlier one with the same shadows
	unshaded  []*scene.City  // cities whose shadows the next picture computes: City, preceded by the one it grows out of
	Fonts     *typeset.Fonts
	lettersAt uint64 // version of the fonts in the picture

	Base, overlay bool // must be redrawn
	Exposed       bool // the picture must be recomposed
	refining      bool
	LastBase      time.Duration
	Draws         int // number of times the city was drawn
	view          drawing.View
	panels        []panelVersion
	shown         []drawing.Panel

	refsOf   *scene.City
	refsFor  []scene.Target
	refsWith scene.Target
	refs     []scene.Reference
	ways     ways

	Late      bool         // draw the city only when a picture is requested
	Skipped   bool         // the city must be drawn when a picture is requested
	OffScreen bool         // there is no window; pictures are drawn to a framebuffer of the stage
	Pending   atomic.Int32 // number of shadow maps being computed
	computing sync.WaitGroup

	pace  pace
	based bool // the last picture redrew the city

	mu      sync.Mutex
	shades  map[*scene.City]*drawing.Shade // computed but not yet used
	shading shading
}

// View shown while nothing is open: a city without ground, seen from below the horizon, so that only the sky is visible.
var (
	nowhere  = &scene.City{}
	EmptySky = scene.Camera{Target: scene.Vec{Y: 10}, Pitch: -0.4, Distance: 1}
)

type tween struct {
	start   time.Duration
	Running bool
}

type panelVersion struct {
	id      model.ID
	version uint64
	at      image.Point
}

// New creates a stage. It uses fonts for scripts that Inter lacks, and closes them in the end. A warm stage takes longer to create but not
// to draw its first pictures.
func New(fonts *typeset.Fonts, warm bool) (*Stage, error) {
	newScene := drawing.New
	if warm {
		newScene = drawing.NewWarm
	}
	s, err := newScene()
	if err != nil {
		return nil, err
	}
	s.UseFonts(fonts)
	s.UseAmounts(words.Amount)
	return &Stage{scene: s, shades: map[*scene.City]*drawing.Shade{}, Fonts: fonts}, nil
}

// Close frees all resources. It waits for the last call of wake.
func (s *Stage) Close() {
	s.computing.Wait()
	s.Fonts.Close()
	s.scene.Close()
}

// Resolution returns the fraction of width and height at which the city is drawn while it moves.
func (s *Stage) Resolution() float64 {
	return min(movingResolution(s.view.Width*s.view.Height, s.scene.Device().Software), s.pace.share())
}

// Moved notes that the camera, the size or the theme has changed. Marked notes that hover, selection or marks have.
func (s *Stage) Moved()  { s.Base = true }
func (s *Stage) Marked() { s.overlay = true }

// Busy reports whether the next frames will show something new without an event.
func (s *Stage) Busy() bool { return s.Moving() || s.refining }

// Moving reports whether the next frame will show something new. Unlike Busy, it ignores refinement.
func (s *Stage) Moving() bool { return s.Base || s.overlay || s.Tween.Running }

// Wake returns when the city has rested long enough to be refined; ok is false if it is refined.
func (s *Stage) Wake() (at time.Duration, ok bool) { return s.LastBase + RestTime, s.refining }

// Took reports how long it took to show the last picture. The rest of the city starts after that.
func (s *Stage) Took(d time.Duration) {
	if s.based {
		s.LastBase += d
		s.pace.took(d)
	}
}

// Change selects the transition from one city to another.
type Change uint8

const (
	ChangeAtOnce Change = iota
	ChangeInPlan        // buildings grow within the same plan
	ChangePlan          // plots also move to another plan of the same recording and grouping
)

// SetCity shows a city, with a transition from the one before. It computes shadows in the background and calls wake when they are ready.
func (s *Stage) SetCity(c *scene.City, how Change, now time.Duration, wake func()) {
	before, moving, resting := s.City, s.moving, !s.Tween.Running
	s.City, s.moving = c, false
	s.Base, s.overlay = true, true
	smooth := how != ChangeAtOnce && before != nil && (before.Plan == c.Plan || before.Plan.SamePlots(c.Plan))
	switch {
	case smooth && s.Tween.Running && !moving:
		s.scene.Retarget(c, s.view.Mix)
	case smooth:
		s.scene.SetCity(before, c)
	case how == ChangePlan && before != nil && before.Plan.Settings().SamePlan(c.Plan.Settings()):
		s.scene.SetCity(scene.Transition(before, c))
		smooth, s.moving, s.shade = true, true, nil // the shadows of the old plan would be in the wrong places
	default:
		s.scene.SetCity(nil, c)
	}
	s.Tween = tween{start: now, Running: smooth}
	if smooth && s.shadeOf != nil && drawing.SameShade(s.shadeOf, c) {
		if resting {
			s.holdShade()
		}
		return
	}
	before, s.shadeOf = s.shadeOf, c
	if s.Late {
		s.shadeLate(before, c)
		return
	}
	s.shadeSoon(c, wake)
}

// holdShade keeps the current shadows while colors change.
func (s *Stage) holdShade() {
	switch n := len(s.unshaded); {
	case n > 0:
		s.unshaded, s.shade = s.unshaded[n-1:], nil
	case s.shade != nil:
		s.scene.SetShade(s.shade, s.shade)
	}
}

// shadeLate leaves the shadows of c to the next picture. before is the city that c replaces.
func (s *Stage) shadeLate(before, c *scene.City) {
	list := []*scene.City{c}
	if s.Tween.Running && !s.moving && before != c && slices.Contains(s.unshaded, before) {
		list = []*scene.City{before, c}
	}
	s.unshaded = list
}

// shadeNow computes the shadows left to this picture.
func (s *Stage) shadeNow() {
	if !s.Tween.Running && len(s.unshaded) > 1 {
		s.unshaded = s.unshaded[1:]
	}
	for _, c := range s.unshaded {
		to := drawing.ComputeShade(c, drawing.ShadeSize)
		from := s.shade
		if from == nil || !s.Tween.Running {
			from = to
		}
		s.scene.SetShade(from, to)
		s.shade = to
	}
	s.unshaded = nil
}

// PlateAt returns the finding whose plate is at a pixel of the picture; ok is false if there is none.
func (s *Stage) PlateAt(x, y float64) (pin int, ok bool) { return s.scene.PlateAt(x, y) }

// Labels returns the labels in the last picture, the most important first.
func (s *Stage) Labels() []drawing.Label { return s.scene.Labels() }

// DrawnReferences is the maximum number of frustums per direction that are drawn individually. The others are bundled. The panel lists all.
const DrawnReferences = 10

// References returns the frustums to draw for targets. It caches the last result.
func (s *Stage) References(c *scene.City, targets []scene.Target, hovered scene.Target) []scene.Reference {
	if s.refsOf != c || !slices.Equal(s.refsFor, targets) || s.refsWith != hovered {
		s.refsOf, s.refsFor, s.refsWith = c, targets, hovered
		if slices.Contains(targets, hovered) {
			hovered = scene.Target{}
		}
		s.refs = c.DrawnOfAll(targets, DrawnReferences, hovered)
	}
	return s.refs
}

// Routes returns the routes of targets, or of the whole city. It caches the last result.
func (s *Stage) Routes(c *scene.City, targets []scene.Target, settings scene.RouteSettings) *scene.Routes {
	if k := &s.ways; k.routes == nil || k.of != c || !slices.Equal(k.targets, targets) || k.routes.Settings != settings {
		*k = ways{c, targets, c.Routes(targets, settings)}
	}
	return s.ways.routes
}

// ways caches the last routes.
type ways struct {
	of      *scene.City
	targets []scene.Target
	routes  *scene.Routes
}

// takeShade uses shadow maps once they are computed. Until then the previous ones stay.
func (s *Stage) takeShade() {
	s.mu.Lock()
	to := s.shades[s.shadeOf]
	if to != nil {
		clear(s.shades)
	}
	s.mu.Unlock()
	if to == nil {
		return
	}
	from := s.shade
	if from == nil || !s.Tween.Running {
		from = to
	}
	s.scene.SetShade(from, to)
	s.shade = to
	s.Base = true
}

// setMarks updates the user's colors in the scene.
func (s *Stage) setMarks(marks map[string]scene.RGB) {
	if maps.Equal(marks, s.marks) && s.marksOf == s.City.Plan {
		return
	}
	s.marks, s.marksOf = marks, s.City.Plan
	s.scene.SetMarks(MarkedBuildings(s.City.Plan, marks))
	s.Base = true
}

// Draw draws the picture for v and the panels, and reports whether it differs from the last one.
func (s *Stage) Draw(v drawing.View, frames []model.Frame, marks map[string]scene.RGB, now time.Duration) (drawn bool, err error) {
	if v.Width == 0 {
		return false, nil
	}
	s.based = false
	composed := s.Exposed || s.panelsChanged(frames)
	s.Exposed = false
	if s.City != nil {
		changed, err := s.drawCity(v, marks, now)
		if err != nil {
			return false, err
		}
		composed = composed || changed
	} else if s.Base || v.Dark != s.view.Dark {
		composed, s.Base, s.view = true, false, v
		s.scene.SetCity(nil, nowhere)
		v.Camera, v.Mix = EmptySky, 1
		if err := s.scene.Draw(v); err != nil {
			return false, err
		}
	}
	if !composed {
		return false, nil
	}
	return true, s.present(frames)
}

// drawCity updates the picture of the city.
func (s *Stage) drawCity(v drawing.View, marks map[string]scene.RGB, now time.Duration) (changed bool, err error) {
	s.takeShade()
	s.setMarks(marks)
	if letters := s.Fonts.Version(); letters != s.lettersAt {
		s.lettersAt, s.Base = letters, true
	}
	v.Mix = 1
	if s.Tween.Running {
		v.Mix = float32(min(max(float64(now-s.Tween.start)/float64(tweenTime), 0), 1))
		s.Base = true
		if v.Mix >= 1 {
			s.Tween.Running = false
			s.settle()
		}
	}
	if sameBase(&v, &s.view) {
		s.overlay = s.overlay || !sameOverlay(&v, &s.view)
	} else {
		s.Base = true
	}
	if s.Base {
		s.LastBase = now
	}
	rested := now-s.LastBase >= RestTime
	s.view = v
	if s.based = s.Base; s.based {
		s.Draws++
	}
	if s.Late {
		return s.skip(), nil
	}
	switch {
	case s.Base:
		v.Quality = drawing.Lean
		v.Resolution = s.Resolution()
		err = s.scene.Draw(v)
		s.Base, s.overlay, s.refining = false, false, true
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

// settle ends a transition.
func (s *Stage) settle() {
	if s.moving {
		s.moving = false
		s.scene.SetCity(nil, s.City)
		return
	}
	s.scene.Settle()
}

// present shows the picture and the panels in the window, if there is one.
func (s *Stage) present(frames []model.Frame) error {
	s.shown = PanelImages(frames)
	if s.OffScreen {
		return nil
	}
	return s.scene.Present(0, s.shown)
}

// Image returns the last presented picture.
func (s *Stage) Image() (*image.RGBA, error) { return s.scene.Snapshot(s.shown) }

func PanelImages(frames []model.Frame) []drawing.Panel {
	out := make([]drawing.Panel, len(frames))
	for i, f := range frames {
		out[i] = drawing.Panel{ID: string(f.ID), Version: f.Version, Image: f.Image, X: f.At.X, Y: f.At.Y,
			Radius: float32(f.Radius), Shadow: float32(f.Shadow), Opacity: 1}
	}
	return out
}

// movingResolution returns the fraction of width and height to draw during motion. In a software renderer, the number of pixels matters only
// in very large windows. Up to 3 million pixels, the work per building and the enlarging cost more than a lower resolution saves.
func movingResolution(pixels int, software bool) float64 {
	if software && pixels > 3_000_000 {
		return 0.5
	}
	return 1
}

// sameBase reports whether two views are equal apart from the overlay.
func sameBase(a, b *drawing.View) bool {
	return a.Width == b.Width && a.Height == b.Height && a.Scale == b.Scale && a.Camera == b.Camera && a.Mix == b.Mix &&
		a.Dark == b.Dark && a.ColorBlind == b.ColorBlind && a.Labels == b.Labels
}

func sameOverlay(a, b *drawing.View) bool {
	return a.Routes == b.Routes && a.Pointed == b.Pointed && a.Hover == b.Hover && a.Selected == b.Selected && a.Tags == b.Tags &&
		slices.Equal(a.Also, b.Also) && slices.Equal(a.Covered, b.Covered) &&
		len(a.References) == len(b.References) && (len(a.References) == 0 || &a.References[0] == &b.References[0])
}

// Waiting reports whether something is ready that is not in the picture yet.
func (s *Stage) Waiting(frames []model.Frame) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shades[s.shadeOf] != nil || !slices.Equal(versions(frames), s.panels)
}

func versions(frames []model.Frame) []panelVersion {
	out := make([]panelVersion, len(frames))
	for i, f := range frames {
		out[i] = panelVersion{f.ID, f.Version, f.At}
	}
	return out
}

// panelsChanged reports whether the panels differ from the last call.
func (s *Stage) panelsChanged(frames []model.Frame) bool {
	now := versions(frames)
	changed := !slices.Equal(now, s.panels)
	s.panels = now
	return changed
}

// skip skips drawing the city in this frame.
func (s *Stage) skip() (changed bool) {
	changed = s.Base || s.overlay
	s.Skipped = s.Skipped || changed
	s.Base, s.overlay, s.refining = false, false, false
	return changed
}

// DrawSkipped draws the last skipped frame.
func (s *Stage) DrawSkipped(refine bool) error {
	s.Skipped = false
	s.shadeNow()
	v := s.view
	v.Quality = drawing.Lean
	if err := s.scene.Draw(v); err != nil {
		return err
	}
	for more := refine; more; {
		var err error
		if more, err = s.scene.Refine(); err != nil {
			return err
		}
	}
	return nil
}

// tweenTime is the duration of a transition.
const tweenTime = 250 * time.Millisecond

// Covered returns the parts of the picture covered by panels, which labels avoid. It excludes panels at the pointer, which come and go.
func Covered(panels []model.Frame) []image.Rectangle {
	var list []image.Rectangle
	for _, f := range panels {
		switch f.ID {
		case model.Tooltip, model.Hint, model.Menu:
		default:
			list = append(list, f.Image.Bounds().Sub(f.Image.Bounds().Min).Add(f.At))
		}
	}
	return list
}

// MarkedBuildings returns the user's colors by building index.
func MarkedBuildings(p *scene.Plan, marks map[string]scene.RGB) map[int32]scene.RGB {
	byIndex := map[int32]scene.RGB{}
	for key, color := range marks {
		if t := p.Find(key); t.Kind == scene.OnBuilding {
			byIndex[t.Index] = color
		}
	}
	return byIndex
}

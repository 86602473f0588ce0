package picture

import (
	"context"
	"fmt"
	"image"
	"math"
	"runtime"
	"slices"
	"time"

	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/render/drawing"
	"memcity/render/headless"
	"memcity/render/stage"
	"memcity/render/ui/model"
	"memcity/words"
)

// CameraPath selects how the camera of a film moves.
type CameraPath uint8

// Camera paths.
const (
	StillPath  CameraPath = iota // fixed, with the whole city as the window shows it first
	OrbitPath                    // once around the city
	FollowPath                   // close to the building that grows most between two GC points
)

var cameraPathNames = []string{"still", "orbit", "follow"}

func (p CameraPath) String() string { return cameraPathNames[p] }

// ParseCameraPath parses "still", "orbit" or "follow".
func ParseCameraPath(text string) (CameraPath, error) {
	if i := slices.Index(cameraPathNames, text); i >= 0 {
		return CameraPath(i), nil
	}
	return 0, fmt.Errorf("camera path %q: expected still, orbit or follow", text)
}

// Film describes a film of a city over the GC points of a recording.
type Film struct {
	Shot                     // options of every frame; its City, Camera and Pose are ignored
	Cities     Cities        // at least one
	Path       CameraPath    // movement of the camera
	Rate       int           // frames per second
	Rest, Move time.Duration // how long each city is shown, and how long the change to the next takes
}

// Frames returns the number of frames: enough for the length of the film, with at least one for each city and one for each change.
func (f *Film) Frames() int {
	return max(int(math.Round(f.length().Seconds()*float64(f.Rate))), 2*f.Cities.Count-1, 1)
}

// length returns the length of the film.
func (f *Film) length() time.Duration {
	n := time.Duration(f.Cities.Count)
	return n*f.Rest + max(n-1, 0)*f.Move
}

// spot is the moment that a frame shows: at a GC point or between two.
type spot struct {
	from, to int     // numbers of Cities
	mix      float64 // 0 to 1 between them
	turn     float64 // 0 to 1 over the whole film
}

func (f *Film) spot(frame int) spot {
	s := spot{turn: float64(frame) / float64(f.Frames())}
	at := (s.turn + 0.5/float64(f.Frames())) * float64(f.length()) // middle of the frame
	each := float64(f.Rest + f.Move)
	s.from = min(int(at/each), f.Cities.Count-1)
	s.to = s.from
	if within := at - float64(s.from)*each; within > float64(f.Rest) && s.from+1 < f.Cities.Count {
		s.to, s.mix = s.from+1, min((within-float64(f.Rest))/float64(f.Move), 1)
	}
	return s
}

// Roll draws the frames of a film. Frames can be drawn in any order, but are cheapest in their own.
type Roll struct {
	film   *Film
	scene  *drawing.Scene
	cities keptCities
	home   scene.Camera
	free   scene.Frame          // part of the picture without panels
	poses  map[int]scene.Camera // by number of the city

	from, to int // numbers of the cities in the scene
	captions map[int][]model.Frame
	last     *image.RGBA // last frame, and its content
	lastOf   looked
}

// looked contains everything that can differ between frames of a film.
type looked struct {
	from, to int
	mix      float64
	pose     scene.Camera
}

// Shoot draws a film offscreen. It calls use on a locked thread, with a Roll that draws the frames. It returns the error of ctx when ctx is
// done. A frame takes as long as a [Picture] of the same size.
func (f *Film) Shoot(ctx context.Context, use func(*Roll) error) error {
	if err := CheckSize(f.Width, f.Height); err != nil {
		return err
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	c, err := headless.New()
	if err != nil {
		return err
	}
	defer c.Close()
	sc, err := drawing.New()
	if err != nil {
		return err
	}
	defer sc.Close()
	sc.UseAmounts(words.Amount)
	if side := sc.Device().MaxSide; f.Width > side || f.Height > side {
		return fmt.Errorf("film of %dx%d pixels: this graphics driver draws at most %d a side", f.Width, f.Height, side)
	}
	sc.UseFonts(f.Fonts)
	r := &Roll{film: f, scene: sc, from: -1, cities: keptCities{Cities: f.Cities, max: maxKeptCities}, poses: map[int]scene.Camera{},
		captions: map[int][]model.Frame{}}
	if err := r.begin(); err != nil {
		return err
	}
	return use(r)
}

// begin computes the data shared by all frames.
func (r *Roll) begin() error {
	f := r.film
	first, err := r.cities.city(0)
	if err != nil {
		return err
	}
	r.scene.SetMarks(stage.MarkedBuildings(first.Plan, f.Marks))
	frames, err := r.panels(0)
	if err != nil {
		return err
	}
	r.free = f.frame(frames)
	r.home = first.Look.Home(first.Plan.Bounds(), f.aspect(), r.free)
	return nil
}

func (f *Film) aspect() float64 { return float64(f.Width) / float64(f.Height) }

// poseOf returns the camera at a GC point.
func (r *Roll) poseOf(number int) (scene.Camera, error) {
	if r.film.Path != FollowPath || number == 0 {
		return r.home, nil
	}
	if pose, ok := r.poses[number]; ok {
		return pose, nil
	}
	before, err := r.cities.city(number - 1)
	if err != nil {
		return scene.Camera{}, err
	}
	after, err := r.cities.city(number)
	if err != nil {
		return scene.Camera{}, err
	}
	pose := r.home
	if box, ok := after.Box(strongest(before, after, r.film.Settings.Unit)); ok {
		pose = scene.Between(r.home.Focus(box, r.film.aspect(), r.free), r.home, followShare)
	}
	r.poses[number] = pose
	return pose, nil
}

// followShare is how far the following camera stays back toward the view of the whole city, as a fraction.
const followShare = 0.45

// strongest returns the building that grew most between two GC points.
func strongest(before, after *scene.City, by trees.Unit) (best scene.Target) {
	most := int64(0)
	for i := range after.Buildings {
		grown := after.Buildings[i].Of(by) - before.Buildings[i].Of(by)
		if grown > most {
			best, most = scene.Target{Kind: scene.OnBuilding, Index: int32(i)}, grown
		}
	}
	return best
}

// Frame draws a frame, 0-based. If the content is the same as that of the last one drawn, it returns the same image.
func (r *Roll) Frame(ctx context.Context, frame int) (*image.RGBA, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f, s := r.film, r.film.spot(frame)
	pose, err := r.pose(s)
	if err != nil {
		return nil, err
	}
	of := looked{s.from, s.to, s.mix, pose}
	if r.last != nil && r.lastOf == of {
		return r.last, nil
	}
	if err := r.show(s); err != nil {
		return nil, err
	}
	shown := s.from
	if s.mix > 0.5 {
		shown = s.to
	}
	panels, err := r.panels(shown)
	if err != nil {
		return nil, err
	}
	shot := f.Shot
	if shot.City, err = r.cities.city(shown); err != nil {
		return nil, err
	}
	shot.Pose = &of.pose
	v := shot.view(panels)
	if v.Mix = 1; s.from != s.to {
		v.Mix = float32(s.mix)
	}
	if err := shot.drawTile(r.scene, v, f.samples(s)); err != nil {
		return nil, err
	}
	img, err := r.scene.Snapshot(stage.PanelImages(panels))
	if err != nil {
		return nil, err
	}
	r.last, r.lastOf = img, of
	return img, r.scene.Device().Err("film")
}

// show sets the scene to the cities of a moment.
func (r *Roll) show(s spot) error {
	if r.from == s.from && r.to == s.to {
		return nil
	}
	var before *scene.City
	var beforeShade *drawing.Shade
	var err error
	if s.from != s.to {
		if before, beforeShade, err = r.cities.shaded(s.from); err != nil {
			return err
		}
	}
	after, shade, err := r.cities.shaded(s.to)
	if err != nil {
		return err
	}
	r.scene.SetCity(before, after)
	r.scene.SetShade(beforeShade, shade)
	r.from, r.to = s.from, s.to
	return nil
}

// Samples per pixel of a film: at rest, and in motion, where edges are less visible.
const (
	restSamples   = 4
	movingSamples = 2
)

// shortRest is the minimum rest of a city for viewers to notice its edges: the length of a glance.
const shortRest = 200 * time.Millisecond

// samples returns the number of samples per pixel at a moment.
func (f *Film) samples(s spot) int {
	if s.from != s.to || f.Path == OrbitPath || f.Rest < shortRest {
		return movingSamples
	}
	return restSamples
}

// pose returns the camera of a frame.
func (r *Roll) pose(s spot) (pose scene.Camera, err error) {
	var next scene.Camera
	if pose, err = r.poseOf(s.from); err == nil {
		next, err = r.poseOf(s.to)
	}
	eased := s.mix * s.mix * (3 - 2*s.mix)
	pose = scene.Between(pose, next, eased)
	if r.film.Path == OrbitPath {
		pose.Yaw += 2 * math.Pi * s.turn
	}
	return pose, err
}

// panels returns the legend and the caption at a GC point. It caches the last result.
func (r *Roll) panels(at int) ([]model.Frame, error) {
	if known, ok := r.captions[at]; ok {
		return known, nil
	}
	shot := r.film.Shot
	var err error
	if shot.City, err = r.cities.city(at); err != nil {
		return nil, err
	}
	frames, err := shot.panels()
	if err == nil {
		clear(r.captions)
		r.captions[at] = frames
	}
	return frames, err
}

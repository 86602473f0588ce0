package pictures

import (
	"fmt"
	"image"
	"image/png"

	"github.com/spf13/pflag"

	"memcity/assets"
	"memcity/city/recording"
	"memcity/city/resolve/history"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/view/overview"
	"memcity/city/view/treemap"
	"memcity/cmd/memcity/cli"
	"memcity/render/picture"
	"memcity/render/typeset"
)

// Limits of a picture's sides, in pixels.
const (
	MinSide = 64
	maxSide = 16384
)

// shotFlags contains the options of shot.
type shotFlags struct {
	cityFlags
	output, size, camera, view   string
	scale                        float64
	legend, caption, transparent bool
}

func (f *shotFlags) register(c *cli.Call, set *pflag.FlagSet) {
	f.cityFlags.register(c, set)
	f.registerSettings(set, true)
	set.StringVarP(&f.output, "output", "o", "city.png", "")
	set.StringVar(&f.size, "size", "1280x720", "")
	set.Float64Var(&f.scale, "scale", 0, "")
	set.StringVar(&f.camera, "camera", "home", "")
	set.BoolVar(&f.legend, "legend", true, "")
	set.BoolVar(&f.caption, "caption", true, "")
	set.BoolVar(&f.transparent, "transparent", false, "")
	set.StringVar(&f.view, "view", state.CityView.String(), "")
}

// check validates the options, stores those of pictures in the settings, and returns the size in pixels.
func (f *shotFlags) check(set *pflag.FlagSet) (width, height int, err error) {
	if width, height, err = parseSize(f.size); err != nil {
		return 0, 0, err
	}
	if !set.Changed("scale") {
		f.scale = picture.TextScale(width, height)
	}
	if !(f.scale >= 1 && f.scale <= 4) { // also refuses NaN
		return 0, 0, cli.Usagef("scale %g: expected 1 to 4", f.scale)
	}
	if err := cli.CheckEnding(f.output, ".png", ".glb"); err != nil {
		return 0, 0, err
	}
	if isModel(f.output) && f.view != state.CityView.String() {
		return 0, 0, cli.Usagef("view %q: a 3D model always shows the city; remove --view", f.view)
	}
	if err := cli.CheckName("camera", f.camera, "home", "birdseye", "focus"); err != nil {
		return 0, 0, err
	}
	if err := cli.CheckName("view", f.view, state.CityView.String(), treemap.Sunburst.String(), treemap.Icicle.String()); err != nil {
		return 0, 0, err
	}
	return width, height, nil
}

// shot draws the city, or the memory tree, into a file.
func shot(c *cli.Call) error {
	set := c.Flags()
	var f shotFlags
	f.register(c, set)
	paths, done, err := c.One(set)
	if err != nil || done {
		return err
	}
	width, height, err := f.check(set)
	if err != nil {
		return err
	}
	opened, err := f.open(c, paths)
	if err != nil {
		return err
	}
	if none := opened.Recording.NoStates(); none != nil {
		return f.drawOverTime(c, opened, none, width, height)
	}
	p, err := f.planOf(c, opened)
	if err != nil {
		return err
	}
	if f.camera == "focus" && p.selected.Kind == scene.Nothing {
		return cli.Usagef("camera focus: needs --select KEY")
	}
	shown, err := p.city(c, p.at)
	if err != nil {
		return err
	}
	if isModel(f.output) {
		return writeModel(shown, f.output)
	}
	fonts := typeset.System(assets.InterMedium, func() {})
	defer fonts.Close()
	what := picture.Shot{City: shown, Name: p.opened.Recording.Name, Settings: p.settings,
		Selected: p.selected, Camera: f.camera, Width: width, Height: height, Scale: f.scale,
		Legend: f.legend, Caption: f.caption && (f.legend || set.Changed("caption")), Transparent: f.transparent, Fonts: fonts}
	var img *image.RGBA
	if kind, none := treemap.ParseKind(f.view); none == nil {
		img, err = picture.TreePicture(what, kind)
	} else {
		img, err = picture.Picture(c.Ctx, what)
	}
	if err != nil {
		return fmt.Errorf("shot: %w", err)
	}
	return f.write(c, img)
}

func (f *shotFlags) write(c *cli.Call, img *image.RGBA) error {
	if f.output == "-" {
		return png.Encode(c.Stdout, img)
	}
	return picture.WritePNG(f.output, img)
}

// drawOverTime draws the heap and the pauses over time, for a recording without heap states. none is the error that says so. It returns none
// if the options request a picture of groups.
func (f *shotFlags) drawOverTime(c *cli.Call, opened *recording.Recording, none error, width, height int) error {
	parts := f.diff != "" || len(f.base.Paths) > 0 || len(f.without) > 0 || f.ages || f.staleness
	if parts || f.selected != "" || f.at != "" || f.window != "" || f.view != state.CityView.String() || isModel(f.output) {
		return none
	}
	o, err := history.Overview(c.Ctx, opened, overview.Query{Limits: overview.DefaultLimits()}, c.Progress())
	if err != nil {
		return err
	}
	if len(o.GCs) < 2 {
		return none
	}
	img, err := picture.OverTime(opened.Recording.Name, f.settings, o, width, height, f.scale)
	if err != nil {
		return fmt.Errorf("shot: %w", err)
	}
	c.Notify("shot: " + opened.Recording.Name + " has no heap states, so the picture shows the heap and the pauses over time instead of a city")
	return f.write(c, img)
}

func parseSize(text string) (width, height int, err error) {
	var rest string
	if n, _ := fmt.Sscanf(text, "%dx%d%s", &width, &height, &rest); n != 2 {
		return 0, 0, cli.Usagef("size %q: expected width and height as 1280x720", text)
	}
	if width < MinSide || height < MinSide || width > maxSide || height > maxSide {
		return 0, 0, cli.Usagef("size %q: sides must be %d to %d pixels", text, MinSide, maxSide)
	}
	return width, height, nil
}

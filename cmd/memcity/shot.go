package main

import (
	"fmt"
	"image"
	"image/png"

	"memcity/assets"
	"memcity/city"
	"memcity/render"
	"memcity/render/typeset"
)

// Bounds of a picture's sides in pixels.
const (
	minSide = 64
	maxSide = 16384
)

// shot draws the city, or the memory tree, into a file.
func shot(c *call) error {
	set := c.flags()
	var f cityFlags
	f.register(c, set)
	f.registerDiff(set)
	f.registerAges(set)
	f.registerBase(set)
	f.registerWithout(set)
	f.registerRules(set)
	f.registerRoutes(set)
	output := set.StringP("output", "o", "city.png", "")
	size := set.String("size", "1280x720", "")
	scale := set.Float64("scale", 1, "")
	camera := set.String("camera", "home", "")
	theme := set.String("theme", city.Light.String(), "")
	colorBlind := set.Bool("color-blind", false, "")
	labels := set.Bool("labels", true, "")
	legend := set.Bool("legend", true, "")
	caption := set.Bool("caption", true, "")
	transparent := set.Bool("transparent", false, "")
	view := set.String("view", city.CityView.String(), "")
	paths, done, err := c.one(set)
	if err != nil || done {
		return err
	}
	width, height, err := parseSize(*size)
	if err != nil {
		return err
	}
	if !(*scale >= 1 && *scale <= 4) { // NaN is neither
		return usagef("scale %g: expected 1 to 4", *scale)
	}
	if err := checkName("camera", *camera, "home", "birdseye", "focus"); err != nil {
		return err
	}
	if err := checkName("view", *view, city.CityView.String(), city.Sunburst.String(), city.Icicle.String()); err != nil {
		return err
	}
	if f.settings.Theme, err = city.ParseTheme(*theme); err != nil {
		return usageError{err}
	}
	f.settings.ColorBlind, f.settings.Labels = *colorBlind, *labels
	p, err := f.plan(c, paths)
	if err != nil {
		return err
	}
	c.warn(p.opened)
	if *camera == "focus" && p.selected.Kind == city.Nothing {
		return usagef("camera focus: needs --select KEY")
	}
	fonts := typeset.System(assets.InterMedium, func() {})
	defer fonts.Close()
	what := render.Shot{City: p.city, Name: p.opened.Recording.Name, Settings: p.settings,
		Selected: p.selected, Camera: *camera, Width: width, Height: height, Scale: *scale,
		Legend: *legend, Caption: *caption && (*legend || set.Changed("caption")), Transparent: *transparent, Fonts: fonts}
	var img *image.RGBA
	if kind, none := city.ParseTreeKind(*view); none == nil {
		img, err = render.TreePicture(what, kind)
	} else {
		img, err = render.Picture(c.ctx, what)
	}
	if err != nil {
		return fmt.Errorf("shot: %w", err)
	}
	if *output == "-" {
		return png.Encode(c.stdout, img)
	}
	return render.WritePNG(*output, img)
}

func parseSize(text string) (width, height int, err error) {
	var rest string
	if n, _ := fmt.Sscanf(text, "%dx%d%s", &width, &height, &rest); n != 2 {
		return 0, 0, usagef("size %q: expected width and height as 1280x720", text)
	}
	if width < minSide || height < minSide || width > maxSide || height > maxSide {
		return 0, 0, usagef("size %q: sides must be %d to %d pixels", text, minSide, maxSide)
	}
	return width, height, nil
}

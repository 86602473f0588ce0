package main

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"slices"
	"strings"

	"memcity/assets"
	"memcity/city"
	"memcity/city/session"
	"memcity/render"
	"memcity/render/clipboard"
	"memcity/render/dialog"
	"memcity/render/prefs"
	"memcity/render/ui/model"
	"memcity/trace"
)

// window opens the window, on paths if there are any.
func window(c *call) error {
	set := c.flags()
	theme := set.String("theme", "", "")
	colorBlind := set.Bool("color-blind", false, "")
	var base baseFlags
	base.register(set, "base-scale")
	rules := set.String("rules", "", "")
	c.classifierFlag(set)
	paths, done, err := c.parse(set)
	if err != nil || done {
		return err
	}
	for _, path := range paths {
		if err := checkPath(path); err != nil {
			return err
		}
	}
	if *rules == "-" {
		return usagef("rules -: a window needs a file, which it can write to")
	}
	if *rules != "" { // what is wrong in it is told before a window comes up
		if _, err := c.openRulesFile(*rules); err != nil {
			return err
		}
	}
	beside, err := base.window(c, paths)
	if err != nil {
		return err
	}
	written, err := c.written()
	if err != nil {
		return err
	}
	options := windowOptions(written)
	c.recallWindow(&options)
	if *theme != "" {
		if options.Settings.Theme, err = city.ParseTheme(*theme); err != nil {
			return usageError{err}
		}
	}
	if set.Changed("color-blind") {
		options.Settings.ColorBlind = *colorBlind
	}
	return c.show(options, beside, *rules, paths)
}

// checkPath tells of a path that cannot be opened before a window comes up for it.
func checkPath(path string) error {
	if path == "-" || strings.HasPrefix(path, demoPrefix) || city.IsAddress(path) {
		return nil
	}
	if _, err := os.Stat(path); err != nil {
		return &trace.InputError{Source: path, Offset: -1, Text: "no such file or folder, and no command of this name; see memcity help"}
	}
	return nil
}

// demo opens the window on a bundled recording.
func demo(c *call) error {
	set := c.flags()
	c.classifierFlag(set)
	names, done, err := c.parse(set)
	if err != nil || done {
		return err
	}
	name := demoNames()[0]
	if len(names) > 0 {
		name = names[0]
	}
	if _, err := openDemo(c.ctx, name, nil); err != nil {
		return err
	}
	written, err := c.written()
	if err != nil {
		return err
	}
	options := windowOptions(written)
	c.recallWindow(&options)
	return c.show(options, city.Beside{}, "", []string{demoPrefix + name})
}

// show opens the window on paths, with a rules file unless that is empty.
func (c *call) show(options render.Options, beside city.Beside, rules string, paths []string) error {
	begin := func(a *render.App) {
		a.OpenWith(beside, paths...)
		if rules != "" {
			a.OpenRules(rules)
		}
	}
	if err := render.Window(c.ctx, options, begin); err != nil {
		return fmt.Errorf("window: %w", err)
	}
	return nil
}

// recallWindow begins with the window as it was left.
func (c *call) recallWindow(options *render.Options) {
	folder, err := prefs.DefaultFolder()
	if err != nil {
		fmt.Fprintln(c.stderr, "memcity: settings are not kept: "+err.Error())
	}
	store, warnings := prefs.Open(folder)
	for _, w := range warnings {
		fmt.Fprintln(c.stderr, "memcity: "+w)
	}
	options.Memory, options.Warnings = store, append(options.Warnings, warnings...)
	options.Settings = store.Window().Settings
	options.Recorder = windowRecorder{}
	options.Files = render.Files{Open: dialog.Open, Save: dialog.Save, CopyImage: clipboard.WritePNG}
}

// windowOptions wire the window to the session, the bundled recordings and what users wrote.
func windowOptions(w *written) render.Options {
	options := render.Options{Settings: city.DefaultSettings(), Warnings: slices.Clone(w.faults),
		Start: func(notify func()) render.Worker { return worker{session.New(notify, w.options()), w} }}
	for _, d := range assets.Demos() {
		if d.Kind == assets.Mended { // the manual leads to them
			continue
		}
		options.Demos = append(options.Demos, model.Demo{Name: d.Name, Title: d.Title, Text: d.Text, Small: d.Kind == assets.Exercise, Picture: demoPicture(d)})
	}
	return options
}

// demoPicture decodes the picture of a bundled recording; nil if it has none.
func demoPicture(d assets.Demo) *image.RGBA {
	img, err := png.Decode(bytes.NewReader(d.Picture()))
	if err != nil {
		return nil
	}
	out := image.NewRGBA(img.Bounds())
	draw.Draw(out, out.Bounds(), img, img.Bounds().Min, draw.Src)
	return out
}

package window

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"slices"
	"time"

	"memcity/assets"
	"memcity/city/link"
	"memcity/city/scene"
	"memcity/city/session"
	"memcity/city/trees"
	"memcity/cmd/memcity/cli"
	"memcity/render"
	"memcity/render/clipboard"
	"memcity/render/dialog"
	"memcity/render/files"
	"memcity/render/prefs"
	"memcity/render/source"
	"memcity/render/ui/model"
)

// Open opens the window, with the recording at the given paths, if any.
func Open(c *cli.Call) error {
	set := c.Flags()
	theme := set.String("theme", "", "")
	colorBlind := set.Bool("color-blind", false, "")
	var base cli.Baseline
	base.Register(set, "base-scale")
	rules := set.String("rules", "", "")
	var at linkFlags
	at.register(c, set)
	var editor cli.Editor
	editor.Register(set)
	c.RemediesFlag(set)
	paths, done, err := c.Parse(set)
	if err != nil || done {
		return err
	}
	for _, path := range paths {
		if err := cli.CheckPath(path); err != nil {
			return err
		}
	}
	if *rules == "-" {
		return cli.Usagef("rules -: the window needs a file that it can write to")
	}
	if *rules != "" { // report its faults before a window opens
		if _, err := c.OpenRulesFile(*rules); err != nil {
			return err
		}
	}
	folder, err := base.Window(c, paths)
	if err != nil {
		return err
	}
	written, err := c.Definitions()
	if err != nil {
		return err
	}
	options := Options(written)
	recallWindow(c, &options)
	if *theme != "" {
		if options.Settings.Theme, err = scene.ParseTheme(*theme); err != nil {
			return cli.UsageError{Err: err}
		}
	}
	if set.Changed("color-blind") {
		options.Settings.ColorBlind = *colorBlind
	}
	target, err := at.link(set, written, paths)
	if err != nil {
		return err
	}
	if err := useEditor(c, &options, &editor); err != nil {
		return err
	}
	return show(c, options, folder, *rules, target)
}

// demo opens the window on a bundled recording.
func demo(c *cli.Call) error {
	set := c.Flags()
	c.ClassifierFlag(set)
	c.RemediesFlag(set)
	var editor cli.Editor
	editor.Register(set)
	names, done, err := c.Parse(set)
	if err != nil || done {
		return err
	}
	name := cli.DemoNames()[0]
	if len(names) > 0 {
		name = names[0]
	}
	if _, err := cli.OpenDemo(c.Ctx, name, nil); err != nil {
		return err
	}
	written, err := c.Definitions()
	if err != nil {
		return err
	}
	options := Options(written)
	recallWindow(c, &options)
	if err := useEditor(c, &options, &editor); err != nil {
		return err
	}
	return show(c, options, trees.Baseline{}, "", link.Link{Recording: []string{assets.DemoPrefix + name}})
}

// show opens the window at a view of a recording, with a rules file unless that is empty.
func show(c *cli.Call, options render.Options, folder trees.Baseline, rules string, target link.Link) error {
	ended := func() error { return nil }
	begin := func(a *render.App) {
		a.OpenAt(folder, target)
		if rules != "" {
			a.OpenRules(rules)
		}
		end, err := TakeRequests(a, time.Now().UnixMilli())
		if err != nil {
			c.Notify("warning: the window cannot receive requests from other programs: " + err.Error())
			return
		}
		ended = end
	}
	err := render.Window(c.Ctx, options, begin)
	_ = ended() // its folder is for temporary files
	if err != nil {
		return fmt.Errorf("window: %w", err)
	}
	return nil
}

// recallWindow restores the window's state from the last time.
func recallWindow(c *cli.Call, options *render.Options) {
	folder, err := prefs.DefaultFolder()
	if err != nil {
		c.Notify("could not save settings: " + err.Error())
	}
	store, warnings := prefs.Open(folder)
	for _, w := range warnings {
		c.Notify(w)
	}
	options.Memory, options.Warnings = store, append(options.Warnings, warnings...)
	options.Settings = store.Window().Settings
	options.Recorder = Recorder{}
	options.Files = files.Dialogs{CopyImage: clipboard.WritePNG}
	if dialog.Available() { // else the window uses its own file browser
		options.Files.Open, options.Files.Save = dialog.Open, dialog.Save
	}
}

// useEditor lets the window open source lines in the user's editor.
func useEditor(c *cli.Call, options *render.Options, editor *cli.Editor) error {
	if err := editor.Find(c); err != nil {
		return err
	}
	options.Editor = source.Editor{Missing: editor.Missing(), Find: editor.Look}
	return nil
}

// Options connects the window to the session, the bundled recordings and the user's files.
func Options(w *cli.Definitions) render.Options {
	options := render.Options{Settings: scene.DefaultSettings(), Warnings: slices.Clone(w.Faults),
		Start: func(notify func()) render.Worker {
			return Worker{Session: session.New(notify, w.Options()), Definitions: w}
		}}
	for _, d := range assets.Demos() {
		if d.Kind == assets.Fixed { // the manual links to these
			continue
		}
		options.Demos = append(options.Demos,
			model.Demo{Name: d.Name, Title: d.Title, Text: d.Text, Small: d.Kind != assets.Example, Picture: demoPicture(d)})
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

package main

import (
	"fmt"
	"os"
	"strings"

	"memcity/assets"
	"memcity/city"
	"memcity/city/session"
	"memcity/render"
	"memcity/render/ui"
	"memcity/trace"
)

// window opens the window, on paths if there are any.
func window(c *call) error {
	set := c.flags()
	theme := set.String("theme", city.Light.String(), "")
	colorBlind := set.Bool("color-blind", false, "")
	paths, done, err := c.parse(set)
	if err != nil || done {
		return err
	}
	settings := city.DefaultSettings()
	if settings.Theme, err = city.ParseTheme(*theme); err != nil {
		return usageError{err}
	}
	settings.ColorBlind = *colorBlind
	for _, path := range paths {
		if err := checkPath(path); err != nil {
			return err
		}
	}
	return c.show(settings, paths)
}

// checkPath tells of a path that cannot be opened before a window comes up for it.
func checkPath(path string) error {
	if path == "-" || strings.HasPrefix(path, demoPrefix) {
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
	return c.show(city.DefaultSettings(), []string{demoPrefix + name})
}

func (c *call) show(settings city.Settings, paths []string) error {
	options := windowOptions()
	options.Settings = settings
	if err := render.Window(c.ctx, options, func(a *render.App) { a.Open(paths...) }); err != nil {
		return fmt.Errorf("window: %w", err)
	}
	return nil
}

// windowOptions wire the window to the session and the bundled recordings.
func windowOptions() render.Options {
	options := render.Options{Settings: city.DefaultSettings(), Start: func(notify func()) render.Worker {
		return worker{session.New(notify)}
	}}
	for _, d := range assets.Demos() {
		options.Demos = append(options.Demos, ui.Demo{Name: d.Name, Title: d.Title, Text: d.Text})
	}
	return options
}

// worker is a session that opens paths.
type worker struct{ *session.Session }

func (w worker) Open(paths []string, wish city.Wish) { w.Session.Open(opener(paths), wish) }

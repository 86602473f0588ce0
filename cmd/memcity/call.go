package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"memcity/assets"
	"memcity/city/session"
	"memcity/render"
	"memcity/trace"
	"memcity/trace/open"
)

// call is one execution of a command.
type call struct {
	ctx            context.Context
	name           string
	args           []string
	stdin          io.Reader
	stdout, stderr io.Writer
	classifiers    []string // definition files named by --classifiers
	files          *written // see [call.written]
}

// flags returns an empty set of flags for the command.
func (c *call) flags() *pflag.FlagSet {
	set := pflag.NewFlagSet(c.name, pflag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.SortFlags = false
	return set
}

// parse reads the flags and returns the paths. "-h" prints the command's part of the manual; done is true then.
func (c *call) parse(set *pflag.FlagSet) (paths []string, done bool, err error) {
	switch err := set.Parse(c.args); {
	case errors.Is(err, pflag.ErrHelp):
		return nil, true, c.printHelp(c.name)
	case err != nil:
		return nil, false, c.explainFlag(err)
	}
	return set.Args(), false, nil
}

// standardInput is what - is called in messages.
const standardInput = "standard input"

// checkPaths finds what no recording can be, before anything is opened.
func (c *call) checkPaths(paths []string) error {
	if len(paths) == 0 {
		return usagef("%s: expected the path of a recording; demos are demo:%s", c.name, demoNames()[0])
	}
	for _, path := range paths {
		switch {
		case path == "":
			return usagef("path %q: expected a file, a folder or -", path)
		case strings.HasPrefix(path, demoPrefix) && len(paths) > 1:
			return usagef("%s: a demo cannot be opened together with other paths", path)
		}
	}
	return nil
}

// explainFlag says in plain words what is wrong with a flag.
func (c *call) explainFlag(err error) error {
	help := strings.TrimSpace("memcity help " + c.name)
	var unknown *pflag.NotExistError
	var empty *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown) && len(unknown.GetSpecifiedShortnames()) > 0:
		return usagef("-%s: there is no such option; see %s", unknown.GetSpecifiedName(), help)
	case errors.As(err, &unknown):
		return usagef("--%s: there is no such option; see %s", unknown.GetSpecifiedName(), help)
	case errors.As(err, &empty):
		return usagef("--%s: expected a value; see %s", empty.GetFlag().Name, help)
	case errors.As(err, &invalid):
		return usagef("%s %q: expected %s", invalid.GetFlag().Name, invalid.GetValue(), kindOfFlag(invalid.GetFlag()))
	}
	return usageError{err}
}

func kindOfFlag(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "int":
		return "a whole number"
	case "float64":
		return "a number"
	case "bool":
		return "true or false"
	case "uintSlice":
		return "a whole number from 0, or several joined by commas"
	}
	return "another value"
}

// one is parse for commands that need a recording.
func (c *call) one(set *pflag.FlagSet) (paths []string, done bool, err error) {
	paths, done, err = c.parse(set)
	if err == nil && !done {
		err = c.checkPaths(paths)
	}
	return paths, done, err
}

// demoPrefix makes a path mean a bundled recording.
const demoPrefix = render.DemoPrefix

// opener returns what opens the paths.
func opener(paths []string) session.Opener {
	return func(ctx context.Context, progress trace.Progress) (*trace.Recording, error) {
		if name, ok := strings.CutPrefix(paths[0], demoPrefix); ok && len(paths) == 1 {
			return openDemo(ctx, name, progress)
		}
		return open.Paths(ctx, paths, progress)
	}
}

func openDemo(ctx context.Context, name string, progress trace.Progress) (*trace.Recording, error) {
	for _, d := range assets.Demos() {
		if d.Name == name {
			r, err := open.Files(ctx, d.Name, []trace.File{trace.MemoryFile(d.Name, d.Data())}, progress)
			if err == nil {
				r.Name = d.Name
			}
			return r, err
		}
	}
	return nil, usagef("demo %q: expected one of %s", name, strings.Join(demoNames(), ", "))
}

func demoNames() []string {
	var names []string
	for _, d := range assets.Demos() {
		names = append(names, d.Name)
	}
	return names
}

// open opens the paths with progress on a terminal.
func (c *call) open(paths []string) (*session.Opened, error) {
	written, err := c.written()
	if err != nil {
		return nil, err
	}
	r, err := opener(paths)(c.ctx, c.progress())
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			return nil, &trace.InputError{Source: path.Path, Offset: -1, Text: path.Err.Error()}
		}
		return nil, err
	}
	if !slices.Contains(withoutStates, c.name) {
		if err := r.NoStates(); err != nil {
			return nil, err
		}
	}
	return session.Wrap(r, written.options()), nil
}

// withoutStates are the commands that work with what tells of GCs and has no heap states.
var withoutStates = []string{"info", "windows", "churn", "analyze", "check"}

// warn prints what was wrong with the input.
func (c *call) warn(o *session.Opened) { c.tell(o.Warnings()) }

func (c *call) tell(warnings []trace.Warning) {
	for _, w := range warnings {
		fmt.Fprintln(c.stderr, "memcity: warning: "+w.String())
	}
}

// progress reports to standard error if that is a terminal.
func (c *call) progress() trace.Progress {
	f, ok := c.stderr.(*os.File)
	if !ok {
		return nil
	}
	if info, err := f.Stat(); err != nil || info.Mode()&fs.ModeCharDevice == 0 {
		return nil
	}
	last := time.Now()
	return func(done, total int64, what string) {
		if now := time.Now(); now.Sub(last) > 100*time.Millisecond && total > 0 {
			last = now
			fmt.Fprintf(f, "\r\x1b[K%s %d %%", what, done*100/total)
			if done >= total {
				fmt.Fprint(f, "\r\x1b[K")
			}
		}
	}
}

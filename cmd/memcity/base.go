package main

import (
	"strconv"

	"github.com/spf13/pflag"

	"memcity/city"
	"memcity/city/session"
)

// baseFlags name another recording to compare with.
type baseFlags struct {
	paths     []string
	at, scale string
}

// register adds the options; scale is the name of the one that has shares of the heap compared.
func (f *baseFlags) register(set *pflag.FlagSet, scale string) {
	set.StringArrayVar(&f.paths, "base", nil, "")
	set.StringVar(&f.at, "base-at", "last", "")
	set.StringVar(&f.scale, scale, "none", "")
}

// scales are what can be compared: numbers, or shares of the heap.
var scales = []string{"none", "total"}

// check checks what can be checked before the base is open. Without one it must not be spoken of.
func (f *baseFlags) check(c *call) error {
	if f.scale == "" { // the command has none
		return nil
	}
	if err := checkName("scale", f.scale, scales...); err != nil {
		return err
	}
	if len(f.paths) == 0 {
		if f.at != "last" || f.scale != scales[0] {
			return usagef("base-at, scale: there is nothing to compare with; expected --base PATH")
		}
		return nil
	}
	return c.checkPaths(f.paths)
}

// openBase opens the recording to compare with.
func (c *call) openBase(paths []string) (*session.Opened, error) {
	if err := c.checkPaths(paths); err != nil {
		return nil, err
	}
	return c.open(paths)
}

// tree groups the base as another recording is.
func (f *baseFlags) tree(c *call, than *session.Opened, by city.Grouping) (city.BaseTree, error) {
	base, err := c.openBase(f.paths)
	if err != nil {
		return city.BaseTree{}, err
	}
	at, err := pointOf(base, f.at)
	if err != nil {
		return city.BaseTree{}, err
	}
	tree, err := base.BaseTree(c.ctx, than, by, city.Beside{At: at + 1, Shares: f.scale == scales[1]}, c.progress())
	c.warn(base)
	return tree, err
}

// window is what the window compares with, on paths. GC points are numbers there, as the base is opened later.
func (f *baseFlags) window(c *call, paths []string) (city.Beside, error) {
	if err := f.check(c); err != nil {
		return city.Beside{}, err
	}
	if len(f.paths) > 0 && len(paths) == 0 {
		return city.Beside{}, usagef("base: expected the path of a recording to compare it with")
	}
	for _, path := range f.paths {
		if err := checkPath(path); err != nil {
			return city.Beside{}, err
		}
	}
	b := city.Beside{Paths: f.paths, Shares: f.scale == scales[1]}
	switch f.at {
	case "last":
		return b, nil
	case "first":
		b.At = 1
		return b, nil
	}
	n, err := strconv.Atoi(f.at)
	if err != nil || n < 1 {
		return b, usagef("base-at %q: expected first, last or a number from 1", f.at)
	}
	b.At = n
	return b, nil
}

package cli

import (
	"strconv"

	"github.com/spf13/pflag"

	"memcity/city/recording"
	"memcity/city/seq"
	"memcity/city/trees"
)

// Baseline contains the options that select a recording to compare with.
type Baseline struct {
	Paths     []string
	At, Scale string
}

// Register adds the options. The given scale is the name of the option that compares shares of the heap.
func (f *Baseline) Register(set *pflag.FlagSet, scale string) {
	set.StringArrayVar(&f.Paths, "base", nil, "")
	set.StringVar(&f.At, "base-at", "", "")
	set.StringVar(&f.Scale, scale, "none", "")
}

// Scales lists the scales of a comparison: numbers as they are, or shares of the heap.
var Scales = []string{"none", "total"}

// Check checks the options before the baseline is opened. Options that need a baseline are errors without one.
func (f *Baseline) Check(c *Call) error {
	if f.Scale == "" { // the command has none
		return nil
	}
	if err := CheckName("scale", f.Scale, Scales...); err != nil {
		return err
	}
	if len(f.Paths) == 0 {
		if f.At != "" || f.Scale != Scales[0] {
			return Usagef("base-at, scale: nothing to compare with; expected --base PATH")
		}
		return nil
	}
	return c.CheckPaths(f.Paths)
}

// OpenBase opens the recording to compare with.
func (c *Call) OpenBase(paths []string) (*recording.Recording, error) {
	if err := c.CheckPaths(paths); err != nil {
		return nil, err
	}
	return c.Open(paths)
}

// Tree groups the baseline like the given recording.
func (f *Baseline) Tree(c *Call, than *recording.Recording, by trees.Grouping) (trees.BaselineTree, error) {
	base, err := c.OpenBase(f.Paths)
	if err != nil {
		return trees.BaselineTree{}, err
	}
	at, err := PointOf(c.Ctx, base, f.At)
	if err != nil {
		return trees.BaselineTree{}, err
	}
	tree, err := base.BaselineTree(c.Ctx, than, by, trees.Baseline{At: at + 1, Shares: f.Scale == Scales[1]}, c.Progress())
	return tree, err
}

// Window returns the baseline for the window. GC points stay numbers, since the window opens the baseline later.
func (f *Baseline) Window(c *Call, paths []string) (trees.Baseline, error) {
	if err := f.Check(c); err != nil {
		return trees.Baseline{}, err
	}
	if len(f.Paths) > 0 && len(paths) == 0 {
		return trees.Baseline{}, Usagef("base: expected the path of a recording to compare with")
	}
	for _, path := range f.Paths {
		if err := CheckPath(path); err != nil {
			return trees.Baseline{}, err
		}
	}
	b := trees.Baseline{Paths: seq.Of(f.Paths...), Shares: f.Scale == Scales[1]}
	switch f.At {
	case "":
		return b, nil
	case "last":
		b.At = trees.LastPoint
		return b, nil
	case "first":
		b.At = 1
		return b, nil
	}
	n, err := strconv.Atoi(f.At)
	if err != nil || n < 1 {
		return b, Usagef("base-at %q: expected first, last or a number from 1", f.At)
	}
	b.At = n
	return b, nil
}

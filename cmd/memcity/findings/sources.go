package findings

import (
	"errors"
	"fmt"
	"os/exec"
	"strings"

	"github.com/spf13/pflag"

	"memcity/analysis/guide/findings"
	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/results"
	"memcity/cmd/memcity/source"
	"memcity/render/atomic"
)

// sources are where the source of the program is, and what opens it.
type sources struct {
	roots []string
	open  string

	finder *source.Finder // nil without roots
	editor source.Command // nil for none
}

func (f *sources) register(set *pflag.FlagSet) {
	set.StringArrayVar(&f.roots, "source-root", nil, "")
	set.StringVar(&f.open, "open", "", "")
}

func (f *sources) check() (err error) {
	if len(f.roots) > 0 {
		if f.finder, err = source.New(f.roots); err != nil {
			return cli.Usagef("source-root: %s: %w", strings.Join(f.roots, ", "), atomic.Cause(err))
		}
	}
	if f.open == "" {
		return nil
	}
	if f.finder == nil {
		return cli.Usagef("open: expected --source-root FOLDER, to find files in")
	}
	if f.editor, err = source.Parse(f.open); err != nil {
		return cli.Usagef("open %q: %w, as in code -g {file}:{line}", f.open, err)
	}
	return nil
}

// fieldOf are the words before the name of a field in the name of an owner.
var fieldOf = []string{"static field ", "field ", "thread-local "}

// placed is where a finding is in the source.
type placed struct {
	Name string `json:"name"` // the field or the frame
	File string `json:"file"`
	Line int    `json:"line"`
}

// places returns where a finding is in the source: the field that holds what piles up, and the call sites at which that was allocated.
func (f *sources) places(found *findings.Finding) (places []placed) {
	if f.finder == nil {
		return nil
	}
	add := func(name string, at source.Place, ok bool) {
		if ok {
			places = append(places, placed{name, at.File, at.Line})
		}
	}
	for _, p := range []*findings.Pile{found.Growth, found.Pile} {
		if p == nil {
			continue
		}
		for _, owner := range append([]string{p.Owner, p.Field}, p.Also...) {
			for _, words := range fieldOf {
				owner = strings.TrimPrefix(owner, words)
			}
			at, ok := f.finder.Field(owner)
			add(owner, at, ok)
		}
		for _, s := range p.Sites {
			for _, frame := range s.Frames {
				at, ok := f.finder.Frame(frame)
				add(frame, at, ok)
			}
		}
	}
	return places
}

// show opens the first place there is.
func (f *sources) show(c *cli.Call, found [][]placed) error {
	if f.editor == nil {
		return nil
	}
	for _, places := range found {
		if len(places) == 0 {
			continue
		}
		at := source.Place{File: places[0].File, Line: places[0].Line}
		if err := f.editor.Open(c.Ctx, at); err != nil {
			var missing *exec.Error
			if errors.As(err, &missing) {
				err = missing.Err
			}
			return fmt.Errorf("open: %s: %w", f.editor[0], err)
		}
		return nil
	}
	c.Notify("open: no finding has a place below " + strings.Join(f.roots, ", "))
	return nil
}

func (p *placed) place() results.Place { return results.Place{File: p.File, Line: p.Line} }

package findings

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"memcity/analysis/guide/findings"
	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/results"
	"memcity/cmd/memcity/source"
	"memcity/trace"
	"memcity/trace/process"
)

// sources contains the source folders of the program and the editor for --open.
type sources struct {
	cli.Sources
	open   string
	editor source.Command // nil for none
}

func (f *sources) register(set *pflag.FlagSet) {
	f.Sources.Register(set)
	set.StringVar(&f.open, "open", "", "")
}

func (f *sources) check(c *cli.Call) (err error) {
	if err := f.Find(c); err != nil || f.open == "" {
		return err
	}
	if !f.Known() {
		return cli.Usagef("open: expected --source-root FOLDER, where the source is")
	}
	f.editor, err = cli.ParseEditor(f.open)
	return err
}

// fieldOf lists the words that precede the name of a field in the name of an owner that is no named GC root.
var fieldOf = []string{"field ", "thread-local "}

// places returns the source places of a finding: the field that holds its pile, and the sites that allocated the objects.
func (f *sources) places(found *findings.Finding) (places []cli.SourcePlace) {
	if !f.Known() {
		return nil
	}
	add := func(at cli.SourcePlace, ok bool) {
		if ok {
			places = append(places, at)
		}
	}
	for _, p := range []*findings.Pile{found.Growth, found.Pile} {
		if p == nil {
			continue
		}
		for _, owner := range append([]string{p.Owner, p.Field}, p.Also...) {
			owner, _ = trace.CutNamed(owner)
			for _, words := range fieldOf {
				owner = strings.TrimPrefix(owner, words)
			}
			add(f.Field(owner))
		}
		for _, s := range p.Sites {
			for _, frame := range s.Frames {
				add(f.Frame(frame))
			}
		}
	}
	return places
}

// show opens the first place in the editor.
func (f *sources) show(c *cli.Call, found [][]cli.SourcePlace) error {
	if f.editor == nil {
		return nil
	}
	for _, places := range found {
		if len(places) == 0 {
			continue
		}
		at := source.Place{File: places[0].File, Line: places[0].Line}
		if err := f.editor.Open(c.Ctx, at); err != nil {
			var missing *process.Error
			if errors.As(err, &missing) {
				err = missing.Err
			}
			return fmt.Errorf("open: %s: %w", f.editor[0], err)
		}
		return nil
	}
	c.Notify("open: no finding has a place below " + f.Roots())
	return nil
}

func placeOf(p *cli.SourcePlace) results.Place { return results.Place{File: p.File, Line: p.Line} }

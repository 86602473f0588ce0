package window

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"memcity/city/link"
	"memcity/city/view"
	"memcity/cmd/memcity/cli"
)

// linkFlags contains the options that select the initial view of the window.
type linkFlags struct {
	grouping cli.Grouping
	view     string
	window   string
	at       int
	groups   []string
}

func (f *linkFlags) register(c *cli.Call, set *pflag.FlagSet) {
	f.grouping.Register(c, set)
	set.StringVar(&f.view, "view", "", "")
	set.StringVar(&f.window, "window", "", "")
	set.IntVar(&f.at, "at", 0, "")
	set.StringArrayVar(&f.groups, "group", nil, "")
}

// link returns the link for the options. It returns an error for an invalid option.
func (f *linkFlags) link(set *pflag.FlagSet, written *cli.Definitions, paths []string) (link.Link, error) {
	l := link.Link{Recording: paths, View: f.view, At: f.at, Groups: f.groups}
	var err error
	if l.By, l.Filters, err = f.grouping.Chosen(written); err != nil {
		return l, err
	}
	if f.view != "" {
		if err := cli.CheckName("view", f.view, viewNames()...); err != nil {
			return l, err
		}
	}
	if set.Changed("at") && f.at < 1 {
		return l, cli.Usagef("at %d: expected the number of a GC point, from 1", f.at)
	}
	if f.window != "" {
		from, to, _ := strings.Cut(f.window, "..")
		var faults [2]error
		l.From, faults[0] = strconv.Atoi(from)
		l.To, faults[1] = strconv.Atoi(to)
		if errors.Join(faults[:]...) != nil || l.From < 1 || l.To < l.From {
			return l, cli.Usagef("window %q: expected numbers of two GC points as 3..9, the earlier one first", f.window)
		}
	}
	if len(paths) == 0 && l.Is() {
		return l, cli.Usagef("by, filter, view, window, at, group: expected the path of the recording as well")
	}
	return l, nil
}

// viewNames returns the names of the views, in alphabetical order.
func viewNames() []string {
	var names []string
	for _, v := range view.All() {
		names = append(names, v.String())
	}
	slices.Sort(names)
	return names
}

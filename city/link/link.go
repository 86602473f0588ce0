// Package link is a view of a recording in words: the command line that opens the window at it, on another machine as well.
package link

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/words"
)

// Link says what of which recording is shown, as far as another window can show it. What is empty is as usual.
type Link struct {
	Recording []string        `json:"recording,omitempty"` // paths, as they were opened
	Base      []string        `json:"base,omitempty"`      // paths of the recording that it is compared with
	By        seq.Seq[string] `json:"by"`                  // chain of classifiers
	Filters   seq.Seq[string] `json:"filters"`
	At        int             `json:"at,omitempty"`     // GC point of the recording, from 1; 0 for the last one
	From      int             `json:"from,omitempty"`   // the window's first GC point of the recording, from 1; 0 for all
	To        int             `json:"to,omitempty"`     // its last one
	View      string          `json:"view,omitempty"`   // name of the view
	Groups    []string        `json:"groups,omitempty"` // keys of what is selected; the last one is what the view is about
}

// Request is what another program requests a window to show.
type Request struct {
	Name string `json:"name"` // of the program, as it says itself
	Link Link   `json:"link"`
}

// Is reports whether the link says more than which recording it is about.
func (l *Link) Is() bool {
	return !l.By.Empty() || !l.Filters.Empty() || l.At > 0 || l.From > 0 || l.View != "" || len(l.Groups) > 0
}

// IsFile reports whether a path of a recording is one of the file system: no bundled recording, address or standard input.
func IsFile(path string) bool {
	return !strings.HasPrefix(path, "demo:") && !strings.Contains(path, "://") && path != "-"
}

// WholePaths makes paths of files absolute, so that they hold wherever a program starts; others stay as they are.
func WholePaths(paths []string) []string {
	out := slices.Clone(paths)
	for i, p := range out {
		if whole, err := filepath.Abs(p); err == nil && IsFile(p) {
			out[i] = whole
		}
	}
	return out
}

// Grouping returns a grouping with what the link says of it.
func (l *Link) Grouping(g trees.Grouping) trees.Grouping {
	if !l.By.Empty() {
		g.By = l.By
	}
	if !l.Filters.Empty() {
		g.Filters = l.Filters
	}
	return g
}

// Arguments returns the arguments of the program that open the window at the view.
func (l *Link) Arguments() []string {
	var args []string
	set := func(option, value string) { args = append(args, "--"+option, value) }
	for _, path := range l.Base {
		set("base", path)
	}
	if !l.By.Empty() {
		set("by", seq.Join(l.By, ","))
	}
	if !l.Filters.Empty() {
		set("filter", seq.Join(l.Filters, ","))
	}
	if l.View != "" {
		set("view", l.View)
	}
	if l.From > 0 {
		set("window", strconv.Itoa(l.From)+".."+strconv.Itoa(l.To))
	}
	if l.At > 0 {
		set("at", strconv.Itoa(l.At))
	}
	for _, key := range l.Groups {
		args = append(args, "--group="+key) // a key may begin with a hyphen
	}
	return append(append(args, "--"), l.Recording...)
}

// String returns the command line.
func (l *Link) String() string { return "memcity " + words.ShellWords(l.Arguments()) }

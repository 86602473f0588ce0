// Package link represents views of a recording outside the window: one view as the command line that opens the window at it ([Link]), and
// several views with notes as a file ([Story]). Both work on another machine.
//
// A story is shown one scene after the other. A single saved view is a story of one scene:
//
//	{
//	  "memcity_story": 1,
//	  "scenes": [
//	    {"title": "It grows", "note": "From GC point 3 on.", "recording": ["shop.mct"], "view": "overview"},
//	    {"title": "Who holds it", "recording": ["shop.mct"], "view": "graph", "at": 5, "groups": ["Heap#shop#Session"]}
//	  ]
//	}
//
// A scene has the fields of a [Link]. Paths are relative to the folder of the file if the recording is in this folder or below, so that both
// can be moved together.
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

// Link identifies a view of a recording, as far as another window can show it. Empty fields select defaults.
type Link struct {
	Recording []string        `json:"recording,omitempty"` // paths, as they were opened
	Base      []string        `json:"base,omitempty"`      // paths of the baseline
	By        seq.Seq[string] `json:"by"`                  // chain of classifiers
	Filters   seq.Seq[string] `json:"filters"`
	At        int             `json:"at,omitempty"`     // GC point of the recording, 1-based; 0 for the last one
	From      int             `json:"from,omitempty"`   // first GC point of the window, 1-based; 0 for all
	To        int             `json:"to,omitempty"`     // last GC point of the window
	View      string          `json:"view,omitempty"`   // name of the view
	Groups    []string        `json:"groups,omitempty"` // keys of the selection; the view is about the last one
}

// Request is another program's request to show a view.
type Request struct {
	Name string `json:"name"` // name that the program gives
	Link Link   `json:"link"`
}

// Is reports whether the link contains more than a recording.
func (l *Link) Is() bool {
	return !l.By.Empty() || !l.Filters.Empty() || l.At > 0 || l.From > 0 || l.View != "" || len(l.Groups) > 0
}

// IsFile reports whether a recording's path is in the file system, not a bundled recording, address or standard input.
func IsFile(path string) bool {
	return !strings.HasPrefix(path, "demo:") && !strings.Contains(path, "://") && path != "-"
}

// WholePaths makes paths of files absolute, so that they are valid in any working directory. Other paths do not change.
func WholePaths(paths []string) []string {
	out := slices.Clone(paths)
	for i, p := range out {
		if whole, err := filepath.Abs(p); err == nil && IsFile(p) {
			out[i] = whole
		}
	}
	return out
}

// Grouping returns a grouping with the parts that the link sets.
func (l *Link) Grouping(g trees.Grouping) trees.Grouping {
	if !l.By.Empty() {
		g.By = l.By
	}
	if !l.Filters.Empty() {
		g.Filters = l.Filters
	}
	return g
}

// Arguments returns the program arguments that open the window at the view.
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

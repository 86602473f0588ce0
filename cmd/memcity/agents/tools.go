package agents

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// line is a command line. Values are joined to their options and paths follow --, so that neither can be parsed as an option.
type line []string

func (l *line) set(flag string, values ...string) {
	for _, v := range values {
		if v != "" {
			*l = append(*l, "--"+flag+"="+v)
		}
	}
}

func (l *line) number(flag string, n int) {
	if n != 0 {
		l.set(flag, fmt.Sprint(n))
	}
}

// request contains the arguments of a tool.
type request interface {
	// recording returns the paths of the recording; none for the open recording.
	recording() []string
	// command returns the command line that prints the answer, without paths. It may show texts of the heap if texts is set.
	command(texts bool) (line, error)
}

// groupedRequest is a request with chains of classifiers, which may read contents of the heap.
type groupedRequest interface{ chains() []string }

// Recording contains the paths of a recording.
type Recording struct {
	Paths []string `json:"recording,omitempty" jsonschema:"paths of the recording; default: the recording opened last"`
}

func (r Recording) recording() []string { return r.Paths }

// Grouping selects how objects are grouped.
type Grouping struct {
	By     string `json:"by,omitempty" jsonschema:"classifiers separated by commas, the outermost first: type, package, loader, site, thread, age, size, roots-closest, roots-path and others; default: package,type"`
	Filter string `json:"filter,omitempty" jsonschema:"filters separated by commas, such as only-domain (types of the program itself) or no-java"`
	Where  string `json:"where,omitempty" jsonschema:"an expression that must be true for an object to count, such as object.length > 100"`
}

// Point is a GC point.
type Point struct {
	At string `json:"at,omitempty" jsonschema:"GC point: first, last, peak, a number from 1, or a time such as 12.5s; default: last"`
}

func (g Grouping) chains() []string {
	chains := []string{g.By, g.Filter}
	if g.Where != "" {
		chains = append(chains, "where("+g.Where+")")
	}
	return chains
}

// begin returns the start of a command line with a grouping.
func (g Grouping) begin(command string) line {
	l := line{command}
	l.set("by", g.By)
	l.set("filter", g.Filter)
	l.set("where", g.Where)
	return l
}

type (
	openRequest struct {
		Paths []string `json:"recording" jsonschema:"paths of a recording: a file, a folder or several files of one series; demo:NAME for a bundled one"`
	}
	findingsRequest struct{ Recording }
	testRequest     struct {
		Recording
		Entry string `json:"entry" jsonschema:"function that the test calls: com.example.Shop.visit, src/shop.js:visit, shop.orders:visit in Python, main.visit in Go"`
	}
	treeRequest struct {
		Recording
		Grouping
		Point
		Sizes string `json:"sizes,omitempty" jsonschema:"sizes in addition to shallow ones: deep, retained, or deep,retained"`
		Sort  string `json:"sort,omitempty" jsonschema:"shallow, deep or retained"`
		Unit  string `json:"metric,omitempty" jsonschema:"bytes or objects"`
		Top   int    `json:"top,omitempty" jsonschema:"number of groups of each level; default: 12; -1 for all"`
	}
	trendRequest struct {
		Recording
		Grouping
		Group    string `json:"group,omitempty" jsonschema:"key of the group whose subgroups to list, as the tool tree prints it; default: the whole heap"`
		SizeKind string `json:"measure,omitempty" jsonschema:"shallow, deep or retained"`
		Unit     string `json:"metric,omitempty" jsonschema:"bytes or objects"`
		Window   string `json:"window,omitempty" jsonschema:"GC points A..B, or leak, gc, churn or all"`
		Top      int    `json:"top,omitempty" jsonschema:"number of separate series; default: 5"`
	}
	ownersRequest struct {
		Recording
		Grouping
		Point
		Group  []string `json:"group,omitempty" jsonschema:"keys of groups, such as Heap#com.example.shop#Product with package,type; default: all live objects"`
		Owners []string `json:"owners,omitempty" jsonschema:"roots, or chains of classifiers; default: roots and type"`
		Top    int      `json:"top,omitempty" jsonschema:"number of owners; default: 10"`
	}
	pathsRequest struct {
		Recording
		Grouping
		Point
		Group []string `json:"group" jsonschema:"keys of groups, such as Heap#com.example.shop#Product with package,type"`
	}
	threadsRequest struct {
		Recording
		Point
		Name   string `json:"name,omitempty" jsonschema:"part of the names of the threads to list; default: all threads"`
		Top    int    `json:"top,omitempty" jsonschema:"number of threads, largest first; default: 10"`
		Frames int    `json:"frames,omitempty" jsonschema:"number of innermost frames of each stack; default: 12"`
	}
	objectsRequest struct {
		Recording
		Grouping
		Point
		Group   []string `json:"group,omitempty" jsonschema:"keys of the groups whose objects to list; default: all objects"`
		Sort    string   `json:"sort,omitempty" jsonschema:"retained or shallow"`
		Address string   `json:"address,omitempty" jsonschema:"address of the only object to list, such as 0xfc000010"`
		Object  *int     `json:"object,omitempty" jsonschema:"number of an object to describe with its fields and references, instead of a list"`
		Top     int      `json:"top,omitempty" jsonschema:"number of objects; default: 12"`
	}
	structuresRequest struct {
		Recording
		Point
		From string `json:"from,omitempty" jsonschema:"start of the growth, a GC point"`
		To   string `json:"to,omitempty" jsonschema:"end of the growth, a GC point"`
		Top  int    `json:"top,omitempty" jsonschema:"number of structures; default: 10"`
	}
	diffRequest struct {
		Recording
		Grouping
		From string `json:"from,omitempty" jsonschema:"the earlier GC point; default: where the heap begins to grow"`
		To   string `json:"to,omitempty" jsonschema:"the later GC point; default: last"`
		Sort string `json:"sort,omitempty" jsonschema:"change, growth, turnover, died, survived, born, before or after"`
		Unit string `json:"metric,omitempty" jsonschema:"objects or bytes"`
		Top  int    `json:"top,omitempty" jsonschema:"number of groups of each level; default: 12"`
	}
	whatIfRequest struct {
		Recording
		Grouping
		Point
		WhatIf []string `json:"without" jsonschema:"what to remove: the key of a group, FROM->TO for the references from one group to another, guide:I.J for reference to clear J of finding I, or root:static field app.Main.cache for a GC root"`
	}
	windowsRequest struct{ Recording }
	showRequest    struct {
		Recording
		Grouping
		View   string   `json:"view,omitempty" jsonschema:"view: city, summary, heap, group, graph, overview, trends, diff, structures, tree, collections or churn; default: the current one"`
		Group  []string `json:"group,omitempty" jsonschema:"keys of groups to select"`
		At     int      `json:"at,omitempty" jsonschema:"GC point, from 1; default: the last"`
		Window int      `json:"window,omitempty" jsonschema:"process number of the window; default: the window opened last"`
	}
	churnRequest   struct{ Recording }
	pictureRequest struct {
		Recording
		Grouping
		Point
		View   string   `json:"view,omitempty" jsonschema:"city, sunburst or icicle"`
		Select []string `json:"select,omitempty" jsonschema:"keys of groups to select"`
		WhatIf []string `json:"without,omitempty" jsonschema:"what to remove, as for what_if"`
		Theme  string   `json:"theme,omitempty" jsonschema:"light or dark"`
	}
)

func (r openRequest) recording() []string { return r.Paths }

func (openRequest) command(bool) (line, error) { return line{"info"}, nil }

func (findingsRequest) command(texts bool) (line, error) {
	l := line{"analyze"}
	if texts {
		l = append(l, "--texts")
	}
	return l, nil
}

func (r testRequest) command(bool) (line, error) {
	l := line{"analyze"}
	l.set("write-test", "-")
	l.set("entry", r.Entry)
	return l, nil
}

// defaultTop is the default number of groups per level in an answer.
const defaultTop = 12

func (r treeRequest) command(bool) (line, error) {
	l := r.begin("tree")
	l.set("at", r.At)
	l.set("sizes", r.Sizes)
	l.set("sort", r.Sort)
	l.set("metric", r.Unit)
	if top := cmp.Or(r.Top, defaultTop); top > 0 {
		l.number("top", top)
	}
	return l, nil
}

func (r trendRequest) command(bool) (line, error) {
	l := r.begin("trend")
	l.set("group", r.Group)
	l.set("measure", r.SizeKind)
	l.set("metric", r.Unit)
	l.set("window", r.Window)
	l.number("top", r.Top)
	return l, nil
}

func (r ownersRequest) chains() []string { return append(r.Grouping.chains(), r.Owners...) }

func (r ownersRequest) command(bool) (line, error) {
	l := r.begin("owners")
	l.set("at", r.At)
	l.set("group", r.Group...)
	l.set("owners", r.Owners...)
	l.number("top", r.Top)
	return l, nil
}

func (r pathsRequest) command(bool) (line, error) {
	l := r.begin("paths")
	l.set("at", r.At)
	l.set("group", r.Group...)
	return l, nil
}

func (r threadsRequest) command(bool) (line, error) {
	l := line{"threads"}
	l.set("at", r.At)
	l.set("name", r.Name)
	l.number("top", r.Top)
	l.number("frames", r.Frames)
	return l, nil
}

func (r objectsRequest) command(texts bool) (line, error) {
	l := r.begin("objects")
	l.set("at", r.At)
	if texts {
		l = append(l, "--texts")
	}
	if r.Object != nil {
		l.set("object", fmt.Sprint(*r.Object))
		return l, nil
	}
	l.set("group", r.Group...)
	l.set("sort", r.Sort)
	l.set("address", r.Address)
	l.number("top", cmp.Or(r.Top, defaultTop))
	return l, nil
}

func (r structuresRequest) command(bool) (line, error) {
	l := line{"structures"}
	l.set("at", r.At)
	l.set("from", r.From)
	l.set("to", r.To)
	l.number("top", r.Top)
	return l, nil
}

func (r diffRequest) command(bool) (line, error) {
	l := r.begin("diff")
	l.set("from", r.From)
	l.set("to", r.To)
	l.set("sort", r.Sort)
	l.set("metric", r.Unit)
	l.number("top", cmp.Or(r.Top, defaultTop))
	return l, nil
}

func (r whatIfRequest) command(bool) (line, error) {
	l := r.begin("city")
	l.set("at", r.At)
	l.set("without", r.WhatIf...)
	if !slices.ContainsFunc(r.WhatIf, func(what string) bool { return what != "" }) {
		return nil, errors.New("without: expected what to remove")
	}
	return l, nil
}

func (windowsRequest) command(bool) (line, error) { return line{"windows"}, nil }

func (churnRequest) command(bool) (line, error) { return line{"churn"}, nil }

// pictureSize is large enough to read and small enough to send.
const pictureSize = "1280x720"

func (r pictureRequest) command(bool) (line, error) {
	l := r.begin("shot")
	l.set("at", r.At)
	l.set("view", r.View)
	l.set("select", r.Select...)
	l.set("without", r.WhatIf...)
	l.set("theme", r.Theme)
	l.set("size", pictureSize)
	return l, nil
}

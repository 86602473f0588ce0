package antsocket

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/memtree"
	"memcity/trace/wire/antsocket"
)

// serverTab is a tab that provides trees.
type serverTab struct {
	id    antsocket.Whole
	name  string // for people
	trees string // capability that returns the trees
	maps  []string
	// pushes means that the server sends new trees unrequested.
	pushes bool
}

func (t *serverTab) String() string { return fmt.Sprintf("%d (%.60s)", t.id, t.name) }

// maxTabList is the largest size of a list of tabs in bytes.
const maxTabList = 16 << 20

// pickTab returns the tab named in the address. Without one, it returns the first tab with a series, or else the first with a single tree.
// A warning lists the alternatives.
func (l *link) pickTab(ctx context.Context) (*serverTab, []trace.Warning, error) {
	var known []string
	for _, capability := range []string{antsocket.AllTrees, antsocket.SingleTree} {
		tabs, err := l.tabs(ctx, capability)
		if err != nil {
			return nil, nil, err
		}
		at := 0
		if l.tab != antsocket.NoTab {
			at = slices.IndexFunc(tabs, func(t serverTab) bool { return t.id == l.tab })
		}
		if at >= 0 && at < len(tabs) {
			return &tabs[at], l.others(tabs, at), nil
		}
		for _, name := range namesOf(tabs) {
			if !slices.Contains(known, name) {
				known = append(known, name)
			}
		}
	}
	if len(known) > 0 {
		return nil, nil, l.fault("tab %d: it does not exist or has no memory trees; expected one of %s", l.tab, input.Some(known))
	}
	return nil, nil, l.fault("the server has no tab with memory trees")
}

func namesOf(tabs []serverTab) []string {
	var names []string
	for i := range tabs {
		names = append(names, tabs[i].String())
	}
	return names
}

// others returns a warning that lists the other tabs, unless the user chose the tab.
func (l *link) others(tabs []serverTab, taken int) []trace.Warning {
	if len(tabs) < 2 || l.tab != antsocket.NoTab {
		return nil
	}
	return []trace.Warning{{Source: l.name, Text: fmt.Sprintf("tab %s is shown. To show another one, add ?tab=NUMBER to the address: %s",
		&tabs[taken], input.Some(namesOf(slices.Delete(slices.Clone(tabs), taken, taken+1))))}}
}

// tabs returns the tabs with a capability that returns trees.
func (l *link) tabs(ctx context.Context, capability string) ([]serverTab, error) {
	a, err := l.request(ctx, antsocket.NewRequest(antsocket.TabListWithCapability, antsocket.NoTab, capability))
	if err != nil {
		return nil, err
	}
	if a.To-a.From > maxTabList {
		return nil, l.fault("the list of tabs has %d MB; at most %d are read", (a.To-a.From)/1_000_000, maxTabList/1_000_000)
	}
	list, err := antsocket.ReadTabs(a.bytes())
	if err != nil {
		return nil, l.wrap(err, "")
	}
	var tabs []serverTab
	for i := range list {
		t := &list[i]
		tab := serverTab{id: t.ID, trees: capability, pushes: t.Offers(antsocket.Subscribe),
			name: cmp.Or(t.Name, t.ShortDescription, fmt.Sprintf("tab %d", t.ID))}
		for _, maps := range []string{antsocket.AllPointsToMaps, antsocket.AllPointedFromMaps} {
			if t.Offers(maps) {
				tab.maps = append(tab.maps, maps)
			}
		}
		tabs = append(tabs, tab)
	}
	return tabs, nil
}

// bytes returns a copy of the data.
func (a *response) bytes() []byte {
	data := make([]byte, a.To-a.From)
	n, _ := a.text.ReadAt(data, a.From) // in memory, and in range
	return data[:n]
}

// empty reports whether the data is empty.
func (a *response) empty() bool {
	const most = 64 // longer data cannot be empty brackets with blanks
	if a.To-a.From > most {
		return false
	}
	text := strings.Join(strings.Fields(string(a.bytes())), "")
	return text == "" || text == "{}" || text == "[]"
}

// mapFolders are the folders in which pointer maps are expected; see splitMaps.
var mapFolders = map[string]string{
	antsocket.AllPointsToMaps:    memtree.PointsToFolder,
	antsocket.AllPointedFromMaps: memtree.PointedFromFolder,
}

// file returns the data as a file, named so that its content is recognized.
func (l *link) file(capability string, a *response) trace.File {
	return a.data(strings.Join(slices.DeleteFunc([]string{l.name, mapFolders[capability], capability},
		func(part string) bool { return part == "" }), "/"))
}

// series requests all trees of a tab with their pointer maps.
func (l *link) series(ctx context.Context, tab *serverTab) (*trace.Recording, error) {
	trees, err := l.request(ctx, antsocket.NewRequest(tab.trees, tab.id))
	if err != nil {
		return nil, err
	}
	if trees.empty() {
		return nil, l.fault("tab %s has no memory tree yet", tab)
	}
	files, missing, err := l.maps(ctx, tab)
	if err != nil {
		return nil, err
	}
	r, err := l.parse(ctx, tab, trace.NewNames(), append(files, l.file(tab.trees, trees)))
	if err != nil {
		return nil, err
	}
	r.Warnings = append(r.Warnings, missing...)
	return r, nil
}

// maps requests the pointer maps that a tab offers. Missing maps become warnings.
func (l *link) maps(ctx context.Context, tab *serverTab) (files []trace.File, missing []trace.Warning, err error) {
	for _, capability := range tab.maps {
		a, err := l.request(ctx, antsocket.NewRequest(capability, tab.id))
		switch {
		case ctx.Err() != nil:
			return nil, nil, ctx.Err()
		case err != nil:
			missing = append(missing, trace.Warning{Source: l.name,
				Text: fmt.Sprintf("references are missing: %s", sourceless(input.Error(err, l.name)))})
		case !a.empty():
			files = append(files, l.file(capability, a))
		}
	}
	return files, missing, nil
}

// sourceless returns the message without the file name.
func sourceless(e *trace.InputError) string { return e.Error()[len(e.Source)+len(": "):] }

// parse returns a recording of files from l.file.
func (l *link) parse(ctx context.Context, tab *serverTab, names *trace.Names, files []trace.File) (*trace.Recording, error) {
	r, err := memtree.OpenNamed(ctx, names, files, l.progress)
	var fault *trace.InputError
	if errors.As(err, &fault) {
		whole := l.fault("answer to %s: %s", tab.trees, fault.Text)
		whole.Offset = fault.Offset
		return nil, whole
	}
	if err != nil {
		return nil, err
	}
	r.Name, r.Format, r.Files = tab.name, r.Format+" over a WebSocket", []string{l.name}
	for i := range r.Points {
		r.Points[i].Source = tab.name
	}
	// Pointer maps are requested after the trees, so they may contain later points.
	r.Warnings = slices.DeleteFunc(r.Warnings, func(w trace.Warning) bool { return w.Unfinished })
	for i, w := range r.Warnings {
		r.Warnings[i] = trace.Warning{Source: l.name, Text: w.String()}
	}
	return r, nil
}

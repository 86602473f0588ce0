package session_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/trace"
	"memcity/trace/open"
	"memcity/trace/tracetest/golden"
	"memcity/words"
)

// gallery is the folder of the collection of real leaks.
var gallery = filepath.Join("..", "..", "testdata", "gallery")

// entry is a program of the collection: its fields in programs.txt, by key. Values of a repeated key are joined.
type entry map[string]string

const joined = "; "

func programs(t *testing.T) (list []entry) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(gallery, "programs.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for block := range strings.SplitSeq(string(data), "\n\n") {
		p := entry{}
		for line := range strings.Lines(block) {
			key, value, ok := strings.Cut(strings.TrimSpace(line), ": ")
			if strings.HasPrefix(line, "#") || !ok {
				continue
			}
			if p[key] != "" {
				value = p[key] + joined + value
			}
			p[key] = value
		}
		if len(p) > 0 {
			list = append(list, p)
		}
	}
	return list
}

// explore opens the recording of the program and explores its last GC points.
func (p entry) explore(t *testing.T, points int) *findings.Report {
	t.Helper()
	name := p["program"] + ".tar.zst"
	r, err := open.Files(t.Context(), name, []trace.File{trace.MemoryFile(name, p.recording(t))}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Points) != 5 {
		t.Fatalf("%d GC points, expected 5", len(r.Points))
	}
	r.Points = r.Points[len(r.Points)-points:]
	return guideReport(t, r)
}

// found returns the actionable parts of a report in a few lines.
func found(g *findings.Report) string {
	var b strings.Builder
	fmt.Fprintln(&b, g.Text)
	for i := range g.Findings {
		f := &g.Findings[i]
		fmt.Fprintf(&b, "%d. %s, %q: %s\n", i+1, f.Rule, f.Grade, f.Title)
		if p := pile(f); p != nil {
			fmt.Fprintf(&b, "   %s of %s in %s\n", p.Type, p.Owner, p.Field)
			for _, h := range p.Holders {
				fmt.Fprintf(&b, "   holder %s, alone %d objects\n", h.Owner, h.Objects)
			}
		}
		if r := advised(f); r != nil {
			fmt.Fprintf(&b, "   clear %s: %d objects, %s\n", r.Text, r.Objects, words.Size(r.Bytes))
		}
	}
	return b.String()
}

func pile(f *findings.Finding) *findings.Pile {
	if f.Growth != nil {
		return f.Growth
	}
	return f.Pile
}

// advised returns the reference that a finding recommends to clear; nil if there is none.
func advised(f *findings.Finding) *findings.Reference {
	if at := slices.IndexFunc(f.References, func(r findings.Reference) bool { return r.Recommended }); at >= 0 {
		return &f.References[at]
	}
	return nil
}

// wrong returns the aspects of a report that are wrong: alarm, or nothing, holder, group, clear.
func (p entry) wrong(g *findings.Report) (list []string) {
	if p["kind"] == "healthy" {
		if slices.ContainsFunc(g.Findings, func(f findings.Finding) bool {
			return f.Grade == findings.Leaks || f.Grade == findings.ProbablyLeaks
		}) {
			list = append(list, "alarm")
		}
		return list
	}
	at := slices.IndexFunc(g.Findings, func(f findings.Finding) bool { return pile(&f) != nil })
	if at < 0 {
		return []string{"nothing"}
	}
	f := &g.Findings[at]
	held := pile(f)
	holders := strings.Join(append([]string{f.Title, held.Owner, held.Field}, held.Also...), "\n")
	for _, h := range held.Holders {
		holders += "\n" + h.Owner
	}
	cleared := ""
	if r := advised(f); r != nil {
		cleared = r.Text
	}
	for _, aspect := range []struct{ name, in string }{{"holder", holders}, {"group", f.Title + held.Type}, {"clear", cleared}} {
		for want := range strings.SplitSeq(p[aspect.name], joined) {
			if !strings.Contains(aspect.in, want) && !slices.Contains(list, aspect.name) {
				list = append(list, aspect.name)
			}
		}
	}
	return list
}

// check compares wrong aspects with the known ones. It reports both new and fixed faults.
func (p entry) check(t *testing.T, points string, g *findings.Report) {
	t.Helper()
	wrong := p.wrong(g)
	for _, aspect := range []string{"alarm", "nothing", "holder", "group", "clear"} {
		is, known := slices.Contains(wrong, aspect), strings.Contains(joined+p["known"], joined+points+" "+aspect+": ")
		switch {
		case is && !known:
			t.Errorf("%s: %s is wrong, expected %q:\n%s", points, aspect, p[aspect], found(g))
		case !is && known:
			t.Errorf("%s: %s is right now: remove it from what is known in programs.txt", points, aspect)
		}
	}
}

// compare explores a program by all its heap dumps and by the last one alone. It compares the results with a file, and with the fields in
// programs.txt.
func (p entry) compare(t *testing.T) {
	t.Helper()
	var b strings.Builder
	for _, part := range []struct {
		name   string
		points int
	}{{"series", 5}, {"last", 1}} {
		g := p.explore(t, part.points)
		p.check(t, part.name, g)
		fmt.Fprintf(&b, "%s: %s", part.name, found(g))
	}
	golden.File(t, filepath.Join("..", gallery, "found", p["program"]+".txt"), b.String())
}

// TestGalleryComplete checks the promises of the collection: every program has its source, its small recording, and its expected findings.
// Every leak has a link to its publication.
func TestGalleryComplete(t *testing.T) {
	kinds := map[string]int{}
	size := 0
	page, err := os.ReadFile(filepath.Join(gallery, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range programs(t) {
		kinds[p["kind"]]++
		size += len(p.recording(t))
		for _, key := range []string{"program", "kind", "library", "main", "what"} {
			if p[key] == "" {
				t.Errorf("%s: it has no %s", p["program"], key)
			}
		}
		for _, key := range []string{"issue", "holder", "group", "clear"} {
			if (p[key] == "") == (p["kind"] == "leak") {
				t.Errorf("%s: a %s program, and %s is %q", p["program"], p["kind"], key, p[key])
			}
		}
		if p["issue"] != "" && !strings.HasPrefix(p["issue"], "https://") {
			t.Errorf("%s: %s is no link", p["program"], p["issue"])
		}
		for _, text := range []string{"| `" + p["program"] + "` |", p["what"], p["issue"]} {
			if !strings.Contains(string(page), text) {
				t.Errorf("%s: README.md does not have %q", p["program"], text)
			}
		}
		if sources, err := filepath.Glob(filepath.Join(gallery, "programs", p["program"], "*.java")); len(sources) == 0 || err != nil {
			t.Errorf("%s: it has no source, %v", p["program"], err)
		}
	}
	if kinds["leak"] < 12 || kinds["healthy"] < 8 || len(kinds) != 2 || size > 10e6 {
		t.Errorf("%v in %d bytes; expected 12 leaks and 8 healthy ones in 10 MB", kinds, size)
	}
}

func (p entry) recording(t *testing.T) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(gallery, "recorded", p["program"]+".tar.zst"))
	if err != nil {
		t.Fatal(err)
	}
	if len(data) > 1<<20 {
		t.Errorf("%s: %d bytes; expected at most 1 MB", p["program"], len(data))
	}
	return data
}

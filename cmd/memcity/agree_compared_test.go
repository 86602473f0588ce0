package main

import (
	"path/filepath"
	"strings"

	"memcity/cmd/memcity/changes"
)

// film checks that a film ends with the verdict.
func (a *agreed) film() {
	if a.report.Recording.Points == 0 { // a film needs heap states
		return
	}
	r := memcity("film", a.name, "-o", filepath.Join(a.TempDir(), "city.gif"), "--size", "80x64", "--seconds", "0.2", "--rate", "5", "--caption=false")
	if r.err != nil {
		a.Fatal(r.err)
	}
	a.says("the film", oneLine(r.stderr), a.report.Line())
}

// compared compares the recording with itself: nothing changes, the heap has the size that info prints, and no line judges growth.
func (a *agreed) compared() {
	if a.report.Recording.Points == 0 {
		return
	}
	r := memcity("compare", a.name, a.name)
	if r.err != nil {
		a.Fatal(r.err)
	}
	if text := strings.ToLower(strings.ReplaceAll(r.stdout, a.report.Recording.Name, "")); strings.Contains(text, "leak") || strings.Contains(text, "verdict") {
		a.Errorf("compare says %q", r.stdout)
	}
	got := outputOf[changes.Comparison](a, "compare", a.name, a.name)
	if got.Verdict.Verdict != "same" || got.Verdict.Difference.Bytes != 0 || got.Verdict.Difference.Objects != 0 {
		a.Errorf("compared with itself: %+v", got.Verdict)
	}
	info := outputOf[struct{ Points []heapSize }](a, "info", a.name)
	if want := info.Points[got.Recording.At-1]; (heapSize{got.Verdict.After.Objects, got.Verdict.After.Bytes}) != want {
		a.Errorf("compare has %+v at GC point %d, info %+v", got.Verdict.After, got.Recording.At, want)
	}
}

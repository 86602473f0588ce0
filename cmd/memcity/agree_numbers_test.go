package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/city/dump"
	"memcity/city/scene"
	"memcity/city/view/pins"
	"memcity/fleet/table"
)

// agreeing is a variable with further recordings for TestOutputsAgreeOnRecordings: files and folders, as in PATH.
const agreeing = "MEMCITY_AGREE"

// TestOutputsAgreeOnRecordings: the outputs of recordings that a variable lists agree.
func TestOutputsAgreeOnRecordings(t *testing.T) {
	for _, name := range filepath.SplitList(os.Getenv(agreeing)) {
		t.Run(filepath.Base(name), func(t *testing.T) { agreeOn(t, name).all() })
	}
}

// agreeOn reads the report of a recording.
func agreeOn(t *testing.T, name string) *agreed {
	t.Helper()
	a := &agreed{T: t, name: name}
	if err := json.Unmarshal([]byte(memcity("analyze", name, "--format", "json").stdout), &a.report); err != nil {
		t.Fatal(err)
	}
	if a.report.Grade == "" || a.report.Text == "" {
		t.Fatalf("the verdict is %+v", a.report.Verdict)
	}
	return a
}

// outputOf returns the JSON of a command, which may print warnings.
func outputOf[T any](a *agreed, args ...string) (out T) {
	a.Helper()
	r := memcity(append(args, "--format", "json")...)
	if r.err != nil {
		a.Fatalf("%q: %v", args, r.err)
	}
	if err := json.Unmarshal([]byte(r.stdout), &out); err != nil {
		a.Fatalf("%q: %v", args, err)
	}
	return out
}

// heapSize is a number of objects and bytes.
type heapSize struct{ Objects, Bytes int64 }

// amounts compares the sizes of the heap at the GC point at which a command begins. The reachable heap of the verdict is what owners counts
// without objects that only soft references hold.
func (a *agreed) amounts() {
	info := outputOf[struct {
		Points []struct {
			At int
			heapSize
		}
	}](a, "info", a.name)
	if len(info.Points) != a.report.Recording.Points {
		a.Errorf("info has %d GC points, analyze %d", len(info.Points), a.report.Recording.Points)
	}
	if len(info.Points) == 0 {
		return
	}
	type begun struct {
		Recording struct{ At int }
		Root      heapSize
		Districts []heapSize
	}
	for _, command := range []string{"tree", "city"} {
		got := outputOf[begun](a, command, a.name)
		total := got.Root
		if command == "city" && len(got.Districts) == 0 { // a single building
			continue
		} else if command == "city" {
			total = got.Districts[0]
		}
		if want := info.Points[got.Recording.At-1].heapSize; total != want {
			a.Errorf("%s has %+v at GC point %d, info %+v", command, total, got.Recording.At, want)
		}
	}
	a.owners()
}

// owners compares the reachable heap, and what clearing static fields frees.
func (a *agreed) owners() {
	if a.report.Reachable == 0 {
		return
	}
	got := outputOf[struct {
		Answers []struct {
			Owners         string
			Target, Softly heapSize
			List           []struct {
				Name  string
				Alone heapSize
			}
		}
	}](a, "owners", a.name)
	for _, answer := range got.Answers {
		if answer.Owners != "roots" {
			continue
		}
		if heap := answer.Target.Bytes - answer.Softly.Bytes; heap != a.report.Reachable {
			a.Errorf("owners has %d reachable bytes, analyze %d", heap, a.report.Reachable)
		}
		for i := range a.report.Findings {
			if a.report.Findings[i].Ended != "" { // its references belong to an earlier GC point
				continue
			}
			for _, r := range a.report.Findings[i].References {
				for _, o := range answer.List {
					if "the "+o.Name == r.Text && (o.Alone != heapSize{r.Objects, r.Bytes}) {
						a.Errorf("%s frees %d objects, %d bytes, and %+v by owners", r.Text, r.Objects, r.Bytes, o.Alone)
					}
				}
			}
		}
	}
}

// city compares the values of the city with the report: verdict, grades, plates and colors. Only a leak on a broad basis is red, and a
// healthy city has one color.
func (a *agreed) city() {
	if a.report.Recording.Points == 0 {
		return
	}
	got := outputOf[dump.City](a, "city", a.name)
	palette := scene.DefaultSettings().Palette()
	red, _ := palette.Found(pins.Culprit)
	if got.Findings == nil {
		if len(a.report.Findings) > 0 || a.report.Judged && got.Recording.Points > 1 {
			a.Errorf("the city has no verdict, and the grade is %s", a.report.Grade)
		}
		return
	}
	if got.Findings.Verdict != a.report.Text || got.Findings.Grade != string(a.report.Grade) {
		a.Errorf("the city has %s: %q, and the report %s: %q", got.Findings.Grade, got.Findings.Verdict, a.report.Grade, a.report.Text)
	}
	list := pins.Of(&a.report)
	for _, x := range got.Findings.List {
		f := &a.report.Findings[x.Number-1]
		if x.Rule != f.Rule || x.Grade != string(f.Grade) {
			a.Errorf("finding %d of the city is %s, %s, and %s, %s in the report", x.Number, x.Rule, x.Grade, f.Rule, f.Grade)
		}
		pin := &list[slices.IndexFunc(list, func(p pins.Pin) bool { return p.Finding == x.Number-1 })]
		if color, _ := palette.Found(pin.Emphasis); x.Color != color.String() || x.Text != pin.At(got.Recording.At).Text() {
			a.Errorf("finding %d of the city: %+v, want %s, %q", x.Number, x, color, pin.At(got.Recording.At).Text())
		}
	}
	leaks := slices.ContainsFunc(list, func(p pins.Pin) bool { return p.Emphasis == pins.Culprit })
	for i := range got.Buildings {
		b := &got.Buildings[i]
		if isRed := b.Finding != nil && b.Finding.Color == red.String(); isRed && !leaks {
			a.Errorf("%s is red, and the grade is %s", b.Key, a.report.Grade)
		}
		if len(got.Findings.List) == 0 && b.Color != palette.Growth(0).String() {
			a.Errorf("%s is %s, and the city has no finding", b.Key, b.Color)
		}
	}
}

// exported compares the tables of export, and the answers of fleet.
func (a *agreed) exported() {
	if a.report.Recording.Points == 0 { // tables need heap states
		return
	}
	folder := filepath.Join(a.TempDir(), "tables")
	if r := memcity("export", a.name, "--parquet", folder, "--label", "service=one", "--label", "version=1", "--label", "pod=a"); r.err != nil {
		a.Fatal(r.err)
	}
	rows := tableRows[table.Finding](a.T, folder, "findings")
	if len(rows) != len(a.report.Findings) {
		a.Fatalf("export has %d findings, analyze %d", len(rows), len(a.report.Findings))
	}
	for i := range rows {
		f, row := &a.report.Findings[i], &rows[i]
		if int(row.Rank) != i+1 || row.Rule != f.Rule || row.Grade != string(f.Grade) || row.Confidence != f.Confidence {
			a.Errorf("export has %+v, analyze %s, %s", row, f.Rule, f.Grade)
		}
		if g := f.Growth; g != nil && len(g.Points) > 0 {
			last := len(g.Points) - 1
			if row.Type != g.Type || row.Owner != g.Owner || row.LastObjects != g.Objects[last] || row.LastBytes != g.Bytes[last] {
				a.Errorf("export has %+v, analyze %+v", row, g)
			}
		}
	}
	if recordings := tableRows[table.Recording](a.T, folder, "recordings"); len(recordings) != 1 || recordings[0].Judged != a.report.Judged {
		a.Errorf("export has %+v, and the verdict was judged: %v", recordings, a.report.Judged)
	}
	if hasDuckDB(a.T) == nil {
		a.fleet(folder, rows)
	}
}

// fleet checks that the fleet has the growth of the report, with its grade.
func (a *agreed) fleet(folder string, rows []table.Finding) {
	var want []string
	for i := range rows {
		if f := &rows[i]; (f.Rule == findings.RuleLeak || f.Rule == findings.RuleGrowth) && f.Signature != "" {
			want = append(want, f.Signature+" "+f.Grade)
		}
	}
	_, answer := askFleet(a.T, folder, "--question", "leaks")
	var got []string
	for _, row := range answer("leaks") {
		got = append(got, row["signature"].(string)+" "+row["grade"].(string))
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(slices.Compact(want), got) {
		a.Errorf("fleet has %s, want %s", strings.Join(got, "; "), strings.Join(want, "; "))
	}
}

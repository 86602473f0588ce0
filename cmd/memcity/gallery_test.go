package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/assets"
	"memcity/assets/help"
	"memcity/city/state"
)

// exercises contains the bundled programs with a known fault, and the expected findings.
var exercises = map[string]struct {
	rule, what, owner string // for the first finding
	also              string // rule of another finding
}{
	"chat":     {findings.RuleLeak, "com.example.chat.Connection", "field com.example.chat.Room.listeners", ""},
	"gate":     {findings.RuleLeak, "com.example.gate.Steps$Step", "thread-local in the static field com.example.gate.Steps.STEPS", ""},
	"search":   {findings.RuleLeak, "com.example.search.Results$Page", "field com.example.search.Results.known", ""},
	"plugins":  {findings.RuleLeak, "com.example.plugins.PluginClassLoader", "field com.example.plugins.Host.registered", ""},
	"reports":  {findings.RuleThreadLocal, "java.lang.StringBuilder", "", ""},
	"catalog":  {findings.RuleCollections, "java.util.ArrayList", "", ""},
	"orders":   {findings.RuleDuplicates, "java.lang.String", "", ""},
	"editor":   {findings.RuleLeak, "com.example.editor.Document$Entry", "field com.example.editor.History.entries", ""},
	"prices":   {findings.RuleChurn, "", "", ""},
	"travel":   {findings.RuleLeak, "com.example.travel.Search", "field com.example.travel.Journal.searches", ""},
	"alerts":   {findings.RuleLeak, "alerts.js:function at line 20", "field alerts.js:Sensor._events", ""},
	"receipts": {findings.RuleLeak, "receipts.js:function at line 23", "variable receipts.js:reprints", ""},
	"meters":   {findings.RuleLeak, "meters.js:function at line 9", "variable node:internal/timers.timerListMap", ""},
	"board":    {findings.RuleLeak, "board.js:Note", "field board.js:Board.notes", ""},
}

// isLeak reports whether a finding is about a leak or a possible leak.
func isLeak(f findings.Finding) bool {
	return f.Rule == findings.RuleLeak || f.Rule == findings.RuleGrowth
}

// stepsWork runs the commands that a finding suggests.
func stepsWork(t *testing.T, f *findings.Finding) {
	t.Helper()
	for _, step := range f.Next {
		if r := memcity(step.Command...); r.err != nil || r.stdout == "" {
			t.Errorf("%v: %v", step.Command, r.err)
		}
		if !state.Valid(step.Show) {
			t.Errorf("%+v shows no view", step)
		}
	}
}

func TestAnalyzeExercises(t *testing.T) {
	t.Parallel()
	for _, d := range assets.Demos() {
		if d.Kind != assets.Exercise {
			continue
		}
		t.Run(d.Name, func(t *testing.T) {
			want, ok := exercises[d.Name]
			g := guideOf(t, assets.DemoPrefix+d.Name)
			if !ok || !g.Judged || len(g.Findings) == 0 {
				t.Fatalf("known %t, judged %t: %s", ok, g.Judged, g.Text)
			}
			f := &g.Findings[0]
			if f.Rule != want.rule {
				t.Fatalf("%s: %s, expected %s", f.Rule, f.Title, want.rule)
			}
			if isLeak(*f) {
				checkLeak(t, f, want.what, want.owner)
			} else if slices.ContainsFunc(g.Findings, isLeak) {
				t.Errorf("there is no leak: %s", g.Text)
			}
			if at := f.Highlight.Keys; want.what != "" && !slices.Equal(at, []string{"Heap#" + want.what}) {
				t.Errorf("it shows %q, expected %s", at, want.what)
			}
			if f.Churn != nil && (f.Churn.Types[0].Name != "java.lang.Double" ||
				!strings.HasPrefix(f.Churn.Sites[0].Name, "com.example.prices.Median.of(")) {
				t.Errorf("%v were allocated at %v", f.Churn.Types, f.Churn.Sites)
			}
			if want.also != "" && !slices.ContainsFunc(g.Findings, func(f findings.Finding) bool { return f.Rule == want.also }) {
				t.Errorf("%s is not found: %s", want.also, g.Text)
			}
			for i := range g.Findings {
				stepsWork(t, &g.Findings[i])
			}
		})
	}
}

// checkLeak checks the type and the owner of a leak, and that a reference to clear frees most of the objects.
func checkLeak(t *testing.T, f *findings.Finding, what, owner string) {
	t.Helper()
	if f.Growth.Type != what || f.Growth.Owner != owner {
		t.Errorf("%s is held by %s, expected %s and %s", f.Growth.Type, f.Growth.Owner, what, owner)
	}
	if piled, freed := f.Growth.Bytes[len(f.Growth.Bytes)-1], recommended(t, f).Bytes; freed*10 < piled*9 {
		t.Errorf("the cut frees %d bytes of %d", freed, piled)
	}
}

func recommended(t *testing.T, f *findings.Finding) findings.Reference {
	t.Helper()
	at := slices.IndexFunc(f.References, func(c findings.Reference) bool { return c.Recommended })
	if at < 0 {
		t.Fatalf("no cut is recommended: %+v", f.References)
	}
	return f.References[at]
}

// lastBytes returns the size of the heap at the last GC point.
func lastBytes(t *testing.T, path string) int64 {
	t.Helper()
	var tree struct{ Root struct{ Bytes int64 } }
	if err := json.Unmarshal([]byte(ok(t, "tree", path, "--by", "overall", "--at", "last", "--format", "json")), &tree); err != nil {
		t.Fatal(err)
	}
	return tree.Root.Bytes
}

// TestAnalyzeFixed: two programs were fixed as the guide recommends. The leak is gone in the new recording. The heap has shrunk by the
// predicted size, except for the few objects that the fixed program keeps.
func TestAnalyzeFixed(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"persons", "two-caches"} {
		leaking, fixed := assets.DemoPrefix+name, assets.DemoPrefix+name+"-fixed"
		if g := guideOf(t, fixed); !g.Judged || len(g.Findings) > 0 {
			t.Errorf("%s: judged %t, %s", fixed, g.Judged, g.Text)
		}
		freed := recommended(t, &guideOf(t, leaking).Findings[0]).Bytes
		smaller := lastBytes(t, leaking) - lastBytes(t, fixed)
		if math.Abs(float64(smaller-freed)) > 0.1*float64(freed) {
			t.Errorf("%s: the cut was to free %d bytes, and the mended program has %d fewer", name, freed, smaller)
		}
	}
}

// change is one change of a patch: the old text, the line where it starts, and the new text.
type change struct {
	file          string
	line          int
	before, after string
}

// patched returns the changes of a patch.
func patched(t *testing.T, path string) (list []change) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file := ""
	for line := range strings.Lines(string(data)) {
		name, isFile := strings.CutPrefix(line, "+++ b/")
		switch {
		case isFile:
			file = strings.TrimSpace(name)
		case strings.HasPrefix(line, "--- "):
		case strings.HasPrefix(line, "@@ "):
			c := change{file: file}
			if _, err := fmt.Sscanf(line, "@@ -%d,", &c.line); err != nil {
				t.Fatalf("%s: %s%v", path, line, err)
			}
			list = append(list, c)
		case len(list) > 0:
			c := &list[len(list)-1]
			if line[0] != '+' {
				c.before += line[1:]
			}
			if line[0] != '-' {
				c.after += line[1:]
			}
		}
	}
	return list
}

// TestFixes: a patch fixes every program with a fault, and the page of its exercise shows the patch.
func TestFixes(t *testing.T) {
	programs := filepath.Join("..", "..", "testdata", "programs")
	for _, d := range assets.Demos() {
		if d.Kind == assets.Fixed || d.Kind == assets.Fleet || d.Name == "steady" {
			continue
		}
		list := patched(t, filepath.Join(programs, "fixes", d.Name+".patch"))
		if len(list) == 0 {
			t.Errorf("%s: the patch changes nothing", d.Name)
		}
		for _, c := range list {
			source, err := os.ReadFile(filepath.Join(programs, filepath.FromSlash(c.file)))
			if err != nil || strings.Count(string(source), c.before) != 1 || c.after == c.before {
				t.Errorf("%s: the patch does not fit %s, %v:\n%s", d.Name, c.file, err, c.before)
			}
		}
		if d.Kind == assets.Exercise {
			checkResult(t, d.Name, list)
		}
	}
}

// checkResult checks that the page of an exercise contains the changed lines of a patch.
func checkResult(t *testing.T, name string, list []change) {
	t.Helper()
	page := help.Find("gallery/" + name)
	if page == nil {
		t.Errorf("%s: there is no page", name)
		return
	}
	text := string(page.Source)
	placed := false
	for _, c := range list {
		for i, line := range strings.Split(c.before, "\n") {
			placed = placed || line != "" && strings.Contains(text, fmt.Sprintf("`testdata/programs/%s`, line %d:", c.file, c.line+i)) ||
				strings.Contains(text, fmt.Sprintf("`testdata/programs/%s`, line %d. ", c.file, c.line+i))
		}
		for line := range strings.Lines(c.after) {
			if line = strings.TrimSpace(line); !strings.Contains(c.before, line) && !strings.HasPrefix(line, "import ") &&
				!strings.Contains(text, line) {
				t.Errorf("%s: the page lacks %q", name, line)
			}
		}
	}
	if !placed {
		t.Errorf("%s: the page does not name the line", name)
	}
	for _, link := range []string{"memcity:demo/" + name, "memcity analyze demo:" + name} {
		if !strings.Contains(text, link) {
			t.Errorf("%s: the page lacks %s", name, link)
		}
	}
}

// TestGalleryCommands: the commands in the hints of the gallery print something.
func TestGalleryCommands(t *testing.T) {
	ran := 0
	for _, page := range help.Pages() {
		if !strings.HasPrefix(page.Name, "gallery/") {
			continue
		}
		for _, b := range page.Blocks {
			command, found := strings.CutPrefix(b.Text, "memcity ")
			if b.Kind != help.Code || !found || strings.HasPrefix(command, "analyze ") { // analyze has its own test
				continue
			}
			ran++
			if strings.Count(ok(t, splitCommand(strings.ReplaceAll(strings.TrimSpace(command), "'", `"`))...), "\n") < 4 {
				t.Errorf("%s: memcity %s shows nothing", page.Name, command)
			}
		}
	}
	if ran < 5 {
		t.Errorf("only %d commands found", ran)
	}
}

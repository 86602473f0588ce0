package rules

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// habitsFile lists by folder how many lines have a habit of foreign English. The numbers only fall.
const habitsFile = "testdata/habits.txt"

const habitsHead = `# Lines with a habit of foreign English, by folder: see rules/habits_test.go. The numbers only fall; go test ./rules -run Habits -update lowers them.
`

// A habit is a construction that native writers rarely use. A hit is a place to look at, not always a fault.
type habit struct {
	name    string
	pattern *regexp.Regexp
	allowed func(before, match, after string) bool // reports that a match is ordinary English; nil if none is
}

// habits are the constructions that a judge of the comments marked most often.
var habits = []habit{
	{"a what clause in place of a noun", regexp.MustCompile(`(?i)\bwhat (?:is|are|was|were|has|have|it|they|an?|the|no|came|becomes?|became|lies|stands|goes|does|can|must|could|would|makes?|takes?|holds?|` +
		`leads?|keeps?|grows?|grew|belongs|else|each|one|users?|others?|follows?|piles?|refers)\b`), opensSentence},
	{"(not) known for missing data", regexp.MustCompile(`(?i)\b(?:is|are|was|were|not|be) known\b|\bknown (?:of|from)\b`), nil},
	{"such, those, the ones without a noun", regexp.MustCompile(`(?i)\bthe ones? (?:that|which|of|in)|\bthose (?:that|of|in|which|from|with)\b|\bsuch\b`), suchAs},
	{"a preposition and which", regexp.MustCompile(`(?i)\b(?:of|over|from|by|with|on|below|above) which\b`), nil},
	{"is of", regexp.MustCompile(`(?i)\b(?:is|are|be|was|were) of (?:an?|the|its|their|this|that|several|one|missing|newer|older|another)\b`), nil},
	{"an ellipsis with do", regexp.MustCompile(`(?i)\b(?:do|does|did)(?:[,;]| not[.;]|\.$| so\b)`), nil},
	{"a calque", regexp.MustCompile(`(?i)\b(?:anew|altogether|in (?:its|their) stead|whatever|whoever|lets? go of|goes on|go on with|in the making|held against|became of|so many\b|by itself|of its own|` +
		`from \w+ on\b|as far as)\b`), nil},
	{"look for, look at", regexp.MustCompile(`(?i)\blook(?:s|ed|ing)? (?:for|at)\b`), nil},
	{"lie, stand, come for programs", regexp.MustCompile(`(?i)\b(?:lies?|stands?) (?:in|on|at|below|above|before|behind|there|next)\b|\bon its way\b`), nil},
	{"a package comment without a verb that does something", regexp.MustCompile(`^\s*Package \w+ (?:is|has|says|holds what|does)\b`), nil},
}

func opensSentence(before, _, _ string) bool {
	before = strings.TrimLeft(before, " \t")
	return before == "" || len(before) > 1 && strings.ContainsRune(".?!:", rune(before[len(before)-2])) && strings.HasSuffix(before, " ")
}

func suchAs(_, match, after string) bool {
	return strings.EqualFold(match, "such") && strings.HasPrefix(after, " as")
}

// habitsIn returns the names of the habits in a text.
func habitsIn(text string) (names []string) {
	for _, h := range habits {
		for _, at := range h.pattern.FindAllStringIndex(text, -1) {
			if h.allowed == nil || !h.allowed(text[:at[0]], text[at[0]:at[1]], text[at[1]:]) {
				names = append(names, h.name)
				break
			}
		}
	}
	return names
}

var (
	commentOf = regexp.MustCompile(`//(.*)$|/\*(.*)$|^\s*\*(.*)$`)
	literalOf = regexp.MustCompile("\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`")
)

// proseOf returns the text of a line that people read: all of a document, otherwise comments and, in Go, literals with a space.
func proseOf(name, line string) string {
	if strings.HasSuffix(name, ".md") {
		return line
	}
	code, text := line, ""
	if at := commentOf.FindStringSubmatchIndex(line); at != nil {
		code = line[:at[0]]
		for i := 2; i < len(at); i += 2 {
			if at[i] >= 0 {
				text = line[at[i]:at[i+1]]
			}
		}
	}
	if strings.HasSuffix(name, ".go") {
		for _, literal := range literalOf.FindAllString(code, -1) {
			if inner := literal[1 : len(literal)-1]; strings.Contains(inner, " ") {
				text += " " + inner
			}
		}
	}
	return text
}

// quotesOthers reports whether a file is generated, test data, or code of others.
func quotesOthers(name string) bool {
	return strings.Contains("/"+name, "/testdata/") || strings.Contains(name, "/asm/") || within(name, "docs/commands") || name == "rules/habits_test.go"
}

// habitLines returns the lines with a habit, by folder.
func habitLines(t *testing.T) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && file != root && (ignored(entry.Name()) || entry.Name() == "build") {
			return filepath.SkipDir
		}
		relative, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(relative)
		if entry.IsDir() || !slices.Contains([]string{".go", ".md", ".c", ".h", ".java"}, path.Ext(name)) || quotesOthers(name) {
			return nil
		}
		for i, line := range strings.Split(read(t, relative), "\n") {
			if in := habitsIn(proseOf(name, line)); len(in) > 0 {
				folder := folderOf(name)
				found[folder] = append(found[folder], fmt.Sprintf("%s:%d: %s: %s", name, i+1, strings.Join(in, ", "), strings.TrimSpace(line)))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// folderOf returns the first two folders of a path, "." for a file at the root.
func folderOf(name string) string {
	parts := strings.Split(path.Dir(name), "/")
	return strings.Join(parts[:min(2, len(parts))], "/")
}

// readHabits reads the budget by folder.
func readHabits(t *testing.T) map[string]int {
	t.Helper()
	budget := map[string]int{}
	for line := range strings.Lines(read(t, "rules/"+habitsFile)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Fields(line)
		n, err := strconv.Atoi(fields[0])
		if err != nil || len(fields) != 2 {
			t.Fatalf("rules/%s: %q: expected a number and a folder", habitsFile, line)
		}
		budget[fields[1]] = n
	}
	return budget
}

// TestHabits checks that no folder has more lines with a habit of foreign English than before.
func TestHabits(t *testing.T) {
	found, budget := habitLines(t), readHabits(t)
	if *update {
		var b strings.Builder
		b.WriteString(habitsHead)
		for _, folder := range slices.Sorted(maps.Keys(found)) {
			if n := min(len(found[folder]), budget[folder]); n > 0 {
				fmt.Fprintf(&b, "%5d %s\n", n, folder)
			}
		}
		if err := os.WriteFile(habitsFile, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		budget = readHabits(t)
	}
	const most = 10
	for _, folder := range slices.Sorted(maps.Keys(found)) {
		if n := len(found[folder]); n > budget[folder] {
			t.Errorf("%s: %d lines have a habit of foreign English, at most %d are allowed: rewrite some, as\n\t%s", folder, n, budget[folder],
				strings.Join(found[folder][:min(n, most)], "\n\t"))
		}
	}
	for folder, n := range budget {
		if len(found[folder]) < n {
			t.Errorf("%s: %d lines have a habit of foreign English, fewer than the %d allowed: go test ./rules -run Habits -update", folder, len(found[folder]), n)
		}
	}
}

// TestHabitsIn checks each habit, and ordinary English that resembles one.
func TestHabitsIn(t *testing.T) {
	for text, want := range map[string]string{
		"reports the result, whatever it is":                 "a calque",
		"shows what is held":                                 "a what clause in place of a noun",
		"What is held is shown. What are the costs?":         "",
		"the cost is not known":                              "(not) known for missing data",
		"a well-known name":                                  "",
		"such errors, those that end":                        "such, those, the ones without a noun",
		"errors such as this":                                "",
		"tables of which most are empty":                     "a preposition and which",
		"the file is of a newer version":                     "is of",
		"Heap dumps do, recordings of a program do not.":     "an ellipsis with do",
		"it is drawn anew":                                   "a calque",
		"looks at the objects":                               "look for, look at",
		"no GC lies in the window":                           "lie, stand, come for programs",
		"Package a is the home of b.":                        "a package comment without a verb that does something",
		"Package a returns the retained size of each group.": "",
	} {
		if got := strings.Join(habitsIn(text), ", "); got != want {
			t.Errorf("%q has %q, want %q", text, got, want)
		}
	}
	for name, lines := range map[string][2]string{
		"a.go": {`	x := f("two words", "one") // and a comment`, " and a comment two words"},
		"a.c":  {`	x = f("two words"); // and a comment`, " and a comment"},
		"a.md": {"all of it", "all of it"},
	} {
		if got := proseOf(name, lines[0]); got != lines[1] {
			t.Errorf("%s: %q has the text %q, want %q", name, lines[0], got, lines[1])
		}
	}
	if got := []string{folderOf("README.md"), folderOf("city/a.go"), folderOf("city/view/a/b.go")}; cmp.Or(
		slices.Compare(got, []string{".", "city", "city/view"})) != 0 {
		t.Errorf("folders are %q", got)
	}
}

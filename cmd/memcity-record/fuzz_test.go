package main

import (
	"testing"

	"memcity/cmd/memcity/clitest"
	"memcity/trace/tracetest/hostile"
)

// Command lines by family: every command that reads a recording, in every form that computes something different. INPUT stands for the file
// under test, BASE for a valid file, and OUT for an output folder.
var (
	inputLines = [][]string{
		{"info", "INPUT"},
		{"info", "--format", "json", "INPUT"},
		{"info", "--off-heap", "--format", "json", "INPUT"},
		{"inspect", "INPUT"},
		{"inspect", "--chunks", "--format", "json", "INPUT"},
		{"inspect", "--text", "INPUT"},
		{"convert", "INPUT", "--force", "-o", "OUT/a.mct"},
		{"convert", "INPUT", "--force", "--anonymous", "-o", "OUT/b.mct"},
		{"convert", "INPUT", "-o", "-"},
		{"export", "INPUT", "--parquet", "OUT/fleet", "--force"},
		{"convert", "INPUT", "--force", "--format", "trees", "--by", "type", "-o", "OUT/trees"},
		{"convert", "INPUT", "--force", "--collections", "-o", "OUT/collections"},
	}
	groupLines = [][]string{
		{"tree", "INPUT"},
		{"tree", "--by", "type", "--sizes", "deep,retained", "--sort", "retained", "--format", "json", "INPUT"},
		{"tree", "--by", "loader,package,type,site", "--format", "csv", "INPUT"},
		{"tree", "--by", "type,pointed-from,type", "--filter", "only-domain", "--at", "first", "--format", "json", "INPUT"},
		{"tree", "--by", "age,thread,type", "--ages", "INPUT"},
		{"tree", "--by", "key(object.length > 3 ? 'long' : object.name),type", "--where", "object.size >= 0", "INPUT"},
		{"tree", "--list", "--format", "json", "INPUT"},
		{"paths", "--by", "type", "--group", "Heap", "--expand", "in", "--format", "json", "INPUT"},
		{"paths", "--object", "3", "--expand", "out", "INPUT"},
		{"paths", "--object", "5", "--to", "none", "--expand", "in", "--format", "svg", "INPUT"},
		{"paths", "--group", "Heap", "--format", "dot", "INPUT"},
		{"owners", "INPUT"},
		{"owners", "--group", "Heap", "--owners", "roots", "--owners", "type", "--format", "json", "INPUT"},
		{"owners", "--by", "type", "--share", "1", "--top", "0", "--format", "json", "INPUT"},
	}
	changeLines = [][]string{
		{"diff", "INPUT"},
		{"diff", "--from", "first", "--to", "last", "--by", "type", "--format", "json", "INPUT"},
		{"diff", "--from", "1", "--to", "1", "--probable", "--through", "--vanished", "--format", "csv", "INPUT"},
		{"compare", "BASE", "INPUT"},
		{"compare", "--measure", "retained", "--scale", "total", "--format", "json", "INPUT", "BASE"},
		{"compare", "--by", "type", "--format", "csv", "INPUT", "INPUT"},
		{"windows", "INPUT"},
		{"windows", "--format", "json", "INPUT"},
		{"windows", "--format", "csv", "--drop", "1%", "--growth-share", "100%", "INPUT"},
		{"trend", "INPUT"},
		{"trend", "--format", "json", "INPUT"},
		{"trend", "--format", "csv", "INPUT"},
		{"churn", "INPUT"},
		{"churn", "--format", "json", "INPUT"},
	}
	collectionLines = [][]string{
		{"collections", "INPUT"},
		{"collections", "--format", "json", "--top", "0", "INPUT"},
		{"collections", "--format", "csv", "--window", "0.1s..end", "--threshold", "0", "INPUT"},
		{"collections", "--collection", "1", "--max-gets", "0", "--format", "json", "INPUT"},
	}
	findingLines = [][]string{
		{"analyze", "INPUT"},
		{"analyze", "--texts", "--format", "json", "INPUT"},
		{"structures", "INPUT"},
		{"structures", "--contained", "--top", "0", "--leaves", "9", "--format", "json", "INPUT"},
		{"structures", "--from", "first", "--to", "last", "--format", "csv", "INPUT"},
		{"structures", "--propose", "--format", "json", "INPUT"},
		{"check", "INPUT", "--rules", "RULES"},
		{"check", "INPUT", "--base", "BASE", "--rules", "RULES", "--format", "json"},
		{"check", "INPUT", "--rules", "RULES", "--format", "junit"},
		{"check", "INPUT", "--base", "INPUT", "--rules", "RULES", "--format", "sarif"},
		{"analyze", "INPUT", "--format", "sarif"},
		{"analyze", "INPUT", "--format", "markdown", "--source-root", "."},
		{"report", "--pictures=false", "INPUT", "-o", "-"},
		{"prove", "--before", "BASE", "--after", "INPUT"},
		{"prove", "--before", "INPUT", "--after", "INPUT", "--format", "json"},
	}
)

const someRules = `rules:
  - no leak
  - retained size of type app.Person at most 1 B
  - objects of type java.lang.String at most 3
  - growth of package app below 1 % per GC
  - no path from type app.Person to java.lang.String
`

func newTrial(dir string) (*clitest.Trial, error) {
	return clitest.New(dir, program(), map[string][]byte{"BASE": hostile.SoundDump(), "RULES": []byte(someRules)})
}

// fuzzLines runs the command lines of a family on hostile inputs.
func fuzzLines(f *testing.F, lines [][]string) {
	for i := range lines {
		for format := range hostile.Formats {
			f.Add([]byte{hostile.First(format)}, byte(i))
		}
		f.Add([]byte("\x00\x00\x14\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b"), byte(i))
	}
	files, err := newTrial(f.TempDir())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, script []byte, line byte) {
		files.Run(t, lines[int(line)%len(lines)], hostile.Any(script))
	})
}

func FuzzInputs(f *testing.F)      { fuzzLines(f, inputLines) }
func FuzzGroups(f *testing.F)      { fuzzLines(f, groupLines) }
func FuzzChanges(f *testing.F)     { fuzzLines(f, changeLines) }
func FuzzCollections(f *testing.F) { fuzzLines(f, collectionLines) }
func FuzzFindings(f *testing.F)    { fuzzLines(f, findingLines) }

// FuzzFiles runs commands on a valid recording with arbitrary rules, definitions and descriptions.
func FuzzFiles(f *testing.F) {
	lines := [][]string{
		{"check", "BASE", "--rules", "INPUT", "--format", "json"},
		{"check", "BASE", "--base", "BASE", "--rules", "INPUT", "--format", "junit"},
		{"tree", "--by", "type", "--classifiers", "INPUT.yaml", "--format", "json", "BASE"},
		{"tree", "--list", "--classifiers", "INPUT.yaml", "BASE"},
		{"structures", "--classifiers", "INPUT.ds", "--format", "json", "BASE"},
		{"analyze", "--remedies", "INPUT.yaml", "--format", "json", "BASE"},
		{"analyze", "--classifiers", "INPUT.yaml", "BASE"},
	}
	seeds := []string{someRules,
		"rules:\n  - {rule: no leak, name: a}\n",
		"definitions:\n  - {name: a, description: b, example: c, expression: 'object.type + \"x\"'}\n  - {name: f, kind: filter, expression: 'object.size > 1'}\n",
		"domain:\n  own: [app]\nfeatures:\n  - name: a\n    code: [app.*]\n",
		"namespace app {\n  DS Person { Person; (*); }\n}\n",
		"remedies:\n  - {id: a, match: {field: app.Person#next}, cause: It grows., remedy: Clear it., example: {field: app.Person#next}}\n"}
	for i := range lines {
		for _, text := range seeds {
			f.Add(text, byte(i))
		}
	}
	files, err := newTrial(f.TempDir())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string, line byte) {
		files.Run(t, lines[int(line)%len(lines)], []byte(text))
	})
}

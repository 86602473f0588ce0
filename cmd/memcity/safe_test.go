package main

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"memcity/words"
)

// TestHostileNames: whichever names an input contains, no output contains terminal controls, forged lines or formulas.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	dumps := hostileDumps(t)
	cut := filepath.Join(t.TempDir(), "cut\x1b[31m\n"+forged)
	if err := os.WriteFile(cut, []byte("JAVA PROFILE 1.0.2\x00\x00\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	inputs := []string{dumps, hostileTrees(t), hostileArchive(t, dumps), hostileText(t, ".log", hostileGCLog()),
		hostileText(t, ".jfr", hostileFlight()), hostileText(t, ".histogram", hostileHistograms())}
	for i, path := range append(inputs, cut, filepath.Join(dumps, "none\x1b[31m\n"+forged),
		filepath.Join(out, "0", "file-0.mct")) {
		folder := filepath.Join(out, fmt.Sprint(i))
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		ran := 0
		for _, line := range append(allCommands(t, path, folder, "app.Plain"), []string{"tree", path, "--at", "9"}) {
			for _, format := range allFormats {
				if format != nil && slices.Contains(line, "-o") {
					continue
				}
				line := append(append([]string{}, line...), format...)
				r := memcity(line...)
				checkSafe(t, line, "output", r.stdout)
				checkSafe(t, line, "messages", r.stderr)
				if r.err != nil {
					checkSafe(t, line, "error", "memcity: "+words.Paragraph(r.err.Error()))
					continue
				}
				ran++
				if !slices.Contains(line, "-o") {
					checkFormat(t, line, r.stdout)
				}
			}
		}
		if i < len(inputs) && ran < 20 {
			t.Errorf("%q: only %d commands ran", path, ran)
		}
		files, err := filepath.Glob(filepath.Join(folder, "*.*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if ending := filepath.Ext(file); slices.Contains([]string{".html", ".svg", ".dot", ".md", ".sarif", ".xml"}, ending) {
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				checkSafe(t, []string{file}, "content", string(data))
			}
		}
	}
}

// checkSafe reports characters and lines in a text that affect its viewer.
func checkSafe(t *testing.T, line []string, what, text string) {
	t.Helper()
	show := func(at int) string { return fmt.Sprintf("%q", text[max(0, at-60):min(len(text), at+30)]) }
	if at := strings.IndexFunc(text, func(c rune) bool { return words.Unsafe(c) && c != '\n' && c != '\t' && c != utf8.RuneError }); at >= 0 {
		t.Errorf("%q: unsafe at %d of the %s: %s", line, at, what, show(at))
	}
	if !utf8.ValidString(text) {
		t.Errorf("%q: the %s is no UTF-8", line, what)
	}
	html := line[0] == "report" || filepath.Ext(line[0]) == ".html" // in HTML, a line break is a space
	if at := strings.Index("\n"+text, "\n"+forged); at >= 0 && !html {
		t.Errorf("%q: a forged line at %d of the %s: %s", line, at, what, show(at))
	}
	for _, tag := range []string{"<script>alert", "<img src=x"} {
		if at := strings.Index(text, tag); at >= 0 && (html || filepath.Ext(line[0]) == ".svg" || filepath.Ext(line[0]) == ".md" || slices.Contains(line, "svg") || slices.Contains(line, "flame")) {
			t.Errorf("%q: a tag at %d of the %s: %s", line, at, what, show(at))
		}
	}
	const link = "[Click]("
	if at := strings.Index(text, link); at >= 0 && (slices.Contains([]string{".md", ".sarif"}, filepath.Ext(line[0])) || slices.Contains(line, "sarif") || slices.Contains(line, "markdown")) {
		t.Errorf("%q: a link at %d of the %s: %s", line, at, what, show(at))
	}
}

// checkFormat checks that an output is in the requested format.
func checkFormat(t *testing.T, line []string, text string) {
	t.Helper()
	switch line[len(line)-1] {
	case "csv":
		checkCells(t, line, text)
	case "json", "sarif", "trace":
		var v any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Errorf("%q: %v", line, err)
		}
	case "junit", "svg", "flame":
		d := xml.NewDecoder(strings.NewReader(text))
		for {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Errorf("%q: %v", line, err)
				break
			}
		}
	}
}

func checkCells(t *testing.T, line []string, text string) {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Errorf("%q: %v", line, err)
	}
	for _, row := range rows {
		for _, cell := range row {
			if words.Cell(cell) != cell {
				t.Errorf("%q: a spreadsheet takes %q for a formula", line, cell)
			}
		}
	}
}

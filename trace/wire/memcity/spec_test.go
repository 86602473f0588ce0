package memcity

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/trace/tracetest/golden"
)

// TestSpecs checks that kinds, names and columns are unique and within the limits of a header.
func TestSpecs(t *testing.T) {
	names := map[string]bool{}
	for i, s := range Specs {
		if int(s.Kind) != i+1 {
			t.Errorf("%s: number %d at place %d; numbers go up by one and are never given again", s.Name, s.Kind, i)
		}
		if s.Name == "" || names[s.Name] {
			t.Errorf("%q: no name, or one given twice", s.Name)
		}
		names[s.Name] = true
		if s.Kind.String() != s.Name || s.Kind.Spec() != &Specs[i] {
			t.Errorf("%s: is called %s", s.Name, s.Kind)
		}
		if len(s.Head) > maxHeads || len(s.Rows) > maxColumns {
			t.Errorf("%s: %d numbers at the head and %d columns", s.Name, len(s.Head), len(s.Rows))
		}
		fields := map[string]bool{}
		for _, f := range s.Head {
			if f.Coding != Number || f.Name == "" || fields[f.Name] {
				t.Errorf("%s, head: %+v", s.Name, f)
			}
			fields[f.Name] = true
		}
		clear(fields)
		for _, f := range s.Rows {
			if f.Coding&^Optional > TextList || f.Name == "" || fields[f.Name] {
				t.Errorf("%s: %+v", s.Name, f)
			}
			fields[f.Name] = true
		}
	}
}

// TestFormatPage checks that the page on the format contains the current table of chunks.
func TestFormatPage(t *testing.T) {
	path := filepath.Join("..", "..", "..", "assets", "help", "format.md")
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, _, ok := strings.Cut(string(page), formatMark)
	if !ok {
		t.Fatalf("assets/help/format.md: lacks the line %s", formatMark)
	}
	want := before + formatMark + "\n\n" + formatTables()
	if string(page) == want {
		return
	}
	if *golden.Update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Error("assets/help/format.md: the tables differ from Specs; go test ./trace/wire/memcity -update writes them")
}

const formatMark = "<!-- From here on the page is made of Specs in trace/wire/memcity/spec.go. -->"

// formatTables describes all kinds of chunks.
func formatTables() string {
	var b strings.Builder
	for i, s := range Specs {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "### %d %s\n\n", s.Kind, s.Name)
		fmt.Fprintf(&b, "%s", sentence(s.What))
		if s.Must {
			b.WriteString(" Must be known.")
		}
		b.WriteString("\n\n")
		lines(&b, s.Head, func(Field) string { return "head" })
		lines(&b, s.Rows, func(f Field) string {
			if f.Coding.optional() {
				return f.Coding.String() + ", optional"
			}
			return f.Coding.String()
		})
	}
	return b.String()
}

// lines lists fields. Consecutive fields with the same coding and without a description share a line.
func lines(b *strings.Builder, fields []Field, coding func(Field) string) {
	for i, f := range fields {
		names := "* `" + f.Name + "`, "
		if i > 0 && f.What == "" && fields[i-1].What == "" && coding(f) == coding(fields[i-1]) {
			names = names[2:]
		}
		b.WriteString(names)
		if i+1 < len(fields) && f.What == "" && fields[i+1].What == "" && coding(f) == coding(fields[i+1]) {
			continue
		}
		fmt.Fprintf(b, "%s%s\n", coding(f), meaning(f))
	}
}

func meaning(f Field) string {
	if f.What == "" {
		return ""
	}
	return ": " + f.What
}

func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] + "." }

package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestOwnershipPage runs the commands on the page about ownership and finds each of its output lines, except those with …
func TestOwnershipPage(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "assets", "help", "ownership.md"))
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	var command string
	var got []string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, " \n")
		switch {
		case strings.HasPrefix(line, "$ memcity "):
			ran++
			command = line
			got = strings.Split(ok(t, splitCommand(line[2:])[1:]...), "\n")
			for i := range got {
				got[i] = strings.TrimRight(got[i], " ")
			}
		case line == "```":
			command = ""
		case command == "" || line == "…":
		default:
			at := slices.Index(got, line)
			if at < 0 {
				t.Errorf("%s\ndoes not go on with\n%s\nbut with\n%s", command, line, strings.Join(got, "\n"))
				continue
			}
			got = got[at+1:]
		}
	}
	if ran < 4 {
		t.Errorf("only %d examples found", ran)
	}
}

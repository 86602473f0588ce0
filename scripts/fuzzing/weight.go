package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// risks rates targets by the cost of a fault. The first match applies. Readers of foreign files and code that runs on any heap rate
// highest, then layout and state, then the user's own files and short texts.
var risks = []struct {
	prefix string // prefix of the target's folder
	risk   float64
}{
	{"trace/", 4}, {"cmd/", 4}, {"analysis/guide", 4},
	{"city/link", 2}, {"city/scene", 2}, {"city/state", 2}, {"city/heapgraph", 2}, {"layout/", 2}, {"render/typeset", 2},
	{"", 1},
}

// riskOf returns the risk of a target.
func riskOf(t target) float64 {
	for _, r := range risks {
		if strings.HasPrefix(t.dir, r.prefix) {
			return r.risk
		}
	}
	return 1
}

// weigh sets the weight of each target: its risk times the square root of the lines of code behind it. A target with a hundred times the
// code thus gets ten times the time, and targets that run whole commands do not starve small readers.
func weigh(targets []target) error {
	lines := map[string]int{}
	for i := range targets {
		t := &targets[i]
		if _, ok := lines[t.dir]; !ok {
			n, err := linesBehind(t.dir)
			if err != nil {
				return err
			}
			lines[t.dir] = n
		}
		t.weight = riskOf(*t) * math.Sqrt(float64(max(lines[t.dir], 1)))
	}
	return nil
}

// linesBehind returns the number of lines, without tests, in the package of a folder and in all packages of the project that it imports.
func linesBehind(dir string) (int, error) {
	const files = `{{if .Module}}{{if .Module.Main}}{{$dir := .Dir}}{{range .GoFiles}}{{$dir}}/{{.}}{{"\n"}}{{end}}{{end}}{{end}}`
	out, err := exec.Command("go", "list", "-deps", "-f", files, "./"+dir).Output()
	if err != nil {
		return 0, fmt.Errorf("%s: go list: %w", dir, err)
	}
	lines := 0
	for _, file := range strings.Fields(string(out)) {
		text, err := os.ReadFile(filepath.FromSlash(file))
		if err != nil {
			return 0, err
		}
		lines += bytes.Count(text, []byte("\n"))
	}
	return lines, nil
}

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/cmd/memcity/cli"
	"memcity/trace/tracetest"
	"memcity/trace/wire/hprof"
)

// TestDeep: inputs nested a million levels deep are read, or refused with an error. Unbounded recursion would crash the test.
func TestDeep(t *testing.T) {
	t.Parallel()
	const depth = 1_000_000
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	nest := func(open, inner, end string) []byte {
		return []byte(strings.Repeat(open, depth) + inner + strings.Repeat(end, depth))
	}
	named := func(file, name string, array bool) string {
		d := tracetest.NewDump()
		class := d.Class(name)
		o := uint64(0)
		if array {
			o = d.Array(class, 0)
		} else {
			o = d.Instance(class)
		}
		d.Root(hprof.RootJNIGlobal, o, 0)
		return write(file, d.Bytes())
	}
	list := tracetest.NewDump()
	node, last := list.Class("a/Node", tracetest.Ref("next")), uint64(0)
	for range depth {
		last = list.Instance(node, last)
	}
	list.Root(hprof.RootJNIGlobal, last, 0)

	lines := [][]string{{"info"}, {"tree", "--by", "packages,type"}, {"tree", "--by", "packages,type", "--format", "json"}, {"tree", "--by", "roots-path"},
		{"tree", "--by", "type,points-to,type"}, {"tree", "--sizes", "deep,retained"}, {"analyze"}, {"structures"}, {"threads"}, {"objects"}, {"report", "--pictures=false", "-o", "-"}}
	for _, path := range []string{named("packages.hprof", strings.Repeat("a/", depth)+"B", false), named("inner.hprof", "A"+strings.Repeat("$A", depth), false),
		named("array.hprof", strings.Repeat("[", depth)+"I", true), write("list.hprof", list.Bytes())} {
		for _, line := range lines {
			if r := memcity(append([]string{line[0], path}, line[1:]...)...); r.status != 0 || len(r.stdout) == 0 {
				t.Errorf("%s of %s: status %d, %v", line, filepath.Base(path), r.status, r.err)
			}
		}
	}
	sound := named("sound.hprof", "a/B", false)
	for name, data := range map[string][]byte{
		"tree.json":    []byte(`[{"time":1,"root":` + string(nest(`{"name":"a","objects":1,"bytes":1,"children":[`, "", "]}")) + "}]"),
		"skipped.json": []byte(`[{"time":1,"other":` + string(nest("[", "", "]")) + `,"root":{"name":"a","objects":1,"bytes":1}}]`),
	} {
		if r := memcity("tree", write(name, data)); r.status != cli.ExitInput {
			t.Errorf("%s: status %d, %v", name, r.status, r.err)
		}
	}
	for what, line := range map[string][]string{
		"an expression": {"tree", sound, "--where", string(nest("(", "true", ")"))},
		"not":           {"tree", sound, "--where", strings.Repeat("!", depth) + "true"},
		"classifiers":   {"tree", sound, "--classifiers", write("flow.yaml", nest("[", "", "]"))},
		"maps":          {"tree", sound, "--classifiers", write("maps.yaml", nest("{a: ", "1", "}"))},
		"lists":         {"tree", sound, "--classifiers", write("lists.yaml", []byte(strings.Repeat("- ", 400_000)))},
		"rules":         {"check", sound, "--rules", write("rules.yaml", nest("[", "", "]"))},
		"structures":    {"structures", "--check", write("x.ds", []byte(strings.Repeat("namespace a { ", depth)))},
	} {
		said := func(r result) string { return r.stdout + r.stderr + fmt.Sprint(r.err) }
		if r := memcity(line...); r.status == cli.ExitInternal || r.status == 0 && !strings.Contains(said(r), filepath.Base(line[len(line)-1])) {
			t.Errorf("%s: status %d, %.200s", what, r.status, said(r))
		}
	}
}

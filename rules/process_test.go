package rules

import (
	"go/ast"
	"testing"
)

// starts contains the folders in which processes may start without package process, with the reasons.
var starts = map[string]string{
	"trace/process":               "it is the package",
	"trace/record/matrix":         "it is a program for developers",
	"trace/tracetest":             "it is for tests",
	"cmd/memcity/clitest/browser": "it is for tests",
	"scripts":                     "they are programs for developers",
}

// startingFunctions lists the functions that start a process, by package, besides those of os/exec.
var startingFunctions = map[string][]string{
	"os":      {"StartProcess"},
	"syscall": {"Exec", "ForkExec", "StartProcess", "CreateProcess", "CreateProcessAsUser"},
	"unix":    {"Exec"},
	"windows": {"CreateProcess", "CreateProcessAsUser", "ShellExecute"},
}

// TestProcesses: a child process could run code of another local user in three cases. It starts in a folder that the user can write to,
// it inherits a search path with such a folder, or it is looked up in one. Package process prevents all three, so nothing else starts
// processes.
func TestProcesses(t *testing.T) {
	used := map[string]bool{}
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		excused := ""
		for dir := range starts {
			if within(s.dir, dir) {
				excused = dir
			}
		}
		report := func(n ast.Node, what string) {
			used[excused] = true
			if excused == "" {
				t.Errorf("%s: %s starts a process without package trace/process, which keeps the code of other users out", s.set.Position(n.Pos()), what)
			}
		}
		for _, spec := range s.ast.Imports {
			if spec.Path.Value == `"os/exec"` {
				report(spec, "os/exec")
			}
		}
		ast.Inspect(s.ast, func(n ast.Node) bool {
			called, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			for from, names := range startingFunctions {
				for _, name := range names {
					if isName(called.X, from) && called.Sel.Name == name {
						report(n, from+"."+name)
					}
				}
			}
			return true
		})
	}
	for dir := range starts {
		if !used[dir] {
			t.Errorf("%s starts no process, and need not be listed", dir)
		}
	}
}

// TestProcessesOfUsers: only a recorded program starts as a shell would start it.
func TestProcessesOfUsers(t *testing.T) {
	for _, s := range sources(t) {
		if s.test || s.dir == "trace/record" || s.dir == "trace/process" {
			continue
		}
		ast.Inspect(s.ast, func(n ast.Node) bool {
			called, ok := n.(*ast.SelectorExpr)
			if ok && isName(called.X, "process") && (called.Sel.Name == "User" || called.Sel.Name == "FindForUser") {
				t.Errorf("%s: process.%s is for programs that are recorded; use process.Command and process.Find", s.set.Position(n.Pos()), called.Sel.Name)
			}
			return true
		})
	}
}

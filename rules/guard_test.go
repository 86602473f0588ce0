package rules

import (
	"go/ast"
	"testing"
)

// unguarded contains the folders in which goroutines may start without package guard, with the reasons.
var unguarded = map[string]string{
	"trace/guard":                 "it is the guard",
	"trace/parallel":              "its group gives each function to guard.Try",
	"trace/antsocket":             "what follows a server is given to guard.Try, whose error is that of the server",
	"trace/record/matrix":         "it is a program for developers",
	"cmd/memcity/clitest/browser": "it is for tests",
	"trace/tracetest/testrun":     "it is for tests",
	"render/headless/gltest":      "it is for tests",
	"scripts/mutation":            "it is a program for developers",
}

// TestGoroutinesAreGuarded: an uncaught panic in a goroutine ends the whole program and all running recordings. So goroutines start in
// package guard, or with a function returned by guard.Safe. Timers and context.AfterFunc also start goroutines. Their function must either
// be returned by guard.Safe or contain a single call, such as one that closes a connection.
func TestGoroutinesAreGuarded(t *testing.T) {
	used := map[string]bool{}
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		ast.Inspect(s.ast, func(n ast.Node) bool {
			if !startsUnguarded(n) {
				return true
			}
			used[s.dir] = true
			if unguarded[s.dir] == "" {
				t.Errorf("%s: a goroutine starts without package trace/guard: use guard.Go, guard.Group or guard.Safe", s.set.Position(n.Pos()))
			}
			return true
		})
	}
	for dir := range unguarded {
		if !used[dir] {
			t.Errorf("%s starts no goroutine, and need not be listed", dir)
		}
	}
}

// startsUnguarded reports whether n is a go statement, a call of a method Go with anything but the result of guard.Safe, or a call of
// AfterFunc with a function that does more than one call.
func startsUnguarded(n ast.Node) bool {
	if _, ok := n.(*ast.GoStmt); ok {
		return true
	}
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return false
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	switch {
	case method.Sel.Name == "AfterFunc":
		made, ok := call.Args[len(call.Args)-1].(*ast.FuncLit)
		return ok && !isOneCall(made.Body)
	case method.Sel.Name != "Go" || isName(method.X, "guard"):
		return false
	}
	safe, ok := call.Args[0].(*ast.CallExpr)
	if !ok {
		return true
	}
	of, ok := safe.Fun.(*ast.SelectorExpr)
	return !ok || of.Sel.Name != "Safe" || !isName(of.X, "guard")
}

// isOneCall reports whether a body is a single call whose arguments contain no calls.
func isOneCall(body *ast.BlockStmt) bool {
	calls := 0
	ast.Inspect(body, func(n ast.Node) bool {
		if _, ok := n.(*ast.CallExpr); ok {
			calls++
		}
		return true
	})
	if len(body.List) != 1 || calls != 1 {
		return false
	}
	_, ok := body.List[0].(*ast.ExprStmt)
	return ok
}

func isName(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

package regression_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/city/regression"
	"memcity/trace"
	"memcity/trace/tracetest/jdk"
)

// report returns a report with one leak.
func report(p findings.Pile) *findings.Report {
	return &findings.Report{Verdict: findings.Verdict{Text: "Leaking: " + p.Type + "."}, Findings: []findings.Finding{{Rule: findings.RuleChurn}, {Rule: findings.RuleLeak, Growth: &p}}}
}

// program is a program with a leak, and how its test is run.
type program struct {
	runtime trace.Runtime
	pile    findings.Pile
	entry   string
	file    string
	text    string // with LIMIT in place of the code that bounds the collection
	bound   string
	run     func(t *testing.T, folder string, test *regression.Test) *exec.Cmd
}

var programs = map[string]program{
	"python": {trace.CPython, findings.Pile{Type: "__main__.Session", Owner: "variable __main__.Shop.sessions"}, "shop:visit", "shop.py", `class Session: pass
class Shop:
    sessions = {}
def visit():
    Shop.sessions[len(Shop.sessions)] = Session()
    LIMIT
`, "Shop.sessions.clear()", python},
	"python, no variable": {trace.CPython, findings.Pile{Type: "__main__.Session", Owner: "thread main"}, "shop:visit", "shop.py", `class Session: pass
all = []
def visit():
    all.append(Session())
    LIMIT
`, "del all[:]", python},
	"node": {trace.V8, findings.Pile{Type: "src/shop.js:Order", Owner: "variable src/shop.js:orders"}, "shop.mjs:visit", "shop.mjs", `class Order {}
const orders = [];
export async function visit() { orders.push(new Order()); LIMIT }
`, "orders.length = 0;", func(t *testing.T, folder string, test *regression.Test) *exec.Cmd {
		return command(t, folder, "node", "--test", test.Name)
	}},
	"java": {trace.JVM, findings.Pile{Type: "shop.Shop$Order", Owner: "static field shop.Shop.orders"}, "shop.Shop.visit", "shop/Shop.java", `package shop;
class Shop {
    static class Order {}
    static class Line { Order order = new Order(); }
    private static final java.util.Map<String, java.util.List<Line>> orders = new java.util.HashMap<>();
    private static void visit() { orders.computeIfAbsent("a", k -> new java.util.ArrayList<>()).add(new Line()); LIMIT }
}
`, "orders.clear();", java},
	"java, arrays": {trace.JVM, findings.Pile{Type: "shop.Shop[]", Owner: "thread main"}, "shop.Shop.main", "shop/Shop.java", `package shop;
public class Shop {
    static final java.util.List<Shop[]> all = new java.util.ArrayList<>();
    public static void main(String[] args) { all.add(new Shop[3]); LIMIT }
}
`, "all.clear();", java},
	"go": {trace.Golang, findings.Pile{Type: "main.Order", Sites: []findings.Site{{Frames: []string{"main.newOrder(shop.go:5)", "main.visit(shop.go:8)"}}}}, "main.visit",
		"shop.go", `package main
type Order struct{ lines [9]int }
var orders []*Order
//go:noinline
func newOrder() *Order { return &Order{} }
func visit() { orders = append(orders, newOrder()); LIMIT }
func main() { visit() }
`, "orders = nil", func(t *testing.T, folder string, test *regression.Test) *exec.Cmd {
			if err := os.WriteFile(filepath.Join(folder, "go.mod"), []byte("module shop\n\ngo 1.24\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			cmd := command(t, folder, "go", "test", ".")
			cmd.Env = append(os.Environ(), "GOFLAGS=", "GOTOOLCHAIN=local", "CGO_ENABLED=0")
			return cmd
		}},
}

func python(t *testing.T, folder string, test *regression.Test) *exec.Cmd {
	return command(t, folder, "python3", test.Name)
}

// command skips the test where the program is missing.
func command(t *testing.T, folder, name string, arguments ...string) *exec.Cmd {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("there is no %s", name)
	}
	cmd := exec.CommandContext(t.Context(), path, arguments...)
	cmd.Dir = folder
	return cmd
}

// junit stands for the parts of JUnit that tests use, and runs one.
var junit = map[string]string{
	"org/junit/jupiter/api/Test.java": `package org.junit.jupiter.api;
@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) public @interface Test {}
`,
	"org/junit/jupiter/api/Assertions.java": `package org.junit.jupiter.api;
public class Assertions { public static void assertTrue(boolean b, String text) { if (!b) throw new AssertionError(text); } }
`,
	"Run.java": `public class Run {
    public static void main(String[] args) throws Exception {
        java.lang.reflect.Constructor<?> c = Class.forName(args[0]).getDeclaredConstructor();
        c.setAccessible(true);
        for (java.lang.reflect.Method m : c.getDeclaringClass().getDeclaredMethods()) {
            if (m.isAnnotationPresent(org.junit.jupiter.api.Test.class)) { m.setAccessible(true); m.invoke(c.newInstance()); }
        }
    }
}
`,
}

func java(t *testing.T, folder string, test *regression.Test) *exec.Cmd {
	home := jdk.Homes(t)[0]
	sources := []string{"shop/Shop.java", test.Name}
	for name, text := range junit {
		write(t, filepath.Join(folder, name), text)
		sources = append(sources, name)
	}
	jdk.Run(t, home, folder, "javac", append([]string{"-d", "."}, sources...)...)
	cmd := exec.CommandContext(t.Context(), jdk.Tool(home, "java"), "-Xmx64m", "-cp", ".", "Run", "shop."+strings.TrimSuffix(test.Name, ".java"))
	cmd.Dir = folder
	return cmd
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestPrograms runs written tests: they fail on a program with a leak, and pass when it is fixed.
func TestPrograms(t *testing.T) {
	for name, p := range programs {
		t.Run(name, func(t *testing.T) {
			test, err := regression.Of(report(p.pile), p.runtime, p.entry)
			if err != nil {
				t.Fatal(err)
			}
			if first, _, _ := strings.Cut(string(test.Text), "\n"); !strings.Contains(first, regression.Mark) {
				t.Errorf("the first line is %s", first)
			}
			for _, fixed := range []bool{false, true} {
				folder, bound := t.TempDir(), ""
				if fixed {
					bound = p.bound
				} else if p.runtime == trace.CPython {
					bound = "pass"
				}
				write(t, filepath.Join(folder, p.file), strings.ReplaceAll(p.text, "LIMIT", bound))
				write(t, filepath.Join(folder, test.Name), string(test.Text))
				out, err := p.run(t, folder, test).CombinedOutput()
				if (err == nil) != fixed || !fixed && !strings.Contains(string(out), "pile up: [") && !strings.Contains(string(out), "pile up: ") {
					t.Errorf("fixed %v: %v\n%s", fixed, err, out)
				}
			}
		})
	}
}

// TestCounted checks what tests count.
func TestCounted(t *testing.T) {
	for name, test := range map[string]struct {
		runtime trace.Runtime
		pile    findings.Pile
		entry   string
		want    string
	}{
		"function":     {trace.V8, findings.Pile{Type: "src/a.js:function at line 3"}, "src/a.js:b", `KIND = "closure", NAME = "";`},
		"shape":        {trace.V8, findings.Pile{Type: "{id,name}"}, "src/a.js:b", `KIND = "object", NAME = "Object";`},
		"strings":      {trace.V8, findings.Pile{Type: "(string)"}, "src/a.js:b", `KIND = "string", NAME = "";`},
		"map":          {trace.V8, findings.Pile{Type: "js:Map"}, "src/a.js:b", `KIND = "object", NAME = "Map";`},
		"int arrays":   {trace.JVM, findings.Pile{Type: "int[][]"}, "a.B.c", `TYPE = "[[I";`},
		"no holder":    {trace.JVM, findings.Pile{Type: "a.C", Owner: "field a.B.d"}, "a.B.c", `HOLDER_CLASS = "", HOLDER = "";`},
		"package":      {trace.JVM, findings.Pile{Type: "a.C"}, "a.b.B$D.c", "package a.b;"},
		"no package":   {trace.JVM, findings.Pile{Type: "a.C"}, "B.c", "\nimport static"},
		"library":      {trace.CPython, findings.Pile{Type: "a.C", Owner: "variable lib.base.Bus.all"}, "a.b:c", `HOLDER = "lib.base.Bus.all"`},
		"method in Go": {trace.Golang, findings.Pile{Type: "C", Sites: []findings.Site{{Frames: []string{"example.com/x/shop.(*Shop).add(shop.go:3)"}}}}, "example.com/x/shop.Visit", `site   = "(*Shop).add"`},
		"package in Go": {trace.Golang, findings.Pile{Type: "C", Sites: []findings.Site{{Frames: []string{"example.com/x/shop.add(shop.go:3)"}}}}, "example.com/x/shop.Visit",
			"package shop\n"},
	} {
		made, err := regression.Of(report(test.pile), test.runtime, test.entry)
		if err != nil || !strings.Contains(string(made.Text), test.want) {
			t.Errorf("%s: %v, want %s in\n%s", name, err, test.want, made.Text)
		}
	}
}

// TestHostileNames checks that names in the recording stay within comments and quotes.
func TestHostileNames(t *testing.T) {
	name := "a.B\\u000aclass X {}\n\"; exit() //"
	for runtime, entry := range map[trace.Runtime]string{trace.JVM: "a.B.c", trace.V8: "a.js:c", trace.CPython: "a:c"} {
		made, err := regression.Of(report(findings.Pile{Type: name, Owner: "variable " + name}), runtime, entry)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(made.Text), "\n") {
			at := strings.Index(line, "exit()")
			quoted := at > 0 && strings.Contains(line[:at], `\"; `)
			comment := strings.HasPrefix(line, "#") || strings.HasPrefix(line, "//")
			if at >= 0 && !quoted && !comment || comment && strings.Contains(line, `\`) {
				t.Errorf("%v: %s", runtime, line)
			}
		}
	}
}

// TestRefused checks the errors for findings, runtimes and entry points without a test.
func TestRefused(t *testing.T) {
	leak := report(findings.Pile{Type: "app.Order"})
	for name, test := range map[string]struct {
		report  *findings.Report
		runtime trace.Runtime
		entry   string
		want    string
	}{
		"no finding":      {&findings.Report{Findings: []findings.Finding{{Rule: findings.RuleGrowth}}}, trace.JVM, "a.B.c", "no finding is about objects that pile up"},
		"ruby":            {leak, trace.CRuby, "a.B.c", "not for a program on ruby"},
		"no method":       {leak, trace.JVM, "Shop", `the entry point "Shop": expected a class and a method`},
		"no class":        {leak, trace.JVM, ".visit", "expected a class and a method"},
		"nothing":         {leak, trace.CPython, "", "expected a module and a function"},
		"code":            {leak, trace.V8, "a.js:x\"); process.exit(0); (\"", "expected a file and an exported function"},
		"code in Go":      {leak, trace.Golang, "main.x(); panic", "expected a package and a function"},
		"code in Java":    {leak, trace.JVM, "a; import b.c", "expected a class and a method"},
		"engine":          {report(findings.Pile{Type: "(object elements)"}), trace.V8, "a.js:b", "parts of the JavaScript engine"},
		"Python builtin":  {report(findings.Pile{Type: "builtins.str", Owner: "thread main"}), trace.CPython, "a:b", "cannot count all objects of the type builtins.str"},
		"Go without site": {leak, trace.Golang, "main.a", "by the function that allocates them"},
	} {
		if _, err := regression.Of(test.report, test.runtime, test.entry); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", name, err, test.want)
		}
	}
}

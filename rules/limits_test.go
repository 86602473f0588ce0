package rules

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// limit is a row of the table of limits in SECURITY.md. In its text, {FOLDER.NAME} stands for the value of a constant. The suffix size
// formats it in bytes, and the suffix time as a duration.
type limit struct{ of, text string }

var limits = []limit{
	{"archives, compressed files", "{trace/open.freeUnpacked size} unpacked, then {trace/open.maxRatio} bytes for each byte read, {trace/open.maxUnpacked size} in all; no archives in archives"},
	{"instances and arrays of a heap dump", "records of {trace/wire/hprof.maxRecord size} each are held; {trace/hprof.maxSupers} super classes are followed"},
	{"objects of a portable heap dump", "{trace/wire/phd.MaxReferences} references each; {trace/phd.maxSupers} super classes are followed"},
	{"objects as JSON lines", "lines of {trace/wire/jsonlines.MaxLine size}, {trace/wire/lines.MaxNames} names of references of an object; {trace/internal/assemble.maxTypes} types, {trace/internal/assemble.maxFields} names of references of a type; {trace/internal/assemble.maxSupers} super types are followed"},
	{"heap dumps of Go", "contents of {trace/wire/goheap.maxContents size}, texts of {trace/wire/goheap.MaxText size}, {trace/wire/goheap.maxStack} frames of a stack; executables of {trace/goheap.maxProgram size} with {trace/goheap.maxDWARFTypes} types, whose first {trace/goheap.maxSlots} pointers are told apart"},
	{"heap dumps of Ruby", "lines of {trace/wire/jsonlines.MaxLine size}, objects of {trace/wire/ruby.maxSize size}, {trace/wire/ruby.maxNames} names in a line; {trace/ruby.maxPlaces} references of an object are told apart by place; {trace/ruby.maxChain} superclasses are followed"},
	{"heap snapshots of .NET", "blocks of {trace/wire/nettrace.maxBlock size}, {trace/wire/nettrace.maxKinds} kinds of events, {trace/dotnet.maxKinds} types; names of {trace/wire/gcdump.maxText} letters, {trace/wire/gcdump.maxTypes} types of a graph; type arguments are at most {trace/dotnet.maxNesting} levels deep; {trace/dotnet.maxAssemblies} assemblies, {trace/wire/assembly.maxMetadata size} of metadata each"},
	{"nodes of a heap snapshot", "names of {trace/v8.maxName} bytes, {trace/v8.maxTypes} types, {trace/v8.maxSlots} names of slots of a type; lists are at most {trace/wire/v8.maxDepth} levels deep"},
	{"states of a trace", "{trace/native.maxValues} objects and references for each stored byte, beyond {trace/native.freeValues}"},
	{"flight recordings", "{trace/wire/jfr.MaxChunk size} a chunk, {trace/wire/jfr.MaxMetadata size} of metadata, types {trace/wire/jfr.MaxDepth} deep in each other"},
	{"garbage collector logs, class histograms", "{trace/wire/gclog.MaxGCs} GCs, {trace/wire/histogram.MaxRows} rows"},
	{"memory trees", "{trace/wire/memtree.MaxNodes} nodes, {trace/wire/memtree.MaxDepth} levels, names of {trace/wire/memtree.MaxText size}; what is skipped is at most {trace/wire/memtree.maxSkip} levels deep"},
	{"texts in JSON", "{trace/wire/bounded.MaxToken size}"},
	{"messages of servers", "{trace/wire/antsocket.MaxMessage size}, {trace/wire/antsocket.MaxTotal size} of a connection; silence for {trace/wire/antsocket.MaxSilence time}"},
	{"groups", "{analysis/group.MaxGroups} in a tree, {analysis/group.MaxPath} levels by one classifier"},
	{"expressions", "{analysis/definition.maxExpression} characters; for each object {analysis/definition.maxSteps} steps, {analysis/definition.maxMemory} elements and texts of {analysis/definition.maxText size}"},
	{"definitions of classifiers, remedies, rules", "files of {analysis/userfile.maxFile size}; lists and tables {analysis/definition.maxDepth}, {analysis/remedy.maxDepth} and {analysis/check.maxDepth} levels deep in each other"},
	{"descriptions of data structures", "files of {analysis/structure.MaxFile size}, namespaces {analysis/structure.MaxNesting} deep in each other"},
	{"scripts", "{render/script.maxBytes size}"},
	{"connections to `memcity serve`", "{city/serve.maxConnections}, {city/serve.maxOfAddress} of one address; {city/serve.maxWaiting} and {city/serve.maxWaitingEach} that are not let in yet, of which the oldest give way"},
	{"clients of `memcity serve`", "requests of {city/serve.maxRequest size}, headers of {city/serve.maxHeader size}, {city/serve.maxSubscriptions} subscriptions; {city/serve.maxHandshake time} for the handshake, " +
		"{city/serve.maxFirst time} until the first request, {city/serve.maxIdle time} without one, {city/serve.maxStall time} in the middle of a message or without reading; {city/serve.penalty time} before a wrong token is refused"},
	{"readers of `record --metrics`", "{trace/record/metrics.maxReaders} connections, {trace/record/metrics.maxReadersEach} of one address, {trace/record/metrics.patience time} each"},
	{"requests to a recording that goes on", "{trace/record/runs.maxCallers} at a time, of {trace/record/runs.maxRequest size}, {trace/record/runs.patience time} each"},
	{"what a recorded program sends", "messages of {trace/record/collect.maxMessage size}, texts of {trace/record/collect.maxText size}, {trace/record/collect.maxNumber} classes, {trace/record/collect.maxSupers} super classes are followed"},
	{"names in the window", "{words.maxText} bytes"},
}

// TestLimits: the numbers in the table of limits in SECURITY.md match the code.
func TestLimits(t *testing.T) {
	const begin, end = "<!-- limits -->\n", "<!-- end of limits -->\n"
	name := filepath.Join(root, "SECURITY.md")
	text := read(t, "SECURITY.md")
	from, to := strings.Index(text, begin), strings.Index(text, end)
	if from < 0 || to < from {
		t.Fatalf("SECURITY.md has no %q and %q", begin, end)
	}
	want := begin + "\n| of what | limit |\n|---|---|\n"
	c := constantsOf(t)
	for _, l := range limits {
		want += fmt.Sprintf("| %s | %s |\n", l.of, c.fill(t, l.text))
	}
	want += "\n"
	if *update {
		if err := os.WriteFile(name, []byte(text[:from]+want+text[to:]), 0o666); err != nil {
			t.Fatal(err)
		}
		text = read(t, "SECURITY.md")
		from, to = strings.Index(text, begin), strings.Index(text, end)
	}
	if text[from:to] != want {
		t.Error("SECURITY.md has other limits than the code: make docs writes them")
	}
}

// constants contains the expressions of constants, by folder and name.
type constants map[string]ast.Expr

func constantsOf(t *testing.T) constants {
	c := constants{}
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		for _, d := range s.ast.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.CONST {
				continue
			}
			for _, spec := range g.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok {
					for i, value := range v.Values {
						c[s.dir+"."+v.Names[i].Name] = value
					}
				}
			}
		}
	}
	return c
}

var placeholder = regexp.MustCompile(`\{([^{} ]+)\.(\w+)( size| time)?\}`)

// fill replaces the placeholders in a text by the values of constants.
func (c constants) fill(t *testing.T, text string) string {
	return placeholder.ReplaceAllStringFunc(text, func(place string) string {
		found := placeholder.FindStringSubmatch(place)
		expr, ok := c[found[1]+"."+found[2]]
		if !ok {
			t.Errorf("there is no constant %s in %s", found[2], found[1])
			return place
		}
		n, exact := constant.Int64Val(constant.ToInt(c.value(t, found[1], expr)))
		if !exact {
			t.Errorf("%s.%s is no whole number", found[1], found[2])
		}
		switch found[3] {
		case " size":
			return sizeText(n)
		case " time":
			return durationText(time.Duration(n))
		}
		return grouped(n)
	})
}

// value evaluates the expression of a constant in a folder: numbers, operators, conversions, other constants of that folder, and units
// of package time.
func (c constants) value(t *testing.T, dir string, expr ast.Expr) constant.Value {
	switch e := expr.(type) {
	case *ast.BasicLit:
		return constant.MakeFromLiteral(e.Value, e.Kind, 0)
	case *ast.ParenExpr:
		return c.value(t, dir, e.X)
	case *ast.CallExpr:
		return c.value(t, dir, e.Args[0])
	case *ast.Ident:
		if other, ok := c[dir+"."+e.Name]; ok {
			return c.value(t, dir, other)
		}
	case *ast.SelectorExpr:
		units := map[string]time.Duration{"Nanosecond": 1, "Millisecond": time.Millisecond, "Second": time.Second, "Minute": time.Minute, "Hour": time.Hour}
		if unit, ok := units[e.Sel.Name]; ok {
			return constant.MakeInt64(int64(unit))
		}
	case *ast.BinaryExpr:
		x, y := c.value(t, dir, e.X), c.value(t, dir, e.Y)
		if e.Op == token.SHL || e.Op == token.SHR {
			n, _ := constant.Uint64Val(y)
			return constant.Shift(x, e.Op, uint(n))
		}
		return constant.BinaryOp(x, e.Op, y)
	}
	t.Errorf("%s: the value of a constant of a limit is too hard to see: %T", dir, expr)
	return constant.MakeInt64(-1)
}

// sizeText formats a size in the largest binary unit that divides it.
func sizeText(n int64) string {
	for i, unit := range []string{"GiB", "MiB", "KiB"} {
		if size := int64(1) << (30 - 10*i); n >= size && n%size == 0 {
			return grouped(n/size) + " " + unit
		}
	}
	return grouped(n) + " bytes"
}

func durationText(d time.Duration) string {
	if d >= time.Minute && d%time.Minute == 0 {
		return grouped(int64(d/time.Minute)) + " min"
	}
	return fmt.Sprint(d.Seconds()) + " s"
}

// grouped formats a number with commas as thousands separators.
func grouped(n int64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// TestConstants: expressions of constants evaluate to the same values as in the compiler.
func TestConstants(t *testing.T) {
	c := constants{"a.x": &ast.BasicLit{Kind: token.INT, Value: "1_500"}, "a.y": &ast.BinaryExpr{X: &ast.Ident{Name: "x"}, Op: token.SHL, Y: &ast.BasicLit{Kind: token.INT, Value: "20"}},
		"a.z": &ast.BinaryExpr{X: &ast.BasicLit{Kind: token.INT, Value: "90"}, Op: token.MUL, Y: &ast.SelectorExpr{Sel: &ast.Ident{Name: "Second"}}}}
	if got := c.fill(t, "{a.x}, {a.x size}, {a.y size}, {a.y}, {a.z time}"); got != "1,500, 1,500 bytes, 1,500 MiB, 1,572,864,000, 90 s" {
		t.Errorf("%s", got)
	}
}

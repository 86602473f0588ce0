package regression

import (
	"errors"
	"regexp"
	"strings"

	"memcity/trace"
)

// language describes how tests are written in a language.
type language struct {
	template string
	form     string // of an entry point
	split    func(entry string) (module, function string, ok bool)
	fill     func(*facts) error
	file     func(*facts) string
	run      func(f *facts, file string) string
}

var languages = map[trace.Runtime]language{
	trace.JVM: {"java.tmpl", "a class and a method, as in com.example.Shop.visit", atLast("."), fillJava,
		func(f *facts) string { return f.Class + ".java" },
		func(f *facts, _ string) string { return "mvn test -Dtest=" + f.Class }},
	trace.V8: {"node.tmpl", "a file and an exported function, as in src/shop.js:visit", atLast(":"), fillNode,
		func(f *facts) string { return f.Name + ".leak.test.mjs" },
		func(_ *facts, file string) string { return "node --test " + file }},
	trace.CPython: {"python.tmpl", "a module and a function, as in shop.orders:visit", atLast(":"), fillPython,
		func(f *facts) string { return "test_" + f.Name + "_leak.py" },
		func(_ *facts, file string) string { return "pytest " + file }},
	trace.Golang: {"go.tmpl", "a package and a function without parameters, as in main.visit", atLast("."), fillGo,
		func(f *facts) string { return f.Name + "_leak_test.go" },
		func(f *facts, _ string) string { return "go test -run Test" + f.Class }},
}

// Names that tests contain outside of quotes.
var (
	functionName = regexp.MustCompile(`^[\pL_$][\pL\pN_$]*$`)
	packageName  = regexp.MustCompile(`^[\pL\pN_$./-]+$`)
)

// atLast splits an entry point at the last separator. The first part may be the path of a file if that is a colon.
func atLast(separator string) func(string) (module, function string, ok bool) {
	return func(entry string) (module, function string, ok bool) {
		i := max(strings.LastIndex(entry, separator), 0)
		module, function = entry[:i], strings.TrimPrefix(entry[i:], separator)
		return module, function, functionName.MatchString(function) && (packageName.MatchString(module) || separator == ":" && module != "")
	}
}

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }

func fillJava(f *facts) error {
	name := identifier(f.Pile.Type)
	f.Package, _ = cutLast(f.Module, ".")
	f.Class, f.Method = name+"LeakTest", lowerFirst(name)+"ObjectsDoNotPileUp"
	f.Counted = className(f.Pile.Type)
	if field, ok := strings.CutPrefix(f.Pile.Owner, "static field "); ok {
		f.HolderClass, f.HolderField = cutLast(field, ".")
	}
	return nil
}

// cutLast splits at the last separator. The first part is empty if there is none.
func cutLast(s, separator string) (before, after string) {
	if i := strings.LastIndex(s, separator); i >= 0 {
		return s[:i], s[i+len(separator):]
	}
	return "", s
}

// className returns the name that Class.getName returns for a type.
func className(name string) string {
	element, dimensions := name, 0
	for strings.HasSuffix(element, "[]") {
		element, dimensions = strings.TrimSuffix(element, "[]"), dimensions+1
	}
	if dimensions == 0 {
		return name
	}
	letter, primitive := map[string]string{"boolean": "Z", "byte": "B", "char": "C", "short": "S", "int": "I", "long": "J", "float": "F", "double": "D"}[element]
	if !primitive {
		letter = "L" + element + ";"
	}
	return strings.Repeat("[", dimensions) + letter
}

// fillNode finds the kind and the name of the nodes to count. A heap snapshot has the name of the class without its file.
func fillNode(f *facts) error {
	_, name := trace.SplitType(f.Pile.Type)
	f.Kind, f.Counted = "object", name
	switch {
	case strings.HasPrefix(name, "function") || strings.HasSuffix(name, "()"):
		f.Kind, f.Counted = "closure", ""
	case strings.HasPrefix(name, "{"):
		f.Counted = "Object"
	case name == "(string)":
		f.Kind, f.Counted = "string", ""
	case strings.HasPrefix(name, "context"), strings.HasPrefix(name, "("):
		return errors.New("the objects that pile up are parts of the JavaScript engine, and their number says little: " + name)
	}
	f.Name = strings.ToLower(identifier(name))
	return nil
}

// fillPython replaces the module of a program that ran as a script by the module of the entry point.
func fillPython(f *facts) error {
	const script = "__main__."
	f.Counted = f.Pile.Type
	if name, ok := strings.CutPrefix(f.Counted, script); ok {
		f.Counted = f.Module + "." + name
	}
	if variable, ok := strings.CutPrefix(f.Pile.Owner, "variable "); ok {
		f.Holder = variable
		if name, ok := strings.CutPrefix(variable, script); ok {
			f.Holder = f.Module + "." + name
		}
	}
	if f.Holder == "" && strings.HasPrefix(f.Counted, "builtins.") {
		return errors.New("no variable holds the objects that pile up, and a test in Python cannot count all objects of the type " + f.Counted)
	}
	f.Name = strings.ToLower(identifier(f.Pile.Type))
	return nil
}

// fillGo counts by the function that allocates the objects, since Go has no counts by type.
func fillGo(f *facts) error {
	if len(f.Pile.Sites) == 0 || len(f.Pile.Sites[0].Frames) == 0 {
		return errors.New("a test in Go counts objects by the function that allocates them, which this recording does not name; record heap profiles with memcity record --pprof")
	}
	_, site := cutLast(f.Pile.Sites[0].Frames[0], "/")
	_, f.Counted, _ = strings.Cut(site, ".")
	if i := strings.LastIndex(f.Counted, "("); i > 0 {
		f.Counted = f.Counted[:i] // without the place
	}
	_, f.Package = cutLast(f.Module, "/")
	name := identifier(f.Counted)
	f.Class, f.Name = name+"DoesNotLeak", strings.ToLower(name)
	return nil
}

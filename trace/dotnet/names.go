package dotnet

import (
	"strings"

	"memcity/trace"
)

// keywords are the names in C# of types of the runtime.
var keywords = map[string]string{
	"System.Boolean": "bool", "System.Byte": "byte", "System.SByte": "sbyte", "System.Char": "char", "System.Decimal": "decimal",
	"System.Double": "double", "System.Single": "float", "System.Int32": "int", "System.UInt32": "uint", "System.IntPtr": "nint",
	"System.UIntPtr": "nuint", "System.Int64": "long", "System.UInt64": "ulong", "System.Int16": "short", "System.UInt16": "ushort",
	"System.Object": "object", "System.String": "string",
}

// typeName converts the name of a type from the runtime, such as System.Collections.Generic.List`1[System.String], to C#:
// System.Collections.Generic.List<string>. Only type arguments have the names of keywords.
func typeName(clr string) string {
	clr = trace.PlainLine(clr)
	n := nameParser{text: clr}
	name := n.name(0)
	if n.at < len(clr) || n.bad {
		return clr
	}
	return name
}

// maxNesting is the largest depth of type arguments.
const maxNesting = 64

// nameParser parses the name of a type.
type nameParser struct {
	text string
	at   int
	bad  bool
}

// name parses a name at the given depth of type arguments.
func (n *nameParser) name(depth int) string {
	from := n.at
	for n.at < len(n.text) && !strings.ContainsRune("[],", rune(n.text[n.at])) {
		n.at++
	}
	name := withoutArity(n.text[from:n.at])
	if name == "" || depth > maxNesting {
		n.bad = true
		return ""
	}
	if word := keywords[name]; depth > 0 && word != "" {
		name = word
	}
	var out strings.Builder
	out.WriteString(name)
	for n.at < len(n.text) && n.text[n.at] == '[' && !n.bad {
		if rank, ok := n.rank(); ok {
			out.WriteString(rank)
			continue
		}
		out.WriteString(n.arguments(depth))
	}
	return out.String()
}

// rank parses the brackets of an array, such as [,]; ok is false for type arguments.
func (n *nameParser) rank() (rank string, ok bool) {
	end := n.at + 1
	for end < len(n.text) && (n.text[end] == ',' || n.text[end] == '*') {
		end++
	}
	if end == len(n.text) || n.text[end] != ']' {
		return "", false
	}
	rank = n.text[n.at : end+1]
	n.at = end + 1
	return rank, true
}

// arguments parses type arguments in brackets.
func (n *nameParser) arguments(depth int) string {
	var list []string
	for n.at < len(n.text) && n.text[n.at] != ']' && !n.bad {
		n.at++ // the bracket or the comma
		list = append(list, n.name(depth+1))
	}
	if n.at == len(n.text) {
		n.bad = true
		return ""
	}
	n.at++
	return "<" + strings.Join(list, ", ") + ">"
}

// withoutArity removes the numbers of type parameters, as in List`1.
func withoutArity(name string) string {
	for {
		i := strings.IndexByte(name, '`')
		if i < 0 {
			return name
		}
		end := i + 1
		for end < len(name) && name[end] >= '0' && name[end] <= '9' {
			end++
		}
		name = name[:i] + name[end:]
	}
}

// graphName converts the name of a type in a graph to that in the runtime. The writers of graphs replace brackets by angle brackets, except those
// of arrays with one dimension, and <> by [].
func graphName(name string) string {
	if strings.HasPrefix(name, "[]") { // as in <>c, the class of lambdas
		return "<>" + name[2:]
	}
	if !strings.Contains(name, "<") || strings.HasPrefix(name, "<") {
		return name
	}
	out := []byte(name)
	for i, c := range out {
		switch c {
		case '<':
			out[i] = '['
		case '>':
			out[i] = ']'
		}
	}
	return string(out)
}

// fieldName returns the name of a static field in source code. The compiler stores a property in a field named <Name>k__BackingField.
func fieldName(name string) string {
	name = trace.PlainLine(name)
	if property, ok := strings.CutSuffix(name, ">k__BackingField"); ok && strings.HasPrefix(property, "<") {
		return property[1:]
	}
	return name
}

// nestedPrefix precedes the names of nested types of .NET itself, which lack their namespaces.
const nestedPrefix = "System:"

// frameworkModules returns the modules of .NET itself: modules that define a type in the namespace System or Microsoft.
func frameworkModules(kinds []kind) map[string]bool {
	modules := map[string]bool{}
	for _, k := range kinds {
		if k.module != "" && (strings.HasPrefix(k.name, "System.") || strings.HasPrefix(k.name, "Microsoft.")) {
			modules[k.module] = true
		}
	}
	return modules
}

// withoutArguments removes type arguments and brackets of arrays from the name of a type.
func withoutArguments(name string) string {
	if i := strings.IndexAny(name, "<["); i > 0 {
		return name[:i]
	}
	return name
}

// definition returns the name of the definition of a generic type of .NET itself, as C# writes it: System.Collections.Generic.Dictionary<,> for
// System.Collections.Generic.Dictionary<int, string>. Brackets of arrays are kept. The name is empty for other types.
func definition(name string) string {
	from := strings.IndexByte(name, '<')
	if from <= 0 || !strings.HasPrefix(name, "System.") && !strings.HasPrefix(name, nestedPrefix) {
		return ""
	}
	commas, depth, end := 0, 0, from
	for ; end < len(name); end++ {
		switch c := name[end]; {
		case c == '<':
			depth++
		case c == '>':
			depth--
		case c == ',' && depth == 1:
			commas++
		}
		if depth == 0 {
			break
		}
	}
	return name[:from+1] + strings.Repeat(",", commas) + name[min(end, len(name)):]
}

package definition

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/builtin"
)

// allowed contains the available functions of the library. It omits functions that depend on the clock or on the order of maps, and those
// that can allocate much without the library counting it.
var allowed = []string{"all", "none", "any", "one", "filter", "map", "find", "findIndex", "count", "sum", "len", "abs", "ceil",
	"floor", "round", "int", "float", "trim", "trimPrefix", "trimSuffix", "upper", "lower", "split",
	"hasPrefix", "hasSuffix", "max", "min", "first", "last", "take", "reverse", "sort", "sortBy", "concat", "bitand", "bitshr"}

// functionNames returns the names of all functions that an expression can call, sorted.
func functionNames() []string {
	names := slices.Clone(allowed)
	for _, f := range functions {
		if !strings.HasPrefix(f.Name, hidden) {
			names = append(names, f.Name)
		}
	}
	slices.Sort(names)
	return names
}

// function describes a function of this package to the library. signatures are pointers to functions with its types.
func function(name string, call func(args ...any) (any, error), signatures ...any) *builtin.Function {
	f := &builtin.Function{Name: name, Func: call}
	for _, s := range signatures {
		f.Types = append(f.Types, reflect.TypeOf(s).Elem())
	}
	return f
}

var (
	errSteps = fmt.Errorf("more than %d steps", maxSteps)
	errText  = fmt.Errorf("a string of more than %d bytes", maxText)
	errFlat  = errors.New("a list or table must not contain lists or tables")
)

// functions contains the functions of this package: hidden ones that the guard calls, and replacements for functions of the library. The
// originals have no limits, or count in bytes instead of characters.
var functions = []*builtin.Function{
	function(callAdd, add),
	function(callPlain, func(args ...any) (any, error) {
		if !plain(args[0]) {
			return nil, errFlat
		}
		return args[0], nil
	}),
	function(callPart, part),
	function("indexOf", indexOf(strings.Index), new(func(string, string) int)),
	function("lastIndexOf", indexOf(strings.LastIndex), new(func(string, string) int)),
	function("string", func(args ...any) (any, error) {
		if !plain(args[0]) {
			return nil, errors.New("string takes a number, a string, yes or no: use join for lists")
		}
		return keyText(args[0]), nil
	}, new(func(any) string)),
	function("replace", replace, new(func(string, string, string) string)),
	function("join", join, new(func([]string) string), new(func([]string, string) string), new(func([]any) string),
		new(func([]any, string) string)),
	function("uniq", uniq, new(func([]string) []string), new(func([]any) []any)),
}

// plain reports whether a value is neither a list nor a table.
func plain(v any) bool {
	switch v.(type) {
	case nil, string, bool, int, float64:
		return true
	}
	return false
}

// keyText formats a single value as the key of a group.
func keyText(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case int:
		return strconv.Itoa(v)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return noneKey
}

// add implements + for operands that may not both be numbers.
func add(args ...any) (any, error) {
	switch a := args[0].(type) {
	case string:
		if b, ok := args[1].(string); ok {
			if len(a)+len(b) > maxText {
				return nil, errText
			}
			return a + b, nil
		}
	case int:
		switch b := args[1].(type) {
		case int:
			return a + b, nil
		case float64:
			return float64(a) + b, nil
		}
	case float64:
		switch b := args[1].(type) {
		case int:
			return a + float64(b), nil
		case float64:
			return a + b, nil
		}
	}
	return nil, fmt.Errorf("%s + %s: expected two numbers or two strings; use string(…) to convert to a string", valueName(args[0]), valueName(args[1]))
}

// valueName returns a name for the kind of a value.
func valueName(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case string:
		return "a string"
	case bool:
		return "yes or no"
	case int, float64:
		return "a number"
	}
	return "a list"
}

// part returns the part of a text or list between two positions. null stands for the end; a negative position counts from there.
func part(args ...any) (any, error) {
	text, ok := args[0].(string)
	if !ok {
		n := reflect.ValueOf(args[0])
		if n.Kind() != reflect.Slice {
			return nil, fmt.Errorf("a part of %s: expected a string or list", valueName(args[0]))
		}
		from, to := between(n.Len(), args)
		return n.Slice(from, to).Interface(), nil
	}
	runes := []rune(text)
	from, to := between(len(runes), args)
	return string(runes[from:to]), nil
}

func between(length int, args []any) (from, to int) {
	to = length
	if n, ok := args[1].(int); ok {
		from = n
	}
	if n, ok := args[2].(int); ok {
		to = n
	}
	if from < 0 {
		from += length
	}
	if to < 0 {
		to += length
	}
	to = min(max(0, to), length)
	return min(max(0, from), to), to
}

// indexOf returns a function that finds a text in another one and returns its position in characters.
func indexOf(find func(s, part string) int) func(args ...any) (any, error) {
	return func(args ...any) (any, error) {
		s := args[0].(string)
		i := find(s, args[1].(string))
		if i > 0 {
			i = utf8.RuneCountInString(s[:i])
		}
		return i, nil
	}
}

func replace(args ...any) (any, error) {
	s, old, put := args[0].(string), args[1].(string), args[2].(string)
	if grow := len(put) - len(old); grow > 0 && len(s)+strings.Count(s, old)*grow > maxText {
		return nil, errText
	}
	return strings.ReplaceAll(s, old, put), nil
}

func join(args ...any) (any, error) {
	glue := ""
	if len(args) == 2 {
		glue = args[1].(string)
	}
	var b strings.Builder
	var err error
	each(args[0], func(i int, v any) bool {
		part := keyText(v)
		if i > 0 {
			part = glue + part
		}
		if b.Len()+len(part) > maxText {
			err = errText
			return false
		}
		b.WriteString(part)
		return true
	})
	return b.String(), err
}

func uniq(args ...any) (any, error) {
	seen := map[any]bool{}
	var kept []any
	each(args[0], func(_ int, v any) bool {
		if !seen[v] {
			seen[v] = true
			kept = append(kept, v)
		}
		return true
	})
	return kept, nil
}

// each calls do for the elements of a list, which may be any slice.
func each(list any, do func(i int, v any) bool) {
	v := reflect.ValueOf(list)
	if v.Kind() != reflect.Slice {
		return
	}
	for i := range v.Len() {
		if !do(i, v.Index(i).Interface()) {
			return
		}
	}
}

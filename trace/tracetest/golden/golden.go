// Package golden compares what tests get with files, and writes values of any type as text for that.
package golden

import (
	"encoding"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Update is the flag -update, with which tests rewrite the files that they compare with.
var Update = flag.Bool("update", false, "rewrite the files in testdata")

// File compares a text with a file in testdata and reports the first line that differs.
func File(t testing.TB, name, got string) {
	t.Helper()
	name = filepath.Join("testdata", name)
	if *Update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	want, have := strings.Split(string(text), "\n"), strings.Split(got, "\n")
	line := func(lines []string, i int) string {
		if i < len(lines) {
			return lines[i]
		}
		return "nothing"
	}
	for i := range max(len(want), len(have)) {
		if a, b := line(want, i), line(have, i); a != b {
			t.Fatalf("%s:%d: got\n%s\nwant\n%s", name, i+1, b, a)
		}
	}
}

// Text writes a value with all that it leads to, in as few lines as it fits. Names of fields are left out, so that renaming
// one changes no file. What is not exported, functions, and what is of a type in without are left out too; so is what is met again
// on the way to itself.
func Text(value any, without ...any) string {
	w := writer{without: []reflect.Type{}}
	for _, x := range without {
		w.without = append(w.without, reflect.TypeOf(x))
	}
	return w.text(reflect.ValueOf(value), 0)
}

type writer struct {
	without []reflect.Type
	above   []uintptr
}

// long is how many characters stand in one line at most, if they are of several values.
const long = 120

func (w *writer) text(v reflect.Value, depth int) string {
	if !v.IsValid() {
		return "nil"
	}
	if slices.Contains(w.without, v.Type()) {
		return "…"
	}
	if text, ok := w.own(v); ok {
		return text
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return "nil"
		}
		if v.Kind() == reflect.Pointer {
			if slices.Contains(w.above, v.Pointer()) {
				return "…"
			}
			w.above = append(w.above, v.Pointer())
			defer func() { w.above = w.above[:len(w.above)-1] }()
		}
		return w.text(v.Elem(), depth)
	case reflect.Struct:
		return joined("{", w.fields(v, depth), "}", depth)
	case reflect.Slice, reflect.Array:
		var parts []string
		for i := range v.Len() {
			parts = append(parts, w.text(v.Index(i), depth+1))
		}
		return joined("[", parts, "]", depth)
	case reflect.Map:
		var parts []string
		for each := v.MapRange(); each.Next(); {
			parts = append(parts, w.text(each.Key(), depth+1)+": "+w.text(each.Value(), depth+1))
		}
		slices.Sort(parts)
		return joined("map[", parts, "]", depth)
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return "func"
	case reflect.String:
		return fmt.Sprintf("%q", v.String())
	case reflect.Float32, reflect.Float64:
		if math.Abs(v.Float()) < 1e-9 {
			return "0"
		}
		return fmt.Sprintf("%.6g", v.Float()) // the last digits depend on the machine
	}
	if !v.CanInterface() {
		return "?"
	}
	return fmt.Sprint(v.Interface())
}

// fields returns the fields of a struct, those of embedded ones among them.
func (w *writer) fields(v reflect.Value, depth int) (parts []string) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		switch {
		case !f.IsExported() || f.Type.Kind() == reflect.Func:
		case f.Anonymous && f.Type.Kind() == reflect.Struct:
			parts = append(parts, w.fields(v.Field(i), depth)...)
		default:
			parts = append(parts, w.text(v.Field(i), depth+1))
		}
	}
	return parts
}

// own returns how a value writes itself, if it does.
func (w *writer) own(v reflect.Value) (string, bool) {
	if !v.CanInterface() || (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) && v.IsNil() {
		return "", false
	}
	switch x := v.Interface().(type) {
	case error:
		return x.Error(), true
	case fmt.Stringer:
		return x.String(), true
	case encoding.TextMarshaler:
		text, err := x.MarshalText()
		return string(text), err == nil
	}
	return "", false
}

func joined(begin string, parts []string, end string, depth int) string {
	line := begin + strings.Join(parts, " ") + end
	if len(line) <= long && !strings.Contains(line, "\n") {
		return line
	}
	indent := "\n" + strings.Repeat(" ", depth+1)
	return begin + indent + strings.Join(parts, indent) + "\n" + strings.Repeat(" ", depth) + end
}

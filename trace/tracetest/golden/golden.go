// Package golden compares test results with files, and formats values of any type as text for this purpose.
package golden

import (
	"cmp"
	"crypto/sha256"
	"encoding"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Update is the flag -update. If set, tests rewrite their expected files.
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
	compare(t, name, 0, string(text), got)
}

// compare reports the first line that differs. above is the number of lines before text in the file.
func compare(t testing.TB, name string, above int, text, got string) {
	t.Helper()
	want, have := strings.Split(text, "\n"), strings.Split(got, "\n")
	line := func(lines []string, i int) string {
		if i < len(lines) {
			return lines[i]
		}
		return "nothing"
	}
	for i := range max(len(want), len(have)) {
		if a, b := line(want, i), line(have, i); a != b {
			t.Fatalf("%s:%d: got\n%s\nwant\n%s", name, above+i+1, b, a)
		}
	}
}

// Text formats a value, and all values reachable from it, in as few lines as possible. Field names are left out, so that renaming a field
// changes no file. Unexported fields, functions, values of the types of without, and cycles are left out too. Of a long list of integers,
// it writes the first few and a hash. A struct with a method List is written as the result of List.
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

// long is the largest number of characters in a line with several values.
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
	if list := v.MethodByName("List"); list.IsValid() && v.Kind() == reflect.Struct {
		return w.text(list.Call(nil)[0], depth)
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
		if v.Len() > manyNumbers && (v.Index(0).CanInt() || v.Index(0).CanUint()) {
			return w.numbers(v, depth)
		}
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

// A list of more than manyNumbers integers is written as the first fewNumbers and a hash of all.
const (
	manyNumbers = 32
	fewNumbers  = 4
)

// numbers formats a long list of integers.
func (w *writer) numbers(v reflect.Value, depth int) string {
	var first []string
	for i := range fewNumbers {
		first = append(first, w.text(v.Index(i), depth+1))
	}
	hash := uint64(14695981039346656037) // FNV-1a over numbers instead of bytes
	for i := range v.Len() {
		n := v.Index(i)
		if n.CanInt() {
			hash ^= uint64(n.Int())
		} else {
			hash ^= n.Uint()
		}
		hash *= 1099511628211
		hash ^= hash >> 29
	}
	return fmt.Sprintf("[%s … %d in all, with the hash %016x]", strings.Join(first, " "), v.Len(), hash)
}

// fields returns the fields of a struct, including those of embedded structs.
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

// own returns the text of a value that has a method for it; ok is false if there is none.
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

// enough is the number of bytes of a test's texts that Collect stores verbatim.
const enough = 20_000

// collected contains the texts of running tests, by test name.
var collected = struct {
	sync.Mutex
	of map[string][]string
}{of: map[string][]string{}}

// Collect adds a text to the test's texts. At the end of the test, they are compared with the test's part of the file collected.txt in
// testdata. A test that checks one property of many results can thus record the rest of them. Texts are sorted, since tests may range over
// maps. Beyond a limit, texts are compared by hash. Tests that do less work with -short must not use it, because their texts differ.
func Collect(t testing.TB, text string) {
	if _, ok := t.(*testing.T); !ok || strings.HasPrefix(t.Name(), "Fuzz") {
		return // benchmarks only measure, and fuzz tests have arbitrary inputs
	}
	t.Helper()
	collected.Lock()
	defer collected.Unlock()
	if _, known := collected.of[t.Name()]; !known {
		t.Cleanup(func() {
			collected.Lock()
			defer collected.Unlock()
			part(t, filepath.Join("testdata", "collected.txt"), joinedTexts(collected.of[t.Name()]))
			delete(collected.of, t.Name())
		})
	}
	collected.of[t.Name()] = append(collected.of[t.Name()], strings.TrimSuffix(text, "\n")+"\n")
}

// partMark starts the line before a test's part of a file.
const partMark = "=== test "

// part compares a text with a test's part of a file.
func part(t testing.TB, name, got string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil && !*Update {
		t.Fatal(err)
	}
	parts := map[string]string{}
	above := 0
	for lines := range strings.SplitSeq(strings.TrimPrefix(string(text), partMark), "\n"+partMark) {
		of, lines, _ := strings.Cut(lines, "\n")
		if parts[of] = lines; of < t.Name() {
			above += 1 + strings.Count(lines, "\n") + 1
		}
	}
	got = strings.TrimSuffix(got, "\n")
	if !*Update {
		compare(t, name, above+1, strings.TrimSuffix(parts[t.Name()], "\n"), got)
		return
	}
	delete(parts, "")
	parts[t.Name()] = got
	var whole strings.Builder
	for _, of := range slices.Sorted(maps.Keys(parts)) {
		fmt.Fprintf(&whole, "%s%s\n%s\n", partMark, of, strings.TrimSuffix(parts[of], "\n"))
	}
	if err := cmp.Or(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(whole.String()), 0o644)); err != nil {
		t.Fatal(err)
	}
}

func joinedTexts(texts []string) string {
	slices.Sort(texts)
	var kept strings.Builder
	rest, hash := 0, sha256.New()
	for _, text := range texts {
		if rest == 0 && kept.Len()+len(text) <= enough {
			kept.WriteString(text)
			continue
		}
		rest++
		hash.Write([]byte(text))
	}
	if rest > 0 {
		fmt.Fprintf(&kept, "and %d more texts with the hash %x\n", rest, hash.Sum(nil)[:8])
	}
	return kept.String()
}

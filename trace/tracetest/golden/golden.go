// Package golden compares what tests get with files, and writes values of any type as text for that.
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
	compare(t, name, 0, string(text), got)
}

// compare reports the first line that differs, of a text that stands in a file below some other lines.
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

// Text writes a value with all that it leads to, in as few lines as it fits. Names of fields are left out, so that renaming
// one changes no file. What is not exported, functions, and what is of a type in without are left out too; so is what is met again
// on the way to itself. Of many whole numbers the first few and a hash are written. A struct
// with a method List is written as what that returns.
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

// Of more whole numbers than this, only the first few are written, and a hash of all of them.
const (
	manyNumbers = 32
	fewNumbers  = 4
)

// numbers writes many whole numbers.
func (w *writer) numbers(v reflect.Value, depth int) string {
	var first []string
	for i := range fewNumbers {
		first = append(first, w.text(v.Index(i), depth+1))
	}
	hash := uint64(14695981039346656037) // as FNV-1a, by number in place of bytes
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

// enough is how much of a test's texts Collect keeps as they are, in bytes.
const enough = 20_000

// collected has what tests that run have collected, by their names.
var collected = struct {
	sync.Mutex
	of map[string][]string
}{of: map[string][]string{}}

// Collect adds a text to those of the test, which are compared at its end with its part of the file collected.txt in testdata.
// So a test that looks at one property of many results holds the rest of them too. The texts are sorted, as tests may range
// over maps; what is beyond a limit is compared by its hash. Tests that run shorter with -short do not use it, as their texts
// differ.
func Collect(t testing.TB, text string) {
	if _, ok := t.(*testing.T); !ok || strings.HasPrefix(t.Name(), "Fuzz") {
		return // benchmarks measure, and fuzz tests have any inputs
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

// partMark starts the line above the part of a test in a file.
const partMark = "=== test "

// part compares a text with the part of a test in a file.
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

package definition

import (
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm"

	"memcity/analysis/group"
	"memcity/trace"
)

// Limits of the groups of one object.
const (
	maxKeys = 1000 // groups of one object
	maxKey  = 200  // characters of a key
)

// runner evaluates a definition in one goroutine.
type runner struct {
	definition *Definition
	facts      *facts
	vm         vm.VM
	steps      int
	envs       []map[string]any // by type; nil until created
	varying    [][]*use         // by type: variables to set for each object
	numbers    []bool           // by type: true if only few numbers vary
	memo       *memo            // for runners of single objects
	results    results
}

func newRunner(d *Definition, f *facts) *runner {
	n := len(f.heap.Types)
	return &runner{definition: d, facts: f, vm: vm.VM{MemoryBudget: maxMemory}, envs: make([]map[string]any, n),
		varying: make([][]*use, n), numbers: make([]bool, n), results: results{single: map[any]uint32{}, lists: map[string]uint32{}}}
}

// environment returns the variables for objects of a type. It sets the variables that are the same for all of them.
func (r *runner) environment(t trace.TypeID) map[string]any {
	if env := r.envs[t]; env != nil {
		return env
	}
	env := map[string]any{slotStep: r.step}
	uses := r.definition.expression.uses
	for i := range uses {
		u := &uses[i]
		if r.facts.fixed(u, t) {
			env[u.slot] = r.facts.value(u, t, 0)
		} else {
			r.varying[t] = append(r.varying[t], u)
		}
	}
	r.numbers[t] = len(r.varying[t]) <= memoWidth
	for _, u := range r.varying[t] {
		r.numbers[t] = r.numbers[t] && u.property.Type == typeNumber
	}
	r.envs[t] = env
	return env
}

// step counts an iteration of a predicate. The virtual machine turns its panic into an error.
func (r *runner) step() bool {
	r.steps++
	if r.steps > maxSteps {
		panic(errSteps)
	}
	return true
}

// classify runs the expression and returns the class of its result. On failure, it returns the class of [failedKey], or that of rejected
// objects for a filter.
func (r *runner) classify(env map[string]any) uint32 {
	r.steps = 0
	d := r.definition
	out, err := r.vm.Run(d.expression.program, env)
	if err != nil {
		return r.failed(r.runFault(err))
	}
	if f, ok := out.(float64); ok && f != f {
		out = "NaN" // NaN is not equal to itself, so it would be a new value each time
	}
	if class, known := r.results.known(out); known {
		return class
	}
	paths, err := d.groups(out)
	if err != nil {
		return r.failed(d.fault(0, fmt.Sprintf("%s: %v", d.title(), err)))
	}
	return r.results.learn(out, paths)
}

func (r *runner) failed(err error) uint32 {
	if r.definition.Kind == group.Filters {
		return r.results.fail(refused, err)
	}
	return r.results.fail([][]string{{failedKey}}, err)
}

// runFault adds the position in the file to an error of the virtual machine.
func (r *runner) runFault(err error) error {
	d := r.definition
	offset, text := 0, err.Error()
	var located *file.Error
	if errors.As(err, &located) {
		offset, text = located.From, located.Message
	}
	text, _, _ = strings.Cut(text, "\n")
	return d.fault(offset, fmt.Sprintf("%s: %s", d.title(), clipTo(words.Replace(text), maxKey)))
}

// Paths for objects that a filter keeps and rejects.
var (
	kept    = [][]string{{}}
	refused [][]string
)

// groups converts a result of the expression to the paths of the object's groups.
func (d *Definition) groups(out any) ([][]string, error) {
	if d.Kind == group.Filters {
		if yes, ok := out.(bool); !ok {
			return nil, fmt.Errorf("it returns %s, not true or false", valueName(out))
		} else if yes {
			return kept, nil
		}
		return refused, nil
	}
	if plain(out) {
		if d.Cardinality == group.One || out == nil {
			return [][]string{{groupKey(out)}}, nil
		}
		return nil, fmt.Errorf("it returns %s, not a list", valueName(out))
	}
	if reflect.ValueOf(out).Kind() != reflect.Slice || d.Cardinality == group.One {
		return nil, errors.New("it returns a list or table, not a single key")
	}
	return d.listGroups(out)
}

func (d *Definition) listGroups(list any) (paths [][]string, err error) {
	var keys []string
	seen := map[string]bool{}
	each(list, func(i int, v any) bool {
		switch key := groupKey(v); {
		case !plain(v):
			err = errFlat
		case i >= maxKeys:
			err = fmt.Errorf("an object is in more than %d groups", maxKeys)
		case d.Cardinality == group.Hierarchy:
			keys = append(keys, key)
		case !seen[key]:
			seen[key] = true
			paths = append(paths, []string{key})
		}
		return err == nil
	})
	if d.Cardinality == group.Hierarchy && len(keys) > 0 {
		if len(keys) > group.MaxPath {
			return nil, fmt.Errorf("a path has %d keys; at most %d are allowed", len(keys), group.MaxPath)
		}
		paths = [][]string{keys}
	}
	if len(paths) == 0 {
		paths = [][]string{{noneKey}}
	}
	return paths, err
}

// groupKey converts a value to the name of a group. It is short and has a single line. Different texts of up to maxKey characters have
// different names.
func groupKey(v any) string {
	key := clipTo(keyText(v), maxKey)
	switch {
	case key == "":
		return "(empty)"
	case unclear(key):
		return strconv.Quote(key)
	}
	return key
}

// unclear reports whether a text needs quotes: it contains nonprinting characters, or starts or ends with a blank. So does a text that
// looks like such a text in quotes, to keep the two apart.
func unclear(key string) bool {
	for ; ; key = unquoted(key) {
		if key == "" {
			return false
		}
		hidden := strings.ContainsFunc(key, func(r rune) bool { return !unicode.IsPrint(r) })
		if hidden || key[0] == ' ' || key[len(key)-1] == ' ' || !utf8.ValidString(key) {
			return true
		}
	}
}

// unquoted returns the text inside quotes added by strconv.Quote; empty if it is not quoted.
func unquoted(key string) string {
	if key[0] != '"' {
		return ""
	}
	text, err := strconv.Unquote(key)
	if err != nil {
		return ""
	}
	return text
}

// clipTo truncates a text to n characters.
func clipTo(s string, n int) string {
	if len(s) <= n || utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n]) + "…"
}

// results numbers the distinct results of an expression.
type results struct {
	single  map[any]uint32    // by value, for single values
	lists   map[string]uint32 // by encoded list
	classes [][][]string      // paths by class
	byPaths map[string]uint32
	buffer  []byte
	failed  []failure // distinct reasons in order of appearance
}

// failure is a class of objects for which evaluation failed.
type failure struct {
	class uint32
	why   error
	text  string // text of why
}

// maxReasons is the maximum number of distinct reasons. The last one also stands for all others.
const maxReasons = 64

// fail returns the class of the given paths for a reason of failure. No other result shares it.
func (s *results) fail(paths [][]string, why error) uint32 {
	text := why.Error()
	for i := range s.failed {
		if f := &s.failed[i]; f.text == text {
			return f.class
		}
	}
	if len(s.failed) == maxReasons {
		return s.failed[maxReasons-1].class
	}
	class := uint32(len(s.classes))
	s.classes = append(s.classes, paths)
	s.failed = append(s.failed, failure{class, why, text})
	return class
}

// why returns the reason of failure for a class; nil if there is none.
func (s *results) why(class uint32) error {
	for _, f := range s.failed {
		if f.class == class {
			return f.why
		}
	}
	return nil
}

// known returns the class of a value that was learned before.
func (s *results) known(out any) (uint32, bool) {
	if plain(out) {
		class, ok := s.single[out]
		return class, ok
	}
	if reflect.TypeOf(out).Kind() != reflect.Slice {
		return 0, false
	}
	s.buffer = appendList(s.buffer[:0], out)
	class, ok := s.lists[string(s.buffer)]
	return class, ok
}

// learn assigns the class of its paths to a new value.
func (s *results) learn(out any, paths [][]string) uint32 {
	class := s.add(paths)
	if plain(out) {
		s.single[out] = class
	} else {
		s.lists[string(appendList(s.buffer[:0], out))] = class
	}
	return class
}

// add returns the class of paths, and creates it if it is new.
func (s *results) add(paths [][]string) uint32 {
	s.buffer = s.buffer[:0]
	for _, p := range paths {
		s.buffer = binary.AppendUvarint(s.buffer, uint64(len(p)))
		for _, key := range p {
			s.buffer = append(binary.AppendUvarint(s.buffer, uint64(len(key))), key...)
		}
	}
	class, ok := s.byPaths[string(s.buffer)]
	if !ok {
		if s.byPaths == nil {
			s.byPaths = map[string]uint32{}
		}
		class = uint32(len(s.classes))
		s.byPaths[string(s.buffer)] = class
		s.classes = append(s.classes, paths)
	}
	return class
}

// appendList encodes a list unambiguously: each element as text, preceded by its length.
func appendList(b []byte, list any) []byte {
	if texts, ok := list.([]string); ok {
		for _, t := range texts {
			b = append(binary.AppendUvarint(b, uint64(len(t))), t...)
		}
		return b
	}
	each(list, func(_ int, v any) bool {
		t := keyText(v)
		b = append(binary.AppendUvarint(b, uint64(len(t))), t...)
		return true
	})
	return b
}

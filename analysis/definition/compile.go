package definition

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/checker"
	"github.com/expr-lang/expr/checker/nature"
	"github.com/expr-lang/expr/compiler"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/optimizer"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/types"
	"github.com/expr-lang/expr/vm"
)

// Limits of an expression.
const (
	maxExpression = 10_000 // characters
	maxNodes      = 2_000  // nodes in its syntax tree
)

// result is the static type of an expression's result.
type result uint8

const (
	resultAny  result = iota // key of a kind that is only known at run time
	resultKey                // text or number
	resultBool               // true or false
	resultList               // list of keys
)

// expression is a checked and compiled expression. It is safe for concurrent use if each goroutine has its own vm.VM.
type expression struct {
	program *vm.Program
	result  result
	uses    []use
}

// use is a property that an expression reads.
type use struct {
	number   int    // index
	slot     string // name in the environment
	property *propertyInfo
	name     string // field or type, for named properties
	offset   int
}

// textFault is a fault at a character of an expression.
type textFault struct {
	offset int
	text   string
}

// compile checks and compiles an expression. It does not run any part of it.
func compile(text string) (e *expression, fault *textFault) {
	if n := utf8.RuneCountInString(text); n > maxExpression {
		return nil, &textFault{0, fmt.Sprintf("the expression has %d characters; at most %d are allowed", n, maxExpression)}
	}
	if strings.TrimSpace(text) == "" {
		return nil, &textFault{0, "the expression is empty"}
	}
	defer func() {
		if r := recover(); r != nil {
			e, fault = nil, &textFault{0, fmt.Sprintf("the expression cannot be compiled: %v", r)}
		}
	}()
	config := conf.CreateNew()
	config.MaxNodes = maxNodes
	for _, f := range functions {
		config.Functions[f.Name] = f
	}
	tree, err := parser.ParseWithConfig(text, config)
	if err != nil {
		return nil, faultIn(err)
	}
	resolved, fault := resolve(&tree.Node)
	if fault != nil {
		return nil, fault
	}
	config.WithEnv(environment(resolved))
	if _, err := checker.Check(tree, config); err != nil {
		return nil, faultIn(err)
	}
	e = &expression{uses: resolved}
	if e.result, fault = resultOf(tree.Node); fault != nil {
		return nil, fault
	}
	g := guard{}
	ast.Walk(&tree.Node, &g)
	if g.fault != nil {
		return nil, g.fault
	}
	if err := optimizer.Optimize(&tree.Node, config); err != nil {
		return nil, faultIn(err)
	}
	if e.program, err = compiler.Compile(tree, config); err != nil {
		return nil, faultIn(err)
	}
	return e, nil
}

// environment returns the type of each slot.
func environment(uses []use) types.Map {
	env := types.Map{}
	for _, u := range uses {
		switch u.property.Type {
		case typeText:
			env[u.slot] = types.String
		case typeNumber:
			env[u.slot] = types.Int
		case typeBool:
			env[u.slot] = types.Bool
		case typeTexts:
			env[u.slot] = types.TypeOf([]string(nil))
		default:
			env[u.slot] = types.Any
		}
	}
	return env
}

// unknownName matches the library's message for an unknown name.
var unknownName = regexp.MustCompile(`^unknown name (\S+)$`)

// words replaces terms of the library with terms of this project.
var words = strings.NewReplacer("runtime error: ", "", "<nil>", "null", "[]interface {}", "list", "[]string", "list of strings",
	"map[string]interface {}", "table",
	"interface {}", "any value", "float64", "number", "nil", "null")

// faultIn converts an error of the library to a fault at its position.
func faultIn(err error) *textFault {
	var located *file.Error
	if !errors.As(err, &located) {
		return &textFault{0, words.Replace(err.Error())}
	}
	text := words.Replace(located.Message)
	if m := unknownName.FindStringSubmatch(located.Message); m != nil {
		text = fmt.Sprintf("unknown name %s: %s", m[1], hintName(m[1]))
	}
	return &textFault{located.From, text}
}

func hintName(name string) string {
	if propertyNamed(name) != nil {
		return fmt.Sprintf("did you mean %s.%s?", objectName, name)
	}
	known := append(functionNames(), objectName)
	if best := nearest(name, known); best != "" {
		return fmt.Sprintf("did you mean %s?", best)
	}
	return "properties are written object.NAME, strings in quotes"
}

// resultOf returns the static type of an expression's result, or a fault if it cannot name a group.
func resultOf(n ast.Node) (result, *textFault) {
	t := n.Nature()
	switch kindOf(t) {
	case scalarKind:
		if t.Kind == reflect.Bool {
			return resultBool, nil
		}
		return resultKey, nil
	case listKind:
		if of := t.Ref; of != nil && kindOf(of) != scalarKind && kindOf(of) != unknownKind {
			return 0, &textFault{n.Location().From, "a list of lists cannot name groups: expected a list of strings or numbers"}
		}
		return resultList, nil
	case unknownKind:
		return resultAny, nil
	}
	return 0, &textFault{n.Location().From, fmt.Sprintf("a %s cannot name a group: expected a string, a number, yes or no, or a list of these",
		words.Replace(t.String()))}
}

// Kinds of values that guards distinguish.
type valueKind uint8

const (
	unknownKind valueKind = iota
	scalarKind
	listKind
	otherKind
)

func kindOf(t *nature.Nature) valueKind {
	switch {
	case t.Nil, t.Kind == reflect.String, t.Kind == reflect.Bool, t.IsNumber():
		return scalarKind
	case t.IsByteSlice():
		return otherKind
	case t.Kind == reflect.Slice, t.Kind == reflect.Array:
		return listKind
	case t.Type == nil, t.Kind == reflect.Interface:
		return unknownKind
	}
	return otherKind
}

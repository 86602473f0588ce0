package definition

import (
	"reflect"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/checker/nature"
)

// Limits of one evaluation.
const (
	maxSteps  = 10_000  // elements that predicates visit
	maxMemory = 10_000  // elements of all lists created
	maxText   = 1 << 16 // bytes of a text that is created
)

// hidden is the prefix of names of functions and variables that expressions cannot write.
const hidden = "object.("

const (
	slotStep  = hidden + "step)"
	callAdd   = hidden + "add)"
	callPlain = hidden + "plain)"
	callPart  = hidden + "part)"
)

// guard adds limits that the library lacks. Each iteration of a predicate counts as a step, the length of concatenated texts is limited,
// and lists stay flat. A value therefore cannot be larger than what created it. guard relies on the types that the checker stored in the
// tree.
type guard struct{ fault *textFault }

var stepType = nature.FromType(reflect.TypeFor[func() bool]())

// Visit implements [ast.Visitor].
func (g *guard) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.BinaryNode:
		if n.Operator == "+" && !(n.Left.Nature().IsNumber() && n.Right.Nature().IsNumber()) {
			call(node, callAdd, *n.Nature(), n.Left, n.Right)
		}
	case *ast.SliceNode:
		if kindOf(n.Nature()) != listKind {
			call(node, callPart, *n.Nature(), n.Node, orNull(n.From), orNull(n.To))
		}
	case *ast.ArrayNode:
		for i := range n.Nodes {
			g.flat(&n.Nodes[i])
		}
	case *ast.PairNode:
		g.flat(&n.Value)
	case *ast.BuiltinNode:
		if n.Name == "map" {
			g.flat(&n.Arguments[1].(*ast.PredicateNode).Node)
		}
		for _, a := range n.Arguments {
			if p, ok := a.(*ast.PredicateNode); ok {
				countSteps(p)
			}
		}
	}
}

// flat ensures that an element of a list or table is a single value.
func (g *guard) flat(node *ast.Node) {
	switch t := *(*node).Nature(); kindOf(&t) {
	case unknownKind:
		call(node, callPlain, t, *node)
	case listKind, otherKind:
		if g.fault == nil {
			g.fault = &textFault{(*node).Location().From, "a list or table must not contain lists or tables"}
		}
	}
}

func orNull(n ast.Node) ast.Node {
	if n == nil {
		return &ast.NilNode{}
	}
	return n
}

// call replaces a node by a call of a hidden function.
func call(node *ast.Node, name string, gives nature.Nature, args ...ast.Node) {
	callee := &ast.IdentifierNode{Value: name}
	callee.SetLocation((*node).Location())
	c := &ast.CallNode{Callee: callee, Arguments: args}
	c.SetNature(gives)
	ast.Patch(node, c)
}

// countSteps adds a step before each evaluation of a predicate.
func countSteps(p *ast.PredicateNode) {
	step := &ast.IdentifierNode{Value: slotStep}
	step.SetNature(stepType)
	step.SetLocation(p.Location())
	c := &ast.CallNode{Callee: step}
	c.SetType(reflect.TypeFor[bool]())
	c.SetLocation(p.Location())
	both := &ast.SequenceNode{Nodes: []ast.Node{c, p.Node}}
	both.SetNature(*p.Node.Nature())
	both.SetLocation(p.Location())
	p.Node = both
}

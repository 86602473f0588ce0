package definition

import (
	"fmt"
	"strings"

	"github.com/expr-lang/expr/ast"
)

// objectName is the only variable of an expression.
const objectName = "object"

// resolve replaces each property in the tree, such as object.fields["size"], by a variable of the environment. It returns the properties in
// order of appearance.
func resolve(tree *ast.Node) ([]use, *textFault) {
	r := resolver{seen: map[string]bool{}}
	ast.Walk(tree, visit(r.rewrite))
	if r.fault == nil {
		ast.Walk(tree, visit(r.collect))
	}
	return r.uses, r.fault
}

type visit func(*ast.Node)

func (v visit) Visit(n *ast.Node) { v(n) }

type resolver struct {
	uses  []use
	seen  map[string]bool
	fault *textFault
}

// fail stores the first fault.
func (r *resolver) fail(n ast.Node, format string, args ...any) {
	if r.fault == nil {
		r.fault = &textFault{n.Location().From, fmt.Sprintf(format, args...)}
	}
}

func (r *resolver) rewrite(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.IdentifierNode:
		if n.Value == "null" {
			ast.Patch(node, &ast.NilNode{})
		}
	case *ast.VariableDeclaratorNode:
		if n.Name == objectName || n.Name == "null" {
			r.fail(n, "let %s: the name is taken", n.Name)
		}
	case *ast.MemberNode:
		if of, ok := n.Node.(*ast.IdentifierNode); ok && (of.Value == objectName || strings.HasPrefix(of.Value, objectName+".")) {
			r.member(node, n, of.Value)
		}
	}
}

// member replaces a property of the variable of, which is the object or an already replaced property.
func (r *resolver) member(node *ast.Node, n *ast.MemberNode, of string) {
	name, constant := n.Property.(*ast.StringNode)
	if of == objectName {
		switch {
		case !constant:
			r.fail(n.Property, "the name of a property must be a literal, as in object.type")
		case propertyNamed(name.Value) == nil:
			r.fail(n.Property, "object has no property %s: %s", name.Value, hint(name.Value, propertyNames()))
		default:
			ast.Patch(node, &ast.IdentifierNode{Value: objectName + "." + name.Value})
		}
		return
	}
	p, _ := propertyOf(of)
	if !p.Named {
		return
	}
	switch {
	case !constant:
		r.fail(n.Property, "the name after object.%s must be a literal string, as in object.%s", p.Name, p.Example)
	case name.Value == "" || len(name.Value) > maxPath:
		r.fail(n.Property, "the name after object.%s has %d characters: expected 1 to %d", p.Name, len(name.Value), maxPath)
	default:
		ast.Patch(node, &ast.IdentifierNode{Value: of + "." + name.Value})
	}
}

// maxPath is the maximum length of a field path in bytes.
const maxPath = 1000

// propertyOf splits the name of a variable into the property and the name that it is read with.
func propertyOf(slot string) (p *propertyInfo, name string) {
	rest := strings.TrimPrefix(slot, objectName+".")
	first, name, _ := strings.Cut(rest, ".")
	return propertyNamed(first), name
}

// collect collects the variables. It reports expressions that must not remain after rewriting.
func (r *resolver) collect(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.IdentifierNode:
		switch {
		case n.Value == "$env":
			r.fail(n, "$env is not supported")
		case n.Value == objectName:
			r.fail(n, "object itself is not a value: use a property, as in object.type")
		case strings.HasPrefix(n.Value, objectName+"."):
			r.use(n)
		}
	case *ast.BuiltinNode:
		if !offered[n.Name] {
			r.fail(n, "unknown function %s: %s", n.Name, hint(n.Name, functionNames()))
		}
	case *ast.BinaryNode:
		if _, ok := n.Right.(*ast.StringNode); n.Operator == "matches" && !ok {
			r.fail(n.Right, "the pattern after matches must be a literal string")
		}
	case *ast.BytesNode:
		r.fail(n, "bytes are not supported: write a string without the b")
	}
}

var offered = func() map[string]bool {
	set := map[string]bool{}
	for _, name := range allowed {
		set[name] = true
	}
	return set
}()

func (r *resolver) use(n *ast.IdentifierNode) {
	p, name := propertyOf(n.Value)
	if p.Named && name == "" {
		r.fail(n, "object.%s needs a name, as in object.%s", p.Name, p.Example)
		return
	}
	if r.seen[n.Value] {
		return
	}
	r.seen[n.Value] = true
	r.uses = append(r.uses, use{number: len(r.uses), slot: n.Value, property: p, name: name, offset: n.Location().From})
}

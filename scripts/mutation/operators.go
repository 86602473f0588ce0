package main

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"
)

// Mutation operators.
const (
	boundary   = "boundary"   // < becomes <=
	negation   = "negation"   // == becomes !=, < becomes >=
	arithmetic = "arithmetic" // + becomes -, * becomes /
	constant   = "constant"   // 2 becomes 3 or, in a second mutant, 1
	logic      = "logic"      // && becomes ||
	removal    = "removal"    // an assignment or a call is removed
	jump       = "jump"       // continue becomes break
	zero       = "zero"       // a return returns zero values
)

// swaps contains the replacements of each token.
var swaps = map[token.Token][]struct {
	operator string
	by       token.Token
}{
	token.LSS:        {{boundary, token.LEQ}, {negation, token.GEQ}},
	token.LEQ:        {{boundary, token.LSS}, {negation, token.GTR}},
	token.GTR:        {{boundary, token.GEQ}, {negation, token.LEQ}},
	token.GEQ:        {{boundary, token.GTR}, {negation, token.LSS}},
	token.EQL:        {{negation, token.NEQ}},
	token.NEQ:        {{negation, token.EQL}},
	token.ADD:        {{arithmetic, token.SUB}},
	token.SUB:        {{arithmetic, token.ADD}},
	token.MUL:        {{arithmetic, token.QUO}},
	token.QUO:        {{arithmetic, token.MUL}},
	token.REM:        {{arithmetic, token.MUL}},
	token.ADD_ASSIGN: {{arithmetic, token.SUB_ASSIGN}},
	token.SUB_ASSIGN: {{arithmetic, token.ADD_ASSIGN}},
	token.MUL_ASSIGN: {{arithmetic, token.QUO_ASSIGN}},
	token.QUO_ASSIGN: {{arithmetic, token.MUL_ASSIGN}},
	token.INC:        {{arithmetic, token.DEC}},
	token.DEC:        {{arithmetic, token.INC}},
	token.LAND:       {{logic, token.LOR}},
	token.LOR:        {{logic, token.LAND}},
	token.CONTINUE:   {{jump, token.BREAK}},
	token.BREAK:      {{jump, token.CONTINUE}},
}

// A change is an edit with its operator.
type change struct {
	edit
	operator string
}

// A finder collects the possible changes of a file. They may turn out not to compile.
type finder struct {
	source []byte
	file   *token.File
	found  []change
}

// walk collects the changes below a node of a function with the given results.
func (f *finder) walk(node ast.Node, results *ast.FieldList) {
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Body != nil {
				f.walk(n.Body, n.Type.Results)
			}
			return false
		case *ast.FuncLit:
			f.walk(n.Body, n.Type.Results)
			return false
		case *ast.ImportSpec, *ast.StructType, *ast.InterfaceType:
			return false
		case *ast.BinaryExpr:
			f.swap(n.OpPos, n.Op)
		case *ast.AssignStmt:
			f.swap(n.TokPos, n.Tok)
		case *ast.IncDecStmt:
			f.swap(n.TokPos, n.Tok)
		case *ast.BranchStmt:
			if n.Label == nil {
				f.swap(n.TokPos, n.Tok)
			}
		case *ast.BasicLit:
			f.constants(n)
		case *ast.BlockStmt:
			f.removals(n.List)
		case *ast.CaseClause:
			f.removals(n.Body)
		case *ast.CommClause:
			f.removals(n.Body)
		case *ast.ReturnStmt:
			f.zeros(n, results)
		}
		return true
	})
}

func (f *finder) add(operator string, from, to token.Pos, text string) {
	f.found = append(f.found, change{edit{f.file.Offset(from), f.file.Offset(to), text}, operator})
}

func (f *finder) swap(at token.Pos, tok token.Token) {
	for _, s := range swaps[tok] {
		f.add(s.operator, at, at+token.Pos(len(tok.String())), s.by.String())
	}
}

func (f *finder) constants(n *ast.BasicLit) {
	if n.Kind != token.INT {
		return
	}
	value, err := strconv.ParseInt(n.Value, 0, 64)
	if err != nil {
		return
	}
	f.add(constant, n.Pos(), n.End(), strconv.FormatInt(value+1, 10))
	less := strconv.FormatInt(value-1, 10)
	if value < 1 {
		less = "(" + less + ")"
	}
	f.add(constant, n.Pos(), n.End(), less)
}

func (f *finder) removals(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				continue // the variables that it declares are used
			}
		case *ast.ExprStmt, *ast.IncDecStmt, *ast.DeferStmt:
		default:
			continue
		}
		f.add(removal, s.Pos(), s.End(), "")
	}
}

// zeros changes a return to return the zero value of each result, in a form that works for any type.
func (f *finder) zeros(n *ast.ReturnStmt, results *ast.FieldList) {
	if len(n.Results) == 0 {
		return
	}
	var types, values []string
	for _, field := range results.List {
		for range max(1, len(field.Names)) {
			types = append(types, f.text(field.Type))
			values = append(values, "*new("+f.text(field.Type)+")")
		}
	}
	trivial := true
	for i, r := range n.Results {
		text := f.text(r)
		trivial = trivial && (text == "nil" || text == "false" || text == "0" || text == `""` || i < len(types) && isEmptyStruct(text, types[i]))
	}
	if trivial {
		return
	}
	f.add(zero, n.Results[0].Pos(), n.End(), strings.Join(values, ", "))
}

// isEmptyStruct reports whether an expression is an empty literal of the named type. Named map and slice types count as structs.
func isEmptyStruct(text, name string) bool {
	return text == name+"{}" && !strings.ContainsAny(name, "[]")
}

func (f *finder) text(n ast.Node) string {
	return string(f.source[f.file.Offset(n.Pos()):f.file.Offset(n.End())])
}

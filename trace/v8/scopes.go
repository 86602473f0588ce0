package v8

import (
	"math"

	"memcity/trace/wire/v8"
)

// scopeTable contains the scopes in the source code of scripts, in source order: functions and blocks, which variables of them are in
// contexts, and which variables each uses.
type scopeTable struct {
	list  []codeScope
	names []uint32 // of the variables of all scopes: indices of texts
	uses  []variableUse
	at    map[scopeKey]uint32 // index into list
	users [][]uint32          // by variable: the scopes that use it
}

// scopeKey identifies a scope.
type scopeKey struct {
	script node
	id     int32 // unique within the script
}

// codeScope is a scope in source code.
type codeScope struct {
	scopeKey
	parent      uint32 // index into the list; noScope for none
	depth       uint32
	first, vars uint32 // its variables: a range of [scopeTable.names]
	uses        uint32 // number of its uses
}

const noScope = math.MaxUint32

// variableUse names a variable: the scope in the same script that declares it, and its index in that scope.
type variableUse struct {
	declaring int32
	slot      uint32
}

func (r *reader) readScopes(fields []string) error {
	script, id, depth := v8.Column(fields, "script_node_index"), v8.Column(fields, "scope_id"), v8.Column(fields, "depth")
	vars, uses := v8.Column(fields, "scope_context_vars_count"), v8.Column(fields, "scope_uses_count")
	if min(script, id, depth, vars, uses) < 0 || r.scopes.list != nil {
		return r.Skip()
	}
	return r.SignedRows(len(fields), func(rows []uint64, _ int64) error {
		for ; len(rows) > 0; rows = rows[len(fields):] {
			n := rows[script] / uint64(r.col.nodes)
			if n >= uint64(len(r.kinds)) {
				n = 0
			}
			r.scopes.list = append(r.scopes.list, codeScope{scopeKey: scopeKey{node(n), int32(rows[id])}, parent: noScope,
				depth: limited(rows[depth]), vars: limited(rows[vars]), uses: limited(rows[uses])})
		}
		return nil
	})
}

// limited returns a number, at most the largest of 32 bits.
func limited(v uint64) uint32 { return uint32(min(v, math.MaxUint32)) }

func (r *reader) readVariables(fields []string) error {
	name := v8.Column(fields, "name")
	if name < 0 || r.scopes.names != nil {
		return r.Skip()
	}
	return r.Rows(len(fields), func(rows []uint64, _ int64) error {
		for ; len(rows) > 0; rows = rows[len(fields):] {
			r.scopes.names = append(r.scopes.names, r.textIndex(rows[name]))
		}
		return nil
	})
}

func (r *reader) readUses(fields []string) error {
	declaring, slot := v8.Column(fields, "declaring_scope_id"), v8.Column(fields, "slot_index")
	if min(declaring, slot) < 0 || r.scopes.uses != nil {
		return r.Skip()
	}
	return r.SignedRows(len(fields), func(rows []uint64, _ int64) error {
		for ; len(rows) > 0; rows = rows[len(fields):] {
			r.scopes.uses = append(r.scopes.uses, variableUse{int32(rows[declaring]), limited(rows[slot])})
		}
		return nil
	})
}

// link finds the parent and the variables of each scope, and the scopes that use each variable. Scopes are in source order, each after its
// parent.
func (t *scopeTable) link() {
	t.at = make(map[scopeKey]uint32, len(t.list))
	var outer []uint32 // scopes around the current one
	next := uint64(0)
	for i := range t.list {
		s := &t.list[i]
		if i > 0 && t.list[i-1].script != s.script {
			outer = outer[:0]
		}
		outer = outer[:min(int(s.depth), len(outer))]
		if len(outer) > 0 {
			s.parent = outer[len(outer)-1]
		}
		outer = append(outer, uint32(i))
		s.first = uint32(min(next, uint64(len(t.names))))
		s.vars = min(s.vars, uint32(len(t.names))-s.first)
		next += uint64(s.vars)
		t.at[s.scopeKey] = uint32(i)
	}
	t.users = make([][]uint32, len(t.names))
	uses := t.uses
	for i := range t.list {
		s := &t.list[i]
		own := uses[:min(int(s.uses), len(uses))]
		uses = uses[len(own):]
		for _, use := range own {
			if d, ok := t.at[scopeKey{s.script, use.declaring}]; ok && use.slot < t.list[d].vars {
				v := t.list[d].first + use.slot
				t.users[v] = append(t.users[v], uint32(i))
			}
		}
	}
}

// variable returns the variable of a scope with a name; ok is false if there is none.
func (t *scopeTable) variable(scope, name uint32) (v uint32, ok bool) {
	s := &t.list[scope]
	for v := s.first; v < s.first+s.vars; v++ {
		if t.names[v] == name {
			return v, true
		}
	}
	return 0, false
}

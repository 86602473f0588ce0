package memcity

import (
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// WriteText writes the text form of a table, one line such as
//
//	{"chunk":"objects","head":{"state":0,"first":0,"references":2},"rows":[{"type":0,"extent":0,"references":[4]},{"type":0,"extent":2,"references":[]}]}
//
// Names are the names in [Specs]. Numbers are whole and may be as large as 2⁶⁴-1, which other JSON readers may not expect. Invalid UTF-8 is
// written as U+FFFD, as in a file. The table must match its spec.
func WriteText(w io.Writer, t *Table) error {
	spec := t.Kind.Spec()
	if spec == nil {
		return fmt.Errorf("%s: this version cannot convert it to text", t.Kind)
	}
	e := textEncoder{jsontext.NewEncoder(w), nil}
	e.writeTokens(jsontext.BeginObject, jsontext.String("chunk"), jsontext.String(spec.Name))
	if len(spec.Head) > 0 {
		e.writeTokens(jsontext.String("head"), jsontext.BeginObject)
		for i, f := range spec.Head {
			e.writeTokens(jsontext.String(f.Name), jsontext.Uint(t.Head[i]))
		}
		e.writeTokens(jsontext.EndObject)
	}
	if t.Rows > 0 {
		e.writeTokens(jsontext.String("rows"), jsontext.BeginArray)
		for row := range t.Rows {
			e.row(spec, t, row)
		}
		e.writeTokens(jsontext.EndArray)
	}
	e.writeTokens(jsontext.EndObject)
	return e.err
}

type textEncoder struct {
	*jsontext.Encoder
	err error
}

func (e *textEncoder) writeTokens(tokens ...jsontext.Token) {
	for _, t := range tokens {
		if e.err == nil {
			e.err = e.WriteToken(t)
		}
	}
}

func (e *textEncoder) row(spec *Spec, t *Table, row int) {
	e.writeTokens(jsontext.BeginObject)
	for i := range spec.Rows {
		c, coding := &t.Columns[i], spec.Rows[i].Coding
		if !c.Has() {
			continue
		}
		e.writeTokens(jsontext.String(spec.Rows[i].Name))
		from, to := row, row+1
		if coding.list() {
			e.writeTokens(jsontext.BeginArray)
			from, to = int(c.Start[row]), int(c.Start[row+1])
		}
		for k := from; k < to; k++ {
			if coding.texts() {
				e.writeTokens(jsontext.String(valid(c.Texts[k])))
			} else {
				e.writeTokens(jsontext.Uint(c.Numbers[k]))
			}
		}
		if coding.list() {
			e.writeTokens(jsontext.EndArray)
		}
	}
	e.writeTokens(jsontext.EndObject)
}

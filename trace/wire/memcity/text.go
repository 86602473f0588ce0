package memcity

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"memcity/trace/wire/bounded"
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
		return fmt.Errorf("%s: is not known to this version and has no text form", t.Kind)
	}
	e := textEncoder{jsontext.NewEncoder(w), nil}
	e.token(jsontext.BeginObject, jsontext.String("chunk"), jsontext.String(spec.Name))
	if len(spec.Head) > 0 {
		e.token(jsontext.String("head"), jsontext.BeginObject)
		for i, f := range spec.Head {
			e.token(jsontext.String(f.Name), jsontext.Uint(t.Head[i]))
		}
		e.token(jsontext.EndObject)
	}
	if t.Rows > 0 {
		e.token(jsontext.String("rows"), jsontext.BeginArray)
		for row := range t.Rows {
			e.row(spec, t, row)
		}
		e.token(jsontext.EndArray)
	}
	e.token(jsontext.EndObject)
	return e.err
}

type textEncoder struct {
	*jsontext.Encoder
	err error
}

func (e *textEncoder) token(tokens ...jsontext.Token) {
	for _, t := range tokens {
		if e.err == nil {
			e.err = e.WriteToken(t)
		}
	}
}

func (e *textEncoder) row(spec *Spec, t *Table, row int) {
	e.token(jsontext.BeginObject)
	for i := range spec.Rows {
		c, coding := &t.Columns[i], spec.Rows[i].Coding
		if !c.Has() {
			continue
		}
		e.token(jsontext.String(spec.Rows[i].Name))
		from, to := row, row+1
		if coding.list() {
			e.token(jsontext.BeginArray)
			from, to = int(c.Start[row]), int(c.Start[row+1])
		}
		for k := from; k < to; k++ {
			if coding.texts() {
				e.token(jsontext.String(valid(c.Texts[k])))
			} else {
				e.token(jsontext.Uint(c.Numbers[k]))
			}
		}
		if coding.list() {
			e.token(jsontext.EndArray)
		}
	}
	e.token(jsontext.EndObject)
}

// ParseText reads the text form and calls visit with the table of each chunk, which it does not retain. "chunk" must come first. Other
// members may be missing, which means 0, "" or []. An optional column without values in any row counts as missing. The index is not part of
// the text form, since it follows from the rest. An error names the line, or is an error of visit.
func ParseText(r io.Reader, visit func(*Table) error) error {
	lines := &lineCounter{r: r}
	d := &textDecoder{Decoder: bounded.NewDecoder(lines)}
	for d.PeekKind() != 0 || !d.atEnd() {
		t, err := d.table()
		if err != nil {
			var syntax *jsontext.SyntacticError
			if errors.As(err, &syntax) {
				err = fmt.Errorf("damaged JSON: %w", syntax.Err)
			}
			return fmt.Errorf("line %d: %w", lines.line(d.InputOffset()), err)
		}
		if err := visit(t); err != nil {
			return err
		}
	}
	return nil
}

// atEnd reports whether there is no further value, as opposed to one that cannot be read.
func (d *textDecoder) atEnd() bool {
	_, err := d.ReadToken()
	d.failed = err
	return err == io.EOF
}

type textDecoder struct {
	*jsontext.Decoder
	failed error // error found by atEnd
}

// open reads the start of an object or array.
func (d *textDecoder) open(kind jsontext.Kind, what, form string) error {
	t, err := d.token()
	if err == nil && t.Kind() != kind {
		err = fmt.Errorf("expected %s as an %s", what, form)
	}
	return err
}

func (d *textDecoder) token() (jsontext.Token, error) {
	if d.failed != nil {
		return jsontext.Token{}, d.failed
	}
	t, err := d.ReadToken()
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return t, err
}

// each calls member with the name of each member of an object. member reads the value.
func (d *textDecoder) each(what string, member func(name string) error) error {
	if err := d.open('{', what, "object"); err != nil {
		return err
	}
	for {
		t, err := d.token()
		if err != nil || t.Kind() == '}' {
			return err
		}
		if err := member(t.String()); err != nil {
			return err
		}
	}
}

// list calls element for each element of an array. element reads it.
func (d *textDecoder) list(what string, element func() error) error {
	if err := d.open('[', what, "array"); err != nil {
		return err
	}
	for {
		switch d.PeekKind() {
		case ']':
			_, err := d.token()
			return err
		case 0:
			_, err := d.token()
			if err == nil {
				err = io.ErrUnexpectedEOF
			}
			return err
		}
		if err := element(); err != nil {
			return err
		}
	}
}

func (d *textDecoder) text(what string) (string, error) {
	t, err := d.token()
	if err == nil && t.Kind() != '"' {
		err = fmt.Errorf("%s: expected a string", what)
	}
	if err != nil {
		return "", err
	}
	return t.String(), nil
}

func (d *textDecoder) number(what string) (uint64, error) {
	t, err := d.token()
	if err != nil {
		return 0, err
	}
	if t.Kind() == '0' {
		if v, err := strconv.ParseUint(t.String(), 10, 64); err == nil {
			return v, nil
		}
	}
	return 0, fmt.Errorf("%s: expected a whole number from 0 to 2⁶⁴-1", what)
}

// table reads a chunk.
func (d *textDecoder) table() (*Table, error) {
	var spec *Spec
	var t *Table
	err := d.each("a chunk", func(name string) error {
		switch {
		case name == "chunk" && spec == nil:
			kind, err := d.text("chunk")
			if err != nil {
				return err
			}
			if spec = specNamed[kind]; spec == nil || spec.Kind == Index {
				return fmt.Errorf("chunk %q: there is no such kind in the text form", kind)
			}
			t = NewTable(spec.Kind)
			return nil
		case spec == nil:
			return fmt.Errorf("%s: expected \"chunk\" before it", name)
		case name == "head":
			return d.head(spec, t)
		case name == "rows":
			return d.list("rows", func() error { return d.row(spec, t) })
		}
		return fmt.Errorf("%s: a chunk has chunk, head and rows", name)
	})
	switch {
	case err != nil:
		return nil, err
	case t == nil:
		return nil, fmt.Errorf("a chunk says of which kind it is")
	}
	t.fill(spec)
	return t, t.check(nil)
}

var specNamed = func() map[string]*Spec {
	m := make(map[string]*Spec, len(Specs))
	for i := range Specs {
		m[Specs[i].Name] = &Specs[i]
	}
	return m
}()

func fieldNamed(fields []Field, name string) int {
	for i := range fields {
		if fields[i].Name == name {
			return i
		}
	}
	return -1
}

func (d *textDecoder) head(spec *Spec, t *Table) error {
	return d.each("head", func(name string) (err error) {
		i := fieldNamed(spec.Head, name)
		if i < 0 {
			return fmt.Errorf("%s: the head of %s has no such number", name, spec.Name)
		}
		t.Head[i], err = d.number(name)
		return err
	})
}

func (d *textDecoder) row(spec *Spec, t *Table) error {
	if t.Rows == MaxRows {
		return fmt.Errorf("more than %d rows in a chunk", MaxRows)
	}
	err := d.each("a row", func(name string) error {
		i := fieldNamed(spec.Rows, name)
		if i < 0 {
			return fmt.Errorf("%s: rows of %s have no such column", name, spec.Name)
		}
		c, coding := &t.Columns[i], spec.Rows[i].Coding
		c.pad(coding, t.Rows)
		value := func() error { return d.value(c, coding, name) }
		if !coding.list() {
			return value()
		}
		err := d.list(name, value)
		c.Start = append(c.Start, uint32(len(c.Numbers)+len(c.Texts)))
		return err
	})
	t.Rows++
	return err
}

func (d *textDecoder) value(c *Column, coding Coding, name string) error {
	if len(c.Numbers)+len(c.Texts) >= MaxValues {
		return fmt.Errorf("%s: more than %d values in a column", name, MaxValues)
	}
	if coding.texts() {
		text, err := d.text(name)
		c.Texts = append(c.Texts, text)
		return err
	}
	v, err := d.number(name)
	c.Numbers = append(c.Numbers, v)
	return err
}

// pad gives the column empty values for its first rows where it has none.
func (c *Column) pad(coding Coding, rows int) {
	switch {
	case coding.list():
		if len(c.Start) == 0 {
			c.Start = append(c.Start, 0)
		}
		for len(c.Start) <= rows {
			c.Start = append(c.Start, c.Start[len(c.Start)-1])
		}
	case coding.texts():
		for len(c.Texts) < rows {
			c.Texts = append(c.Texts, "")
		}
	default:
		for len(c.Numbers) < rows {
			c.Numbers = append(c.Numbers, 0)
		}
	}
}

// fill gives all columns values for all rows, except optional columns without values.
func (t *Table) fill(spec *Spec) {
	for i := range t.Columns {
		c, coding := &t.Columns[i], spec.Rows[i].Coding
		if t.Rows > 0 && (c.Has() || !coding.optional()) {
			c.pad(coding, t.Rows)
		}
	}
}

// lineCounter records where lines begin in the data read.
type lineCounter struct {
	r      io.Reader
	offset int64
	ends   []int64
}

func (l *lineCounter) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	for i, b := range p[:n] {
		if b == '\n' {
			l.ends = append(l.ends, l.offset+int64(i))
		}
	}
	l.offset += int64(n)
	return n, err
}

// line returns the 1-based number of the line that contains the offset.
func (l *lineCounter) line(offset int64) int {
	n := 1
	for n <= len(l.ends) && l.ends[n-1] < offset {
		n++
	}
	return n
}

package hostile

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"memcity/trace/tracetest/tabletext"
	"memcity/trace/wire/memcity"
)

// Trace returns a Memory City trace with valid checksums. Only the contents of its tables are changed.
func Trace(bytes []byte) []byte {
	s := script(bytes)
	t := traced{&s, slices.Clone(sampleTables())}
	for edits := s.next(40); edits > 0 && s.more() && len(t.tables) > 0; edits-- {
		t.edit()
	}
	return s.finish(writeTrace(t.tables))
}

// SoundTrace returns the sample that Trace changes: two heap states and events between them.
func SoundTrace() []byte { return writeTrace(sampleTables()) }

// sampleText contains all kinds of chunks.
const sampleText = `{"chunk":"info","rows":[{"name":"program","text":"shop"},{"name":"mode","text":"sampled"},{"name":"interval","text":"524288"},
{"name":"knows","text":"objects references roots sites threads identity times spaces ages deaths allocations uses"},{"name":"space","text":"eden"},{"name":"space","text":"old"}]}
{"chunk":"types","rows":[{"number":0,"name":"java.lang.Object","base":16},{"number":1,"name":"app.Entry","super":1,"base":24,"fields":["name","next"]},
{"number":2,"name":"app.Entry[]","kind":1,"super":1,"base":16,"element":4},{"number":3,"name":"java.lang.Class","kind":3,"super":1},
{"number":4,"name":"byte[]","kind":2,"super":1,"base":16,"element":1},{"number":5,"name":"app.Cache","super":1,"base":16,"statics":["entries"]}]}
{"chunk":"frames","rows":[{"number":0,"class":"app.Main","method":"run","file":"Main.java","line":12},{"number":1,"class":"app.Main","method":"main","file":"Main.java","line":3}]}
{"chunk":"sites","rows":[{"number":0,"frame":1},{"number":1,"caller":1,"frame":0}]}
{"chunk":"threads","rows":[{"number":0,"name":"main"}]}
{"chunk":"state","head":{"number":0,"time":1000000,"gc":1,"align":8,"objects":6,"bytes":240,"pause":900}}
{"chunk":"objects","head":{"state":0},"rows":[{"type":3,"extent":96,"identity":1,"birth":1,"references":[4]},
{"type":2,"extent":4,"identity":2,"birth":1,"references":[4,6]},
{"type":1,"identity":10,"birth":1,"site":2,"thread":1,"space":1,"references":[6,4]},
{"type":1,"identity":11,"birth":2,"site":1,"thread":1,"space":2,"references":[6,0]},
{"type":4,"extent":12,"identity":100,"birth":1,"site":1,"thread":1,"references":[]},
{"type":4,"extent":12,"identity":101,"birth":2,"site":1,"thread":1,"references":[]}]}
{"chunk":"classes","head":{"state":0},"rows":[{"type":5,"object":1}]}
{"chunk":"stacks","head":{"state":0},"rows":[{"thread":1,"name":"main","frames":["app.Main.run(Main.java:12)","app.Main.main(Main.java:3)"]}]}
{"chunk":"roots","head":{"state":0},"rows":[{"kind":7,"object":0,"detail":"app.Cache"},{"kind":2,"object":2,"stack":1,"frame":1},{"kind":6,"object":3}]}
{"chunk":"state end","head":{"state":0}}
{"chunk":"gcs","rows":[{"number":1,"start":900000,"end":950000,"pause":50000,"cause":"Allocation Failure","kind":"minor","before":9000,"after":4000,"capacity":20000},
{"number":2,"start":1500000,"end":1600000,"pause":2000,"cause":"System.gc()","kind":"major","before":9500,"after":5000,"capacity":20000,"concurrent":1}]}
{"chunk":"allocations","head":{"after":1,"until":2,"estimated":1},"rows":[{"type":1,"site":2,"thread":1,"objects":7,"bytes":168},{"type":4,"objects":9,"bytes":288}]}
{"chunk":"deaths","head":{"gc":2},"rows":[{"identity":5,"type":1,"bytes":24,"site":1,"thread":1,"birth":1}]}
{"chunk":"use texts","rows":[{"number":1,"text":"java.util.ArrayList"},{"number":2,"text":"app.Main.run(Main.java:12)"},{"number":3,"text":"app.Entry"}]}
{"chunk":"uses","head":{"aggregated":1},"rows":[{"kind":2,"collection":1,"site":2,"type":1,"time":1000},{"kind":3,"collection":1,"element":1,"size":1,"site":2,"type":3,"time":2000},
{"kind":4,"collection":1,"element":1,"size":1,"site":2,"time":3000,"count":4},{"kind":14,"collection":1,"element":2,"time":3000},{"kind":9,"time":900000},{"kind":13,"time":2000000}]}
{"chunk":"state","head":{"number":1,"time":2000000,"gc":2,"align":8,"objects":8,"bytes":300,"pause":900}}
{"chunk":"objects","head":{"state":1},"rows":[{"type":3,"extent":96,"identity":1,"birth":1,"references":[4]},
{"type":2,"extent":5,"identity":2,"birth":1,"references":[4,6,8]},
{"type":1,"identity":10,"birth":1,"site":2,"thread":1,"space":1,"references":[8,4]},
{"type":1,"identity":11,"birth":2,"site":1,"thread":1,"space":2,"references":[8,4]},
{"type":1,"identity":12,"birth":3,"site":2,"thread":1,"space":1,"references":[8,0]},
{"type":4,"extent":12,"identity":100,"birth":1,"site":1,"thread":1,"references":[]},
{"type":4,"extent":12,"identity":101,"birth":2,"site":1,"thread":1,"references":[]},
{"type":4,"extent":12,"identity":102,"birth":3,"site":1,"thread":1,"references":[]}]}
{"chunk":"classes","head":{"state":1},"rows":[{"type":5,"object":1}]}
{"chunk":"stacks","head":{"state":1},"rows":[{"thread":1,"name":"main","frames":["app.Main.run(Main.java:12)","app.Main.main(Main.java:3)"]}]}
{"chunk":"roots","head":{"state":1},"rows":[{"kind":7,"object":0,"detail":"app.Cache"},{"kind":2,"object":2,"stack":1,"frame":1},{"kind":6,"object":3}]}
{"chunk":"state end","head":{"state":1}}
{"chunk":"marks","rows":[{"time":1200000,"text":"load begins"}]}
{"chunk":"notes","rows":[{"key":"Heap#app","text":"look here","color":"#ff0000"}]}
{"chunk":"told","rows":[{"time":1300000,"text":"5 samples were dropped"}]}
`

var sampleTables = sync.OnceValue(func() []*memcity.Table {
	var all []*memcity.Table
	if err := tabletext.Parse(strings.NewReader(sampleText), func(t *memcity.Table) error {
		all = append(all, copied(t))
		return nil
	}); err != nil {
		panic(err)
	}
	return all
})

// copied returns a deep copy of t.
func copied(t *memcity.Table) *memcity.Table {
	c := &memcity.Table{Kind: t.Kind, Rows: t.Rows, Head: slices.Clone(t.Head), Columns: slices.Clone(t.Columns)}
	for i := range c.Columns {
		column := &c.Columns[i]
		column.Numbers, column.Texts, column.Start = slices.Clone(column.Numbers), slices.Clone(column.Texts), slices.Clone(column.Start)
	}
	return c
}

// writeTrace writes the valid tables.
func writeTrace(tables []*memcity.Table) []byte {
	var out bytes.Buffer
	w, err := memcity.NewWriter(&out)
	if err != nil {
		panic(err)
	}
	for _, t := range tables {
		_ = w.Write(t) // an invalid table is left out
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// traced contains the tables of a trace. Tables of the sample are shared and must be copied before a change.
type traced struct {
	*script
	tables []*memcity.Table
}

// edit makes one change.
func (t *traced) edit() {
	at := t.next(len(t.tables))
	switch t.next(12) {
	case 0:
		t.tables = slices.Delete(t.tables, at, at+1)
	case 1:
		t.tables = slices.Insert(t.tables, t.next(len(t.tables)), t.tables[at])
	case 2:
		other := t.next(len(t.tables))
		t.tables[at], t.tables[other] = t.tables[other], t.tables[at]
	case 3, 4:
		if table := t.own(at); len(table.Head) > 0 {
			table.Head[t.next(len(table.Head))] = t.number()
		}
	case 5:
		t.rows(t.own(at))
	case 6:
		table := t.own(at)
		if len(table.Columns) > 0 {
			table.Columns[t.next(len(table.Columns))] = memcity.Column{} // which is valid for optional columns
		}
	default:
		t.cell(t.own(at))
	}
}

// own replaces a table by a copy, which may be changed, and returns the copy.
func (t *traced) own(at int) *memcity.Table {
	t.tables[at] = copied(t.tables[at])
	return t.tables[at]
}

// number returns a small or an extreme number.
func (t *traced) number() uint64 {
	if t.next(2) == 0 {
		return uint64(t.next(16))
	}
	return t.extreme()
}

// cell changes a value.
func (t *traced) cell(table *memcity.Table) {
	if len(table.Columns) == 0 {
		return
	}
	c := &table.Columns[t.next(len(table.Columns))]
	switch {
	case len(c.Numbers) > 0:
		c.Numbers[t.next(len(c.Numbers))] = t.number()
	case len(c.Texts) > 0:
		c.Texts[t.next(len(c.Texts))] = strings.ReplaceAll(t.name(), "/", ".")
	}
}

// rows repeats the last row or removes it.
func (t *traced) rows(table *memcity.Table) {
	if table.Rows == 0 {
		return
	}
	more := t.next(40) - 1
	for i := range table.Columns {
		if c := &table.Columns[i]; c.Has() {
			c.Numbers, c.Texts, c.Start = repeated(c.Numbers, c.Start, table.Rows, more), repeated(c.Texts, c.Start, table.Rows, more), starts(c.Start, more)
		}
	}
	table.Rows += more
}

// repeated returns the values of a column with its last row repeated more times, or without the last row if more is -1.
func repeated[T any](values []T, start []uint32, rows, more int) []T {
	if len(values) == 0 {
		return values
	}
	from := rows - 1
	if len(start) > 0 {
		from = int(start[rows-1])
	}
	if more < 0 {
		return values[:from]
	}
	last := values[from:]
	for range more {
		values = append(values, last...)
	}
	return values
}

func starts(start []uint32, more int) []uint32 {
	n := len(start)
	switch {
	case n < 2:
		return start
	case more < 0:
		return start[:n-1]
	}
	step := start[n-1] - start[n-2]
	for range more {
		start = append(start, start[len(start)-1]+step)
	}
	return start
}

package memcity

import (
	"fmt"
	"testing"

	"memcity/trace/tracetest/golden"
	"memcity/trace/tracetest/testrun"
)

// TestDamagedFile records the content and faults of a file that ends early or has a wrong byte.
func TestDamagedFile(t *testing.T) {
	var tables []*Table
	for i, rows := range []int{0, 1, 3} {
		table := NewTable(Specs[i].Kind)
		table.Rows = rows
		if len(Specs[i].Rows) == 0 {
			table.Rows = 0
		}
		for k := range table.Head {
			table.Head[k] = uint64(100*i + k)
		}
		for k, f := range Specs[i].Rows {
			c := &table.Columns[k]
			for r := range table.Rows {
				if f.Coding.list() && len(c.Start) == 0 {
					c.Start = []uint32{0}
				}
				if f.Coding.list() {
					c.Start = append(c.Start, uint32(r+1))
				}
				if f.Coding.texts() {
					c.Texts = append(c.Texts, fmt.Sprint("text ", r))
				} else {
					c.Numbers = append(c.Numbers, uint64(1000*r))
				}
			}
		}
		tables = append(tables, table)
	}
	golden.File(t, "damage.txt", testrun.DamageTable(fileOf(t, tables...), func(data []byte) string {
		s := scan(data, 0)
		text := fmt.Sprintf("%+v next %d complete %v %+v %v;", s.entries, s.next, s.complete, s.faults, s.err)
		fault, cut := Cut(int64(len(data)), s.next, s.complete)
		text += fmt.Sprintf(" cut %v %+v;", cut, fault)
		for _, table := range s.tables(t, data) {
			if table == nil {
				text += " unreadable;"
			} else {
				text += fmt.Sprintf(" %+v;", *table)
			}
		}
		return text
	}, testrun.Cut, testrun.Flip(1), testrun.Set(0xFF)))
}

package otlp

import (
	"errors"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"
)

// numbersOf are the numbers of fields that differ between versions; 0 for none.
type numbersOf struct {
	indices, time, periodType, period protowire.Number // of a profile
	values                            protowire.Number // of a sample
	tables                            tableNumbers     // in a profile, or in the outermost message
}

// tableNumbers are the numbers of fields with tables.
type tableNumbers struct{ mappings, locations, functions, strings, attributes, stacks protowire.Number }

// Versions of the format.
var (
	embedded = &numbersOf{indices: 5, time: 11, periodType: 13, period: 14, values: 3,
		tables: tableNumbers{mappings: 3, locations: 4, functions: 6, strings: 10, attributes: 7}}
	outside = &numbersOf{indices: 3, time: 4, periodType: 6, period: 7, values: 3,
		tables: tableNumbers{mappings: 2, locations: 3, functions: 4, strings: 6, attributes: 7}}
	ranges = &numbersOf{indices: 3, time: 4, periodType: 6, period: 7, values: 3}
	stacks = &numbersOf{time: 3, periodType: 5, period: 6, values: 4}
	early  = &numbersOf{time: 3, periodType: 5, period: 6, values: 2} // stacks of 2025
)

// dictionary are the fields of the message ProfilesDictionary.
var dictionary = tableNumbers{mappings: 1, locations: 2, functions: 3, strings: 5, attributes: 6, stacks: 7}

// Decode decodes protobuf.
func Decode(data []byte) (*File, error) {
	d := &decoder{data: data}
	version := versionOf(data)
	if version == nil {
		if d.message(data, func(field) {}); d.err != nil {
			return nil, d.err
		}
		return nil, errors.New("expected profiles of OpenTelemetry (OTLP), of version 1.4 or later, with their tables")
	}
	f := &File{}
	d.message(data, func(top field) {
		switch {
		case top.number == 1:
			f.Resources = append(f.Resources, d.resource(top.bytes, version))
		case version == outside:
			d.table(&f.Tables, top, version.tables, version)
		case top.number == 2:
			d.message(top.bytes, func(t field) { d.table(&f.Tables, t, dictionary, version) })
		}
	})
	if d.err != nil {
		return nil, d.err
	}
	return f, nil
}

func (d *decoder) resource(data []byte, v *numbersOf) (r Resource) {
	d.message(data, func(f field) {
		switch f.number {
		case 1:
			d.message(f.bytes, func(f field) {
				if f.number == 1 {
					r.Attributes = append(r.Attributes, d.attribute(f.bytes, false))
				}
			})
		case 2: // of a scope
			d.message(f.bytes, func(f field) {
				if f.number == 2 {
					r.Profiles = append(r.Profiles, d.profile(f.bytes, v))
				}
			})
		}
	})
	return r
}

func (d *decoder) profile(data []byte, v *numbersOf) (p Profile) {
	p.HasStacks = v.indices == 0
	if v == embedded {
		p.Tables = &Tables{}
	}
	d.message(data, func(f field) {
		switch f.number {
		case 1:
			p.Types = append(p.Types, d.valueType(f.bytes))
		case 2:
			p.Samples = append(p.Samples, d.sample(f.bytes, v))
		case v.indices:
			p.Indices = numbers(d, p.Indices, f)
		case v.time:
			p.Time = int64(f.value)
		case v.periodType:
			p.PeriodType = d.valueType(f.bytes)
		case v.period:
			p.Period = int64(f.value)
		default:
			if p.Tables != nil {
				d.table(p.Tables, f, v.tables, v)
			}
		}
	})
	return p
}

func (d *decoder) sample(data []byte, v *numbersOf) (s Sample) {
	d.message(data, func(f field) {
		switch {
		case f.number == v.values:
			s.Values = numbers(d, s.Values, f)
		case v.indices == 0 && f.number == 1:
			s.Stack = int32(f.value)
		case f.number == 1:
			s.Start = int32(f.value)
		case v.indices != 0 && f.number == 2:
			s.Length = int32(f.value)
		}
	})
	return s
}

func (d *decoder) valueType(data []byte) (t ValueType) {
	d.message(data, func(f field) {
		switch f.number {
		case 1:
			t.Type = int32(f.value)
		case 2:
			t.Unit = int32(f.value)
		}
	})
	return t
}

// table adds a row of a table.
func (d *decoder) table(t *Tables, f field, at tableNumbers, v *numbersOf) {
	if f.wire != protowire.BytesType {
		return
	}
	switch f.number {
	case at.mappings:
		t.Mappings = append(t.Mappings, d.mapping(f.bytes))
	case at.locations:
		t.Locations = append(t.Locations, d.location(f.bytes, v))
	case at.functions:
		t.Functions = append(t.Functions, d.function(f.bytes))
	case at.strings:
		t.Strings = append(t.Strings, d.text(f))
	case at.attributes:
		t.Attributes = append(t.Attributes, d.attribute(f.bytes, v.indices == 0))
	case at.stacks:
		if v.indices != 0 { // units of attributes
			return
		}
		var stack []int32
		d.message(f.bytes, func(f field) {
			if f.number == 1 {
				stack = numbers(d, stack, f)
			}
		})
		t.Stacks = append(t.Stacks, stack)
	}
}

func (d *decoder) mapping(data []byte) (m Mapping) {
	d.message(data, func(f field) {
		switch f.number {
		case 1:
			m.Start = f.value
		case 2:
			m.Limit = f.value
		case 3:
			m.Offset = f.value
		case 4:
			m.File = int32(f.value)
		case 5:
			m.Attributes = numbers(d, m.Attributes, f)
		}
	})
	return m
}

func (d *decoder) location(data []byte, v *numbersOf) (l Location) {
	if v.indices != 0 {
		l.Mapping = -1
	}
	d.message(data, func(f field) {
		switch f.number {
		case 1:
			l.Mapping = int32(f.value)
		case 2:
			l.Address = f.value
		case 3:
			var line Line
			d.message(f.bytes, func(f field) {
				switch f.number {
				case 1:
					line.Function = int32(f.value)
				case 2:
					line.Line = int64(f.value)
				}
			})
			l.Lines = append(l.Lines, line)
		}
	})
	return l
}

func (d *decoder) function(data []byte) (fn Function) {
	d.message(data, func(f field) {
		switch f.number {
		case 1:
			fn.Name = int32(f.value)
		case 2:
			fn.SystemName = int32(f.value)
		case 3:
			fn.File = int32(f.value)
		}
	})
	return fn
}

// attribute decodes an attribute. If isIndexed is true, its first field is the index of the key.
func (d *decoder) attribute(data []byte, isIndexed bool) (a Attribute) {
	d.message(data, func(f field) {
		switch {
		case f.number == 1 && isIndexed:
			a.KeyIndex = int32(f.value)
		case f.number == 1:
			a.Key = d.text(f)
		case f.number == 2:
			d.message(f.bytes, func(f field) {
				switch f.number {
				case 1:
					a.Value = d.text(f)
				case 3:
					a.Value = strconv.FormatInt(int64(f.value), 10)
				case 8:
					a.ValueIndex = int32(f.value)
				}
			})
		case f.number == 3 && !isIndexed:
			a.KeyIndex = int32(f.value)
		}
	})
	return a
}

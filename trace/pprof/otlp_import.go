package pprof

import (
	"fmt"
	"slices"

	"github.com/google/pprof/profile"

	"memcity/trace/wire/otlp"
)

// importer converts profiles of OpenTelemetry with the same tables to a profile of pprof.
type importer struct {
	to     *profile.Profile
	tables *otlp.Tables

	known     map[int32]*profile.Location
	mappings  map[int32]*profile.Mapping
	functions *functions
	err       error // the first
}

func newImporter(to *profile.Profile, tables *otlp.Tables) *importer {
	return &importer{to: to, tables: tables, known: map[int32]*profile.Location{}, mappings: map[int32]*profile.Mapping{}, functions: functionsOf(to)}
}

// add adds the samples of a profile. Values of types that the profile lacks are 0.
func (c *importer) add(from *otlp.Profile) error {
	var columns []int
	for _, t := range from.Types {
		columns = append(columns, c.column(c.text(t.Type), c.text(t.Unit)))
	}
	if unit := c.text(from.PeriodType.Unit); from.Period > 0 && unit != "" {
		c.to.PeriodType, c.to.Period = &profile.ValueType{Type: c.text(from.PeriodType.Type), Unit: unit}, from.Period
		if unit == "bytes" {
			c.to.PeriodType.Type = "space"
		}
	}
	for i := range from.Samples {
		s := &from.Samples[i]
		values := make([]int64, len(c.to.SampleType))
		for n, v := range s.Values {
			switch {
			case from.HasStacks && len(columns) > 0: // values at several times
				values[columns[0]] += v
			case n < len(columns):
				values[columns[n]] = v
			}
		}
		sample := &profile.Sample{Value: values}
		for _, l := range c.stack(from, s) {
			sample.Location = append(sample.Location, c.location(l))
		}
		c.to.Sample = append(c.to.Sample, sample)
	}
	return c.err
}

// column returns the index of a type of values. It adds the type, and the values of the earlier samples, if it is new.
func (c *importer) column(name, unit string) int {
	if i := slices.IndexFunc(c.to.SampleType, func(t *profile.ValueType) bool { return t.Type == name }); i >= 0 {
		return i
	}
	c.to.SampleType = append(c.to.SampleType, &profile.ValueType{Type: name, Unit: unit})
	for _, s := range c.to.Sample {
		s.Value = append(s.Value, 0)
	}
	return len(c.to.SampleType) - 1
}

// fail keeps an error about an index.
func (c *importer) fail(what string, index int32, n int) {
	if c.err == nil {
		c.err = fmt.Errorf("%s %d: the table has %d", what, index, n)
	}
}

func (c *importer) text(index int32) string {
	if index < 0 || int(index) >= len(c.tables.Strings) {
		if index != 0 {
			c.fail("string", index, len(c.tables.Strings))
		}
		return ""
	}
	return c.tables.Strings[index]
}

// stack returns the indices of the locations of a sample.
func (c *importer) stack(from *otlp.Profile, s *otlp.Sample) []int32 {
	if from.HasStacks {
		if s.Stack < 0 || int(s.Stack) >= len(c.tables.Stacks) {
			c.fail("stack", s.Stack, len(c.tables.Stacks))
			return nil
		}
		return c.tables.Stacks[s.Stack]
	}
	if s.Start < 0 || s.Length < 0 || int64(s.Start)+int64(s.Length) > int64(len(from.Indices)) {
		c.fail("index of a location", s.Start, len(from.Indices))
		return nil
	}
	return from.Indices[s.Start : s.Start+s.Length]
}

func (c *importer) location(index int32) *profile.Location {
	if l := c.known[index]; l != nil {
		return l
	}
	l := &profile.Location{ID: uint64(len(c.to.Location) + 1)}
	c.to.Location = append(c.to.Location, l)
	c.known[index] = l
	if index < 0 || int(index) >= len(c.tables.Locations) {
		c.fail("location", index, len(c.tables.Locations))
		return l
	}
	from := &c.tables.Locations[index]
	l.Address, l.Mapping = from.Address, c.mapping(from.Mapping)
	for _, line := range from.Lines {
		if line.Function < 0 || int(line.Function) >= len(c.tables.Functions) {
			c.fail("function", line.Function, len(c.tables.Functions))
			continue
		}
		f := c.tables.Functions[line.Function]
		name := c.text(f.Name)
		if name == "" {
			name = c.text(f.SystemName)
		}
		l.Line = append(l.Line, profile.Line{Function: c.functions.named(name, c.text(f.File)), Line: line.Line})
	}
	return l
}

// gnuBuildID is the attribute with the build ID of a file in hexadecimal.
const gnuBuildID = "process.executable.build_id.gnu"

// mapping returns a mapping; nil for none, as the first one of a table can be empty.
func (c *importer) mapping(index int32) *profile.Mapping {
	if index < 0 || len(c.tables.Mappings) == 0 {
		return nil
	}
	if m, ok := c.mappings[index]; ok {
		return m
	}
	if int(index) >= len(c.tables.Mappings) {
		c.fail("mapping", index, len(c.tables.Mappings))
		return nil
	}
	from := &c.tables.Mappings[index]
	file := c.text(from.File)
	if file == "" && from.Limit == 0 {
		c.mappings[index] = nil
		return nil
	}
	m := &profile.Mapping{ID: uint64(len(c.to.Mapping) + 1), Start: from.Start, Limit: from.Limit, Offset: from.Offset, File: file}
	for _, i := range from.Attributes {
		if i < 0 || int(i) >= len(c.tables.Attributes) {
			continue
		}
		if name, value := c.attribute(&c.tables.Attributes[i]); name == gnuBuildID {
			m.BuildID = value
		}
	}
	c.to.Mapping, c.mappings[index] = append(c.to.Mapping, m), m
	return m
}

// attribute returns the name and the value of an attribute.
func (c *importer) attribute(a *otlp.Attribute) (name, value string) {
	name, value = a.Key, a.Value
	if name == "" {
		name = c.text(a.KeyIndex)
	}
	if value == "" {
		value = c.text(a.ValueIndex)
	}
	return name, value
}

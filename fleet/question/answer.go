package question

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Summary describes the data behind the answers.
type Summary struct {
	Recordings     int `json:"recordings"`
	Pods           int `json:"pods"` // number of pods by version: a pod with two versions counts twice
	Services       int `json:"services"`
	JudgedPods     int `json:"judged_pods"`   // pods whose recordings can show a leak
	Joined         int `json:"joined"`        // recordings without growth of their own that are part of a series
	SinglePoints   int `json:"single_points"` // recordings with one GC point that are part of no series
	Unjudged       int `json:"unjudged"`      // other recordings of pods whose recordings cannot show a leak
	WithoutService int `json:"without_service"`
	WithoutVersion int `json:"without_version"`
	WithoutClock   int `json:"without_clock"` // recordings with an unknown start
	Schema         int `json:"schema"`
}

// Row is a row of an answer: values by column, nil for unknown.
type Row struct {
	columns []Column
	values  map[string]any
}

// Text returns a text; empty if unknown.
func (r Row) Text(name string) string {
	text, _ := r.values[name].(string)
	return text
}

// List splits a text at commas and trims the parts. It skips empty parts.
func List(text string) (parts []string) {
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

// Number returns a number. known is false if it is unknown.
func (r Row) Number(name string) (v float64, known bool) {
	n, ok := r.values[name].(json.Number)
	if !ok {
		return 0, false
	}
	v, err := n.Float64()
	return v, err == nil
}

// Whole returns an integer; 0 if unknown.
func (r Row) Whole(name string) int64 {
	n, _ := r.values[name].(json.Number)
	v, _ := n.Int64()
	return v
}

// Truth reports whether a value is true.
func (r Row) Truth(name string) bool {
	v, _ := r.values[name].(bool)
	return v
}

// Cells returns the values as text, in the order of the columns; empty for unknown.
func (r Row) Cells() []string {
	cells := make([]string, len(r.columns))
	for i, c := range r.columns {
		switch v := r.values[c.Name].(type) {
		case string:
			cells[i] = v
		case bool:
			cells[i] = strconv.FormatBool(v)
		case json.Number:
			cells[i] = v.String()
		}
	}
	return cells
}

// MarshalJSON encodes the values in the order of the columns.
func (r Row) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	for i, c := range r.columns {
		value, err := json.Marshal(r.values[c.Name])
		if err != nil {
			return nil, err
		}
		out.WriteByte("{,"[min(i, 1)])
		fmt.Fprintf(&out, "%q:%s", c.Name, value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// Answers contains the answers for a fleet.
type Answers struct {
	Summary Summary
	Rows    map[string][]Row // by question
}

// parse parses the output of the engine: an array of objects for the summary, then one for each question.
func parse(in io.Reader, questions []Question) (*Answers, error) {
	d := json.NewDecoder(in)
	d.UseNumber()
	d.DisallowUnknownFields()
	out := &Answers{Rows: map[string][]Row{}}
	var summary []Summary
	if err := d.Decode(&summary); err != nil || len(summary) != 1 {
		return nil, errors.Join(errors.New("its summary cannot be read"), err)
	}
	out.Summary = summary[0]
	for _, q := range questions {
		var rows []map[string]any
		if err := d.Decode(&rows); err != nil {
			return nil, fmt.Errorf("cannot read its response to %s: %w", q.Name, err)
		}
		out.Rows[q.Name] = []Row{}
		for _, values := range rows {
			row := Row{q.Columns, values}
			if err := row.check(); err != nil {
				return nil, fmt.Errorf("its response to %s: %w", q.Name, err)
			}
			out.Rows[q.Name] = append(out.Rows[q.Name], row)
		}
	}
	return out, nil
}

// check returns an error if a value does not have the kind of its column.
func (r Row) check() error {
	if len(r.values) != len(r.columns) {
		return fmt.Errorf("it has %d columns; expected %d", len(r.values), len(r.columns))
	}
	for _, c := range r.columns {
		v, has := r.values[c.Name]
		good := has && v == nil
		switch n := v.(type) {
		case string:
			good = c.Kind == Text
		case bool:
			good = c.Kind == Truth
		case json.Number:
			_, err := n.Int64()
			good = c.Kind == Number || c.Kind == Whole && err == nil
		}
		if !good {
			return fmt.Errorf("column %s: %v has the wrong type", c.Name, v)
		}
	}
	return nil
}

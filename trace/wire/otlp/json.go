package otlp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// The types below are the JSON of all versions. Members that a version does not have are absent.
type (
	jsonFile struct {
		Resources  []jsonResource `json:"resourceProfiles"`
		Dictionary *jsonTables    `json:"dictionary"`
		jsonTables
	}
	jsonResource struct {
		Resource struct {
			Attributes []jsonAttribute `json:"attributes"`
		} `json:"resource"`
		Scopes []struct {
			Profiles []jsonProfile `json:"profiles"`
		} `json:"scopeProfiles"`
	}
	jsonAttribute struct {
		Key      string `json:"key"`
		KeyIndex number `json:"keyStrindex"`
		Value    struct {
			Text    string  `json:"stringValue"`
			Index   number  `json:"stringValueStrindex"`
			Integer *number `json:"intValue"`
		} `json:"value"`
	}
	jsonTables struct {
		Mappings []struct {
			Start      number   `json:"memoryStart"`
			Limit      number   `json:"memoryLimit"`
			Offset     number   `json:"fileOffset"`
			File       number   `json:"filenameStrindex"`
			Attributes []number `json:"attributeIndices"`
		} `json:"mappingTable"`
		Locations []struct {
			Mapping *number    `json:"mappingIndex"`
			Address number     `json:"address"`
			Lines   []jsonLine `json:"lines"`
			Line    []jsonLine `json:"line"`
		} `json:"locationTable"`
		Functions []struct {
			Name       number `json:"nameStrindex"`
			SystemName number `json:"systemNameStrindex"`
			File       number `json:"filenameStrindex"`
		} `json:"functionTable"`
		Strings    []string        `json:"stringTable"`
		Attributes []jsonAttribute `json:"attributeTable"`
		Stacks     []struct {
			Locations []number `json:"locationIndices"`
		} `json:"stackTable"`
	}
	jsonLine struct {
		Function number `json:"functionIndex"`
		Line     number `json:"line"`
	}
	jsonType struct {
		Type number `json:"typeStrindex"`
		Unit number `json:"unitStrindex"`
	}
	jsonProfile struct {
		Types      jsonTypes    `json:"sampleType"`
		Samples    []jsonSample `json:"samples"`
		Sample     []jsonSample `json:"sample"`
		TimeUnix   number       `json:"timeUnixNano"`
		Time       number       `json:"timeNanos"`
		PeriodType jsonType     `json:"periodType"`
		Period     number       `json:"period"`
		Indices    []number     `json:"locationIndices"`
		jsonTables
	}
	jsonSample struct {
		Stack  *number  `json:"stackIndex"`
		Start  *number  `json:"locationsStartIndex"`
		Length number   `json:"locationsLength"`
		Values []number `json:"values"`
		Value  []number `json:"value"`
	}
)

// number is an integer, which may be a JSON string.
type number int64

// UnmarshalJSON reads a number or a string with a number.
func (n *number) UnmarshalJSON(data []byte) error {
	text := string(bytes.Trim(data, `"`))
	if text == "null" {
		return nil
	}
	if i, err := strconv.ParseInt(text, 10, 64); err == nil {
		*n = number(i)
		return nil
	}
	u, err := strconv.ParseUint(text, 10, 64) // an address
	if err != nil {
		return fmt.Errorf("expected an integer, not %.40s", data)
	}
	*n = number(u)
	return nil
}

// index returns n as an index; -1 if it is none.
func (n number) index() int32 {
	if int64(int32(n)) != int64(n) {
		return -1
	}
	return int32(n)
}

// jsonTypes is one type or a list of types.
type jsonTypes []jsonType

// UnmarshalJSON reads an object or a list.
func (t *jsonTypes) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '[' {
		return json.Unmarshal(data, (*[]jsonType)(t))
	}
	*t = make(jsonTypes, 1)
	return json.Unmarshal(data, &(*t)[0])
}

// DecodeJSON decodes JSON. A file of the collector has a document in each line.
func DecodeJSON(data []byte) ([]*File, error) {
	var files []*File
	for d := json.NewDecoder(bytes.NewReader(data)); ; {
		var j jsonFile
		err := d.Decode(&j)
		var syntax *json.SyntaxError
		switch {
		case err == io.EOF && len(files) > 0:
			return files, nil
		case errors.Is(err, io.ErrUnexpectedEOF) || err == io.EOF:
			return nil, fmt.Errorf("the file ends after %d bytes, in a JSON value; the copy or download may be incomplete", len(data))
		case errors.As(err, &syntax):
			return nil, fmt.Errorf("byte %d: expected JSON: %w", d.InputOffset(), err)
		case err != nil:
			return nil, fmt.Errorf("byte %d: %w", d.InputOffset(), err)
		}
		f := j.file()
		if len(f.Resources) == 0 {
			return nil, errors.New("expected a member resourceProfiles")
		}
		files = append(files, f)
	}
}

func (j *jsonFile) file() *File {
	f := &File{}
	if j.Dictionary != nil {
		f.Tables = j.Dictionary.tables()
	} else {
		f.Tables = j.jsonTables.tables()
	}
	for _, r := range j.Resources {
		out := Resource{}
		for _, a := range r.Resource.Attributes {
			out.Attributes = append(out.Attributes, a.attribute())
		}
		for _, s := range r.Scopes {
			for i := range s.Profiles {
				out.Profiles = append(out.Profiles, s.Profiles[i].profile())
			}
		}
		f.Resources = append(f.Resources, out)
	}
	return f
}

func (a *jsonAttribute) attribute() Attribute {
	out := Attribute{a.Key, a.Value.Text, a.KeyIndex.index(), a.Value.Index.index()}
	if a.Value.Integer != nil {
		out.Value = strconv.FormatInt(int64(*a.Value.Integer), 10)
	}
	return out
}

func indices(list []number) (out []int32) {
	for _, n := range list {
		out = append(out, n.index())
	}
	return out
}

func (j *jsonTables) tables() (t Tables) {
	for _, m := range j.Mappings {
		t.Mappings = append(t.Mappings, Mapping{uint64(m.Start), uint64(m.Limit), uint64(m.Offset), m.File.index(), indices(m.Attributes)})
	}
	for _, l := range j.Locations {
		out := Location{Mapping: -1, Address: uint64(l.Address)}
		if l.Mapping != nil {
			out.Mapping = l.Mapping.index()
		}
		for _, line := range append(l.Lines, l.Line...) {
			out.Lines = append(out.Lines, Line{line.Function.index(), int64(line.Line)})
		}
		t.Locations = append(t.Locations, out)
	}
	for _, f := range j.Functions {
		t.Functions = append(t.Functions, Function{f.Name.index(), f.SystemName.index(), f.File.index()})
	}
	for _, a := range j.Attributes {
		t.Attributes = append(t.Attributes, a.attribute())
	}
	for _, s := range j.Stacks {
		t.Stacks = append(t.Stacks, indices(s.Locations))
	}
	t.Strings = j.Strings
	return t
}

func (j *jsonProfile) profile() (p Profile) {
	for _, t := range j.Types {
		p.Types = append(p.Types, ValueType{t.Type.index(), t.Unit.index()})
	}
	p.Time = int64(max(j.TimeUnix, j.Time))
	p.PeriodType, p.Period = ValueType{j.PeriodType.Type.index(), j.PeriodType.Unit.index()}, int64(j.Period)
	p.Indices = indices(j.Indices)
	if len(j.Strings) > 0 {
		t := j.jsonTables.tables()
		p.Tables = &t
	}
	p.HasStacks = len(p.Indices) == 0
	for _, s := range append(j.Samples, j.Sample...) {
		out := Sample{Length: s.Length.index()}
		if s.Stack != nil {
			out.Stack = s.Stack.index()
		}
		if s.Start != nil {
			out.Start = s.Start.index()
		}
		for _, v := range append(s.Values, s.Value...) {
			out.Values = append(out.Values, int64(v))
		}
		p.Samples = append(p.Samples, out)
	}
	return p
}

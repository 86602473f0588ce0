package pprof

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/pprof/profile"

	"memcity/trace"
	"memcity/trace/internal/sites"
	"memcity/trace/wire/otlp"
)

// FormatOTLP is the value of [trace.Recording.Format] for profiles of OpenTelemetry.
const FormatOTLP = "heap profile (OpenTelemetry)"

// OpenOTLP is [Open] for profiles of OpenTelemetry, as protobuf or JSON. Of the programs in a file, it reads the one with the most memory in use.
func OpenOTLP(ctx context.Context, files []trace.File, progress trace.Progress) (*trace.Recording, error) {
	return sites.Open(ctx, FormatOTLP, files, progress, readOTLP)
}

// SniffOTLP reports whether head, the first inflated bytes of a file, is the start of profiles of OpenTelemetry.
func SniffOTLP(head []byte) bool {
	compact := bytes.Join(bytes.Fields(head[:min(len(head), 256)]), nil)
	for _, member := range []string{`"resourceProfiles":`, `"dictionary":{"mappingTable":`, `"dictionary":{"stringTable":`, `"dictionary":{"locationTable":`} {
		if bytes.HasPrefix(compact, []byte("{"+member)) {
			return true
		}
	}
	return otlp.Sniff(head) || len(head) > lengthSize && head[0] < 0x10 && otlp.Sniff(head[lengthSize:])
}

func readOTLP(ctx context.Context, f trace.File, table *sites.Table) (sites.Contents, error) {
	data, err := sites.ReadFile(ctx, f)
	if err != nil {
		return sites.Contents{}, err
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	isJSON := bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte("{"))
	volume := trace.Volume{Bytes: expansion * int64(len(data))}
	if isJSON {
		volume.Bytes = sites.MemoryOfJSON(data)
	}
	if err := trace.Admit(ctx, volume); err != nil {
		return sites.Contents{}, err
	}
	return pointsOf(data, isJSON, table, func(p *profile.Profile) (string, error) { return findSymbols(ctx, p, f.Modified) })
}

// pointsOf decodes a file of OpenTelemetry. symbolize may be nil.
func pointsOf(data []byte, isJSON bool, table *sites.Table, symbolize symbolizer) (sites.Contents, error) {
	files, err := decodeOTLP(data, isJSON)
	if err != nil {
		return sites.Contents{}, err
	}
	var all programs
	for _, f := range files {
		if err := all.add(f); err != nil {
			return sites.Contents{}, err
		}
	}
	most, err := all.largest()
	if err != nil {
		return sites.Contents{}, err
	}
	var c sites.Contents
	var warnings []string
	if n := len(all.list); n > 1 {
		warnings = append(warnings, fmt.Sprintf("it has profiles of %d programs: only %s is read, which has the most memory", n, most.name))
	}
	for _, p := range most.profiles {
		in := &input{Profile: p}
		if _, _, err := heapTypes(p); err != nil { // other profiles of the program
			continue
		}
		point, runtime, err := in.point(table, symbolize)
		if err != nil {
			return sites.Contents{}, err
		}
		c.Points, c.Runtime = append(c.Points, point), runtime
		for _, w := range in.warnings {
			if !slices.Contains(warnings, w) {
				warnings = append(warnings, w)
			}
		}
	}
	c.Warning = table.Warn(warnings...)
	return c, nil
}

// lengthSize is the size in bytes of the length before each message in a file of the collector, which is big-endian.
const lengthSize = 4

func decodeOTLP(data []byte, isJSON bool) (files []*otlp.File, err error) {
	if isJSON {
		return otlp.DecodeJSON(data)
	}
	if otlp.Sniff(data) || len(data) <= lengthSize || !otlp.Sniff(data[lengthSize:]) {
		f, err := otlp.Decode(data)
		return []*otlp.File{f}, err
	}
	for at := 0; at < len(data); {
		rest := data[at:]
		if len(rest) < lengthSize || int64(binary.BigEndian.Uint32(rest)) > int64(len(rest)-lengthSize) {
			return nil, fmt.Errorf("byte %d: the file ends in a message; the copy or download may be incomplete", at)
		}
		end := lengthSize + int(binary.BigEndian.Uint32(rest))
		f, err := otlp.Decode(rest[lengthSize:end:end])
		if err != nil {
			return nil, fmt.Errorf("message at byte %d: %w", at, err)
		}
		files, at = append(files, f), at+end
	}
	return files, nil
}

// programs are the programs of a file.
type programs struct {
	list []*process
}

// process contains the profiles of a program, in order of their first appearance. Each has the values of one time.
type process struct {
	name     string
	profiles []*profile.Profile
}

// nameOf returns the name of a program with the attributes that identify the process.
func nameOf(attributes []otlp.Attribute, c *importer) string {
	var parts []string
	for _, key := range []string{"service.name", "service.instance.id", "k8s.pod.name", "process.executable.name", "process.pid"} {
		for i := range attributes {
			if name, value := c.attribute(&attributes[i]); name == key && value != "" {
				parts = append(parts, trace.ClipName(value))
				break
			}
		}
	}
	if len(parts) == 0 {
		return "a program without a name"
	}
	return strings.Join(parts, " ")
}

// add adds the profiles of a message.
func (a *programs) add(f *otlp.File) error {
	for _, r := range f.Resources {
		name := nameOf(r.Attributes, &importer{tables: &f.Tables})
		i := slices.IndexFunc(a.list, func(p *process) bool { return p.name == name })
		if i < 0 {
			i = len(a.list)
			a.list = append(a.list, &process{name: name})
		}
		importers := map[*profile.Profile]*importer{}
		for n := range r.Profiles {
			from := &r.Profiles[n]
			to := a.list[i].at(from.Time)
			c := importers[to]
			if c == nil || from.Tables != nil {
				c = newImporter(to, cmp.Or(from.Tables, &f.Tables))
				importers[to] = c
			}
			if err := c.add(from); err != nil {
				return err
			}
		}
	}
	return nil
}

// at returns the profile of a time in ns since 1970.
func (p *process) at(time int64) *profile.Profile {
	for _, known := range slices.Backward(p.profiles) {
		if known.TimeNanos == time {
			return known
		}
	}
	p.profiles = append(p.profiles, &profile.Profile{TimeNanos: time})
	return p.profiles[len(p.profiles)-1]
}

// largest returns the program with the most bytes in use.
func (a *programs) largest() (*process, error) {
	var best *process
	var first error
	most := int64(-1)
	for _, p := range a.list {
		for _, of := range p.profiles {
			_, size, err := heapTypes(of)
			if err != nil {
				first = err
				continue
			}
			n := int64(0)
			for _, s := range of.Sample {
				n += max(0, s.Value[size]) >> 20 // MB, which cannot overflow
			}
			if n > most {
				most, best = n, p
			}
		}
	}
	switch {
	case best != nil:
		return best, nil
	case first != nil:
		return nil, first
	}
	return nil, errors.New("it has no profiles")
}

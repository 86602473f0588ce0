package pprof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/pprof/profile"

	"memcity/trace"
)

// input is a parsed profile, with what texts contain besides.
type input struct {
	*profile.Profile
	isText   bool
	symbols  map[uint64][]trace.Frame // by address, from the comments of Go's texts; nil for none
	names    map[uint64][]string      // by address, from the section before a text; nil for none
	warnings []string                 // sentences for [sites.Table.Warn]
}

func (in *input) warn(sentence string) { in.warnings = append(in.warnings, sentence) }

// parse decodes a profile in any format.
func parse(data []byte) (*input, error) {
	names, data, err := splitSymbols(data)
	if err != nil {
		return nil, err
	}
	isJemalloc := strings.HasPrefix(string(data[:min(len(data), len(jemallocHeader))]), jemallocHeader)
	if data, err = fromJemalloc(data); err != nil {
		return nil, err
	}
	in := &input{isText: isText(data), names: names}
	if in.Profile, err = profile.ParseData(data); err != nil {
		return nil, fmt.Errorf("expected a profile: %w", err)
	}
	if in.isText {
		in.symbols = symbolsOf(data)
		in.warnings = textWarnings(data, isJemalloc)
	}
	return in, nil
}

// addNames names locations by the section before a text. There, addresses of calls are those before the return addresses, except for the
// innermost one of a stack.
func (in *input) addNames() {
	if in.names == nil {
		return
	}
	f := functionsOf(in.Profile)
	for _, l := range in.Location {
		names := in.names[l.Address]
		if names == nil {
			names = in.names[l.Address+1]
		}
		if len(l.Line) > 0 {
			continue
		}
		for _, name := range slices.Backward(names) {
			l.Line = append(l.Line, profile.Line{Function: f.named(name, "")})
		}
	}
}

// functions interns the functions of a profile.
type functions struct {
	to    *profile.Profile
	known map[[2]string]*profile.Function
}

func functionsOf(p *profile.Profile) *functions {
	return &functions{p, map[[2]string]*profile.Function{}}
}

// named returns the function with the given name in a file. It adds the function to the profile if it is new.
func (f *functions) named(name, file string) *profile.Function {
	key := [2]string{name, file}
	if f.known[key] == nil {
		f.known[key] = &profile.Function{ID: uint64(len(f.to.Function) + 1), Name: name, SystemName: name, Filename: file}
		f.to.Function = append(f.to.Function, f.known[key])
	}
	return f.known[key]
}

package definition

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"memcity/trace"
)

// Feature is a part of the program under study, given by ranges of code. Ranges of features may overlap.
type Feature struct {
	Name string
	Code []CodeRange
	// Callers is true if call sites count as well: an object belongs to the feature if any frame of its allocation's call chain is in the
	// code.
	Callers bool

	file string
	at   place
}

// CodeRange is a package, class, method or range of lines.
type CodeRange struct {
	Class       string // class, or package if Below is true
	Below       bool   // true for all classes of the package and its subpackages
	Method      string // "" for all
	First, Last int32  // lines; 0 for all
}

// codeRange matches ranges such as com.shop.*, com.shop.Cart, com.shop.Cart#add and com.shop.Cart:30-58.
var codeRange = regexp.MustCompile(`^([\p{L}_$][\p{L}\p{N}_$.]*?)(\.\*)?(?:#([\p{L}\p{N}_$<>]+))?(?::([0-9]{1,9})(?:-([0-9]{1,9}))?)?$`)

// parseCodeRange parses a range as written in a file.
func parseCodeRange(text string) (CodeRange, error) {
	m := codeRange.FindStringSubmatch(text)
	if m == nil || m[2] != "" && (m[3] != "" || m[4] != "") || strings.Contains(m[1], "..") || strings.HasSuffix(m[1], ".") {
		return CodeRange{}, fmt.Errorf("code range %q: expected com.shop.*, com.shop.Cart, com.shop.Cart#add or com.shop.Cart:30-58", clip(text))
	}
	r := CodeRange{Class: m[1], Below: m[2] != "", Method: m[3]}
	if m[4] == "" {
		return r, nil
	}
	r.First, r.Last = line(m[4]), line(m[4])
	if m[5] != "" {
		r.Last = line(m[5])
	}
	if r.First == 0 || r.Last < r.First {
		return CodeRange{}, fmt.Errorf("code range %q: lines start at 1, and the first line must not be after the last", clip(text))
	}
	return r, nil
}

// line parses a number of at most nine digits.
func line(text string) int32 {
	n, _ := strconv.ParseInt(text, 10, 32)
	return int32(n)
}

// has reports whether a frame is in the range. A frame without a line is in no range of lines. A class includes its nested classes.
func (r CodeRange) has(f trace.Frame) bool {
	rest, ok := strings.CutPrefix(f.Class, r.Class)
	switch {
	case !ok, r.Below && !strings.HasPrefix(rest, "."), !r.Below && rest != "" && rest[0] != '$':
		return false
	case r.Method != "" && (f.Method != r.Method || rest != ""):
		return false
	}
	return r.First == 0 || f.Line >= r.First && f.Line <= r.Last
}

// has reports whether an allocation with the given frames, innermost first, belongs to the feature.
func (f *Feature) has(frames []trace.Frame) bool {
	for i, frame := range frames {
		if i > 0 && !f.Callers {
			break
		}
		for _, r := range f.Code {
			if r.has(frame) {
				return true
			}
		}
	}
	return false
}

func (l *loader) feature(n *yaml.Node) {
	keys := l.table(n, "a feature", "name", "code", "callers")
	if keys == nil {
		return
	}
	before := l.Failed
	f := Feature{file: l.file.Name, at: placeOf(n)}
	f.Name, _ = l.text(keys["name"], "name")
	if f.Name == "" {
		l.fail(placeOf(n), "the feature has no name")
	}
	for _, other := range l.file.Features {
		if other.Name == f.Name {
			l.fail(placeOf(n), "the feature %s appears twice", f.Name)
		}
	}
	if k := keys["callers"]; k != nil {
		text, _ := l.text(k, "callers")
		f.Callers = text == "true"
		if text != "true" && text != "false" {
			l.fail(placeOf(k), "callers: expected true or false")
		}
	}
	for _, c := range l.list(keys["code"], "code") {
		text, ok := l.text(c, "code range")
		if !ok {
			continue
		}
		r, err := parseCodeRange(text)
		if err != nil {
			l.fail(placeOf(c), "%v", err)
		}
		f.Code = append(f.Code, r)
	}
	if len(f.Code) == 0 && l.Failed == before {
		l.fail(placeOf(n), "the feature %s has no code: expected a list of code ranges", f.Name)
	}
	if l.Failed == before {
		l.file.Features = append(l.file.Features, f)
	}
}

package python

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"memcity/trace/record/forked"
)

// names matches the names of executables of Python 3: python, python3, python3.12, python3.13t.
var names = regexp.MustCompile(`^python(3(\.[0-9]+t?)?)?$`)

// IsName reports whether a program of this name is Python.
func IsName(path string) bool { return names.MatchString(filepath.Base(path)) }

// takesValue are options of Python whose value is the next argument.
var takesValue = []string{"-X", "-W", "--check-hash-based-pycs"}

// Prevents returns the option of Python that keeps it from loading the module; empty if there is none. words are the arguments of Python.
func Prevents(words []string) string {
	for _, w := range words[:len(words)-len(script(words))] {
		hasValue := strings.HasPrefix(w, "-X") || strings.HasPrefix(w, "-W")
		if strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "--") && !hasValue && strings.ContainsAny(w, "EIS") {
			return w
		}
	}
	return ""
}

// script returns the script, module or code with its arguments, from the arguments of Python: a path, -m or -c.
func script(words []string) []string {
	for i := 0; i < len(words); i++ {
		switch w := words[i]; {
		case slices.Contains(takesValue, w):
			i++
		case !strings.HasPrefix(w, "-") || w == "-" || runs(w):
			return words[i:]
		}
	}
	return nil
}

// runs reports whether an option is followed by the name of a module, or by code, such as -m or -um.
func runs(w string) bool {
	return !strings.HasPrefix(w, "--") && len(w) > 1 && strings.IndexAny(w, "mc") == len(w)-1
}

// Title returns the name of a program for display, from the words that started Python.
func Title(words []string) string {
	rest := script(words[min(1, len(words)):])
	switch {
	case len(rest) == 0 || rest[0] == "-":
		return "python"
	case runs(rest[0]) && strings.HasSuffix(rest[0], "c"):
		return "python -c" // its code is no name
	case runs(rest[0]):
		if len(rest) == 1 {
			return "python"
		}
		return forked.Title(rest[1])
	}
	return forked.Title(filepath.Base(rest[0]))
}

package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"memcity/trace"
)

// Unqualified removes the packages of the classes in a text: "static field app.Main.x" becomes "static field Main.x".
func Unqualified(s string) string {
	words := strings.Split(OneLine(s), " ")
	for i, w := range words {
		words[i] = withoutPackage(w)
	}
	return strings.Join(words, " ")
}

func withoutPackage(word string) string {
	for rest := word; ; {
		r, _ := utf8.DecodeRuneInString(rest)
		if unicode.IsUpper(r) {
			return rest
		}
		dot := strings.IndexByte(rest, '.')
		if dot < 0 || !unicode.IsLower(r) && r != '_' || strings.ContainsAny(rest[:dot], "(/[<\"") {
			return word
		}
		rest = rest[dot+1:]
	}
}

// maxNamed is the maximum number of names in a sentence.
const maxNamed = 4

// Joined lists names in a sentence. It replaces all but the first three by their number if there are more than four.
func Joined(names []string) string {
	if n := len(names); n > maxNamed {
		return strings.Join(names[:maxNamed-1], ", ") + " and " + Count(int64(n-maxNamed+1)) + " others"
	}
	return Enumerated(names)
}

// Texts of the time bar for recordings with a single GC point.
const (
	OnePointText    = "Nothing to step through. One GC point shows sizes, but no growth."
	onePointDump    = "To see growth, write several heap dumps minutes apart (jcmd PID GC.heap_dump FILE) and open them together."
	onePointSnap    = "To see growth, write several heap snapshots minutes apart with v8.writeHeapSnapshot() and open them together."
	onePointProfile = "To see growth, save several heap profiles minutes apart, and open them together."
	onePointTree    = "To see growth, open a series: one file with all GC points, or several files together or in a folder."
)

// Snapshots is the format of heap snapshots of V8, as its reader names it.
const Snapshots = "heapsnapshot"

// IsDump reports whether recordings in a format, named as by its reader, consist of files with one heap state each, see [TakingOf].
func IsDump(format string) bool {
	return strings.HasPrefix(format, "hprof") || format == "phd" || format == Snapshots || isProfile(format)
}

// isProfile reports whether recordings in a format are heap profiles.
func isProfile(format string) bool { return strings.HasPrefix(format, "heap profile") }

// OnePointHow returns how to get a series in the format of the recording.
func OnePointHow(format string) string {
	switch {
	case format == Snapshots:
		return onePointSnap
	case isProfile(format):
		return onePointProfile
	case IsDump(format):
		return onePointDump
	}
	return onePointTree
}

// maxText is the maximum length of a text in bytes, which limits the cost of hostile names.
const maxText = 4096

// OneLine replaces unsafe characters in a text by blanks, so that names from a file cannot disrupt a panel. It keeps only the end of a text
// of more than 4,096 bytes.
func OneLine(s string) string {
	if len(s) > maxText {
		s = strings.ToValidUTF8(s[len(s)-maxText:], "")
	}
	return strings.Map(func(r rune) rune {
		if Unsafe(r) {
			return ' '
		}
		return r
	}, s)
}

// TypeName returns the name of a type without its package, see [trace.SplitType].
func TypeName(name string) string {
	_, rest := trace.SplitType(name)
	return rest
}

// FieldName removes the package from the class of a field: com.example.Shop.BUS becomes Shop.BUS.
func FieldName(field string) string {
	if of, _, ok := trace.SplitMember(field); ok {
		return TypeName(of) + field[len(of):]
	}
	return field
}

// Enumerated lists all names in a sentence: "a, b and c".
func Enumerated(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// UpperFirst capitalizes the first letter.
func UpperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

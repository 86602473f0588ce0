package diagnostics

import (
	"path/filepath"
	"slices"
	"strings"

	"memcity/trace"
)

// IsName reports whether a word of a command is the host of .NET.
func IsName(word string) bool { return strings.TrimSuffix(filepath.Base(word), ".exe") == "dotnet" }

// assembly returns the index of the assembly in the words that started the host; -1 if there is none.
func assembly(words []string) int {
	for i := 1; i < len(words); i++ {
		switch w := words[i]; {
		case strings.HasSuffix(strings.ToLower(w), ".dll") || strings.HasSuffix(strings.ToLower(w), ".exe"):
			return i
		case w == "exec":
		case strings.HasPrefix(w, "--"):
			i++ // every option of the host has a value
		default:
			return -1
		}
	}
	return -1
}

// tools are assemblies of the SDK, which build programs.
var tools = []string{"msbuild.dll", "vbcscompiler.dll", "dotnet.dll"}

// IsTool reports whether words start a tool of the SDK, such as dotnet run, which starts the program itself in another process.
func IsTool(words []string) bool {
	if len(words) == 0 || !IsName(words[0]) {
		return false
	}
	at := assembly(words)
	return at < 0 || slices.Contains(tools, strings.ToLower(filepath.Base(words[at])))
}

// Title returns the name of a program for display, from the words that started it.
func Title(words []string) string {
	if len(words) == 0 {
		return "dotnet"
	}
	name := words[0]
	if at := assembly(words); at > 0 && IsName(words[0]) {
		name = words[at]
	}
	const longest = 120
	r := []rune(trace.PlainLine(filepath.Base(name)))
	return string(r[:min(len(r), longest)])
}

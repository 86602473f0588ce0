package ruby

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"memcity/trace/record/forked"
)

var (
	// names matches the names of executables of CRuby: ruby, ruby3.1.
	names = regexp.MustCompile(`^ruby(\d+(\.\d+)?)?$`)
	// others matches the names of other implementations. JRuby is missing, because it is a Java program.
	others = regexp.MustCompile(`^(truffleruby|mruby|rbx)$`)
)

// scripts are well-known Ruby scripts. Version managers replace them with shell scripts.
var scripts = []string{"bundle", "bundler", "rails", "rackup", "puma", "unicorn", "sidekiq", "rspec"}

// IsName reports whether a program of this name is CRuby.
func IsName(path string) bool { return names.MatchString(filepath.Base(path)) }

// IsScript reports whether Ruby runs a file, given the interpreter that its first line names.
func IsScript(path, interpreter string) bool {
	return slices.Contains(scripts, filepath.Base(path)) || IsOther(path) || IsName(interpreter) || IsOther(interpreter)
}

// IsOther reports whether a program of this name is an implementation of Ruby that cannot be recorded.
func IsOther(path string) bool { return others.MatchString(filepath.Base(path)) }

// Prevents returns the option of Ruby that keeps it from loading the file; empty if there is none. words are the arguments of Ruby.
func Prevents(words []string) string {
	for i, w := range words {
		if !strings.HasPrefix(w, "-") {
			break
		}
		for _, start := range []string{"--disable-", "--disable="} {
			if what, ok := strings.CutPrefix(w, start); ok && disables(what) {
				return w
			}
		}
		if w == "--disable" && i+1 < len(words) && disables(words[i+1]) {
			return w + " " + words[i+1]
		}
	}
	return ""
}

func disables(features string) bool {
	list := strings.Split(features, ",")
	return slices.Contains(list, "all") || slices.Contains(list, "rubyopt")
}

// Title returns the name of a program for display. The first word is its script, or an option such as -e.
func Title(words []string) string {
	switch script := words[0]; script {
	case "", "-":
		return "ruby"
	case "-e":
		return "ruby -e" // its code is no name
	default:
		return forked.Title(filepath.Base(script))
	}
}

package cli

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
)

// version prints the version of the program and of its build.
func version(c *Call) error {
	set := c.Flags()
	format := set.String("format", "text", "")
	names, done, err := c.Parse(set)
	if err != nil || done {
		return err
	}
	if len(names) > 0 {
		return Usagef("version: takes no arguments")
	}
	if err := CheckFormat(*format, "text", "json"); err != nil {
		return err
	}
	return c.Print(*format, built(c.Program.Name, buildInfo()))
}

// Built contains the version of the program and of its build.
type Built struct {
	Program  string `json:"program"`
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"` // in words; empty if unknown
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func built(program string, info *debug.BuildInfo) *Built {
	return &Built{program, Release, strings.TrimPrefix(commitOf(info), "commit "), cmp.Or(info.GoVersion, runtime.Version()),
		runtime.GOOS + "/" + runtime.GOARCH}
}

// Table prints one line.
func (b *Built) Table(out io.Writer) error {
	_, err := fmt.Fprintln(out, b.text())
	return err
}

func (b *Built) text() string {
	version := b.Version
	if b.Commit != "" {
		version += " (commit " + b.Commit + ")"
	}
	return fmt.Sprintf("%s %s, %s, %s", b.Program, version, b.Go, b.Platform)
}

// Release is the version of this source, as in packages and the changelog. It is defined only here.
const Release = "0.2.0"

// ToolName returns the program with its version and commit, as written into recordings.
func ToolName() string {
	name, _, _ := strings.Cut(Version("memcity", buildInfo()), ",")
	return name
}

// buildInfo returns the build information of the binary; empty if it has none.
func buildInfo() *debug.BuildInfo {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info
	}
	return &debug.BuildInfo{}
}

// shortRevision is the length of a printed revision in letters, as in Git and in module versions.
const shortRevision = 12

// Version returns a program's name with its version, its commit, if known, the Go version and the platform.
func Version(program string, info *debug.BuildInfo) string { return built(program, info).text() }

// commitOf returns the commit that was checked out, else the one in the module's version. A program that go install builds from a module
// proxy has only the latter.
func commitOf(info *debug.BuildInfo) string {
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	revision := settings["vcs.revision"]
	if revision == "" {
		if found := pseudoVersion.FindStringSubmatch(info.Main.Version); found != nil {
			return "commit " + found[1]
		}
		return ""
	}
	text := "commit " + revision[:min(len(revision), shortRevision)]
	if day, _, ok := strings.Cut(settings["vcs.time"], "T"); ok {
		text += " of " + day
	}
	if settings["vcs.modified"] == "true" {
		text += " with local changes"
	}
	return text
}

// pseudoVersion matches a module version of a commit without a tag.
var pseudoVersion = regexp.MustCompile(`[-.][0-9]{14}-([0-9a-f]{12})(\+|$)`)

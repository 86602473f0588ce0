package cli

import (
	"fmt"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
)

// version prints what the program was built from.
func version(c *Call) error {
	names, done, err := c.Parse(c.Flags())
	if err != nil || done {
		return err
	}
	if len(names) > 0 {
		return Usagef("version: takes no arguments")
	}
	_, err = fmt.Fprintln(c.Stdout, Version(c.Program.Name, buildInfo()))
	return err
}

// Release is the version of this source, as packages and the changelog have it. It stands here alone.
const Release = "0.2.0"

// ToolName is what recordings are said to be made by: the program with its version and commit.
func ToolName() string {
	name, _, _ := strings.Cut(Version("memcity", buildInfo()), ",")
	return name
}

// buildInfo is what the compiler noted in the program; empty if it noted nothing.
func buildInfo() *debug.BuildInfo {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info
	}
	return &debug.BuildInfo{}
}

// shortRevision is how many letters of a revision are reported, as version control and versions of modules do.
const shortRevision = 12

// Version names a program with its version, the commit it was built from as far as that is known, Go and the platform.
func Version(program string, info *debug.BuildInfo) string {
	text := Release
	if commit := commitOf(info); commit != "" {
		text += " (" + commit + ")"
	}
	goVersion := info.GoVersion
	if goVersion == "" {
		goVersion = runtime.Version()
	}
	return fmt.Sprintf("%s %s, %s, %s/%s", program, text, goVersion, runtime.GOOS, runtime.GOARCH)
}

// commitOf returns the commit that was checked out, or else the one that the version of the module names: a program that go install
// builds from a module proxy has no other.
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
		text += " with changes"
	}
	return text
}

// pseudoVersion matches the version of a module at a commit without a tag.
var pseudoVersion = regexp.MustCompile(`[-.][0-9]{14}-([0-9a-f]{12})(\+|$)`)

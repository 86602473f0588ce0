package cli

import (
	"fmt"
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
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	_, err = fmt.Fprintln(c.Stdout, Version(c.Program.Name, info))
	return err
}

// ToolName is what recordings are said to be made by.
func ToolName() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "memcity"
	}
	name, _, _ := strings.Cut(Version("memcity", info), ",")
	return name
}

// shortRevision is how many letters of a revision are reported, as version control does.
const shortRevision = 12

// Version names a program with the version of the module, or else the revision that was checked out, with Go and the platform.
func Version(program string, info *debug.BuildInfo) string {
	text := "of unknown version"
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	switch revision := settings["vcs.revision"]; {
	case info.Main.Version != "" && info.Main.Version != "(devel)":
		text = info.Main.Version
	case revision != "":
		text = "revision " + revision[:min(len(revision), shortRevision)]
		if settings["vcs.modified"] == "true" {
			text += " with changes"
		}
		if at := settings["vcs.time"]; at != "" {
			text += " of " + at
		}
	}
	goVersion := info.GoVersion
	if goVersion == "" {
		goVersion = runtime.Version()
	}
	return fmt.Sprintf("%s %s, %s, %s/%s", program, text, goVersion, runtime.GOOS, runtime.GOARCH)
}

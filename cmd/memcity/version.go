package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version prints what this program was built from.
func version(c *call) error {
	names, done, err := c.parse(c.flags())
	if err != nil || done {
		return err
	}
	if len(names) > 0 {
		return usagef("version: takes no arguments")
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	_, err = fmt.Fprintln(c.stdout, versionText(info))
	return err
}

// shortRevision is how many letters of a revision are told, as version control does.
const shortRevision = 12

// versionText names the version of the module, or else the revision that was checked out, with Go and the platform.
func versionText(info *debug.BuildInfo) string {
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
	return fmt.Sprintf("memcity %s, %s, %s/%s", text, goVersion, runtime.GOOS, runtime.GOARCH)
}

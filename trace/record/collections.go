package record

import (
	"context"
	"os"
	"path/filepath"

	"memcity/trace/process"
	"memcity/trace/record/jvm"
	"memcity/trace/record/usage"
)

// addJar writes the agent for collections into the folder of another agent and returns its path as the VM sees it. The path is empty if
// collections are not recorded. The file must stay there, because the VM loads its classes lazily.
func (r *Recorder) addJar(ctx context.Context, folder jvm.Folder) (string, error) {
	if r.o.Collections.Classes == "" {
		return "", nil
	}
	jar, err := usage.Load(ctx)
	if err != nil {
		return "", noAgent(err)
	}
	path := filepath.Join(folder.Path, usage.FileName)
	if err := os.WriteFile(path, jar, 0o644); err != nil {
		return "", noAgent(err)
	}
	return filepath.Join(folder.Inside, usage.FileName), giveLike(path, folder.Path)
}

// collections returns the options of the agent for collections.
func (o *Options) collections() string {
	c := o.Collections
	c.Out = usage.Native
	return usage.Args(c)
}

// noInstrument returns why the Java of a command cannot load agents written in Java; empty if it can or if that is unknown. A runtime
// linked without the module java.instrument fails to start with an agent written in Java.
func noInstrument(cmd *process.Cmd) string {
	at := javaWord(cmd.Args)
	if at < 0 {
		return ""
	}
	path, err := process.FindForUser(cmd.Args[at])
	if err != nil {
		return ""
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return ""
	}
	home := filepath.Dir(filepath.Dir(path))
	for _, old := range []string{"lib/rt.jar", "jre/lib/rt.jar"} {
		if _, err := os.Stat(filepath.Join(home, old)); err == nil {
			return "collections cannot be recorded with " + path + ": Java 11 or later is needed"
		}
	}
	if _, err := os.Stat(filepath.Join(home, "lib", "modules")); err != nil { // not a home folder of Java 9 or later
		return ""
	}
	for _, pattern := range []string{"lib/*instrument*", "bin/instrument.dll"} {
		if found, _ := filepath.Glob(filepath.Join(home, pattern)); len(found) > 0 { // other libraries match, so the layout is as expected
			return ""
		}
	}
	return "collections cannot be recorded with " + path + ": it does not include the module java.instrument"
}

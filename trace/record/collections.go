package record

import (
	"context"
	"os"
	"path/filepath"

	"memcity/trace/record/jvm"
	"memcity/trace/record/usage"
)

// addJar writes the agent that records collections into the folder of another agent, if collections are recorded, and returns its path as
// the VM sees it; empty if not. It stays there: the VM loads classes of it when they are needed first.
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

// collections are the options of the agent that records them.
func (o *Options) collections() string {
	c := o.Collections
	c.Out = usage.Native
	return usage.Args(c)
}

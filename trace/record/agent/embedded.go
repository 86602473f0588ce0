package agent

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"os"
)

//go:embed built
var built embed.FS

// Load returns the agent for a target. It prefers the agent embedded in this program. Otherwise, if the target is this machine, it returns
// the agent in the user's cache, which it builds if necessary. Building takes some seconds, a C compiler and the headers of a JDK. The error
// names the missing part.
func Load(ctx context.Context, t Target) ([]byte, error) {
	if content := embedded(t); content != nil {
		return content, nil
	}
	if here := Here(); t != here {
		return nil, fmt.Errorf("agent: this program has no agent for %s, and can only build one for %s", t, here)
	}
	path, err := find(ctx)
	if err != nil {
		return nil, err
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("agent: %w", err)
	}
	return content, nil
}

// embedded returns the agent embedded in this program; nil if there is none with this source for the target.
func embedded(t Target) []byte {
	content, err := built.ReadFile("built/" + t.FileName())
	if err != nil || !hasVersion(content) {
		return nil
	}
	return content
}

// hasVersion reports whether an agent was built from this source, by its text "memcity agent VERSION".
func hasVersion(content []byte) bool { return bytes.Contains(content, []byte(versionText())) }

// IsCurrent reports whether a file is an agent built from this source.
func IsCurrent(path string) bool {
	content, err := os.ReadFile(path)
	return err == nil && hasVersion(content)
}

// IsPortable reports whether a file is an agent that [BuildFor] built from this source, rather than one for this machine's C library.
func IsPortable(path string) bool {
	content, err := os.ReadFile(path)
	return err == nil && bytes.Contains(content, []byte(versionText()+isPortable))
}

// Holder returns the prefix of the name of the folder for agents of this source.
func Holder() string { return "memcity-agent-" + version() }

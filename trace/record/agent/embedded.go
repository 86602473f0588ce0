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

// Load returns the agent for a target: the one that is part of this program, else, if the target is this machine, the one that
// was built in the user's cache or is built there now, which takes some seconds, a C compiler and the headers of a JDK.
// The error says what is missing.
func Load(ctx context.Context, t Target) ([]byte, error) {
	if content := embedded(t); content != nil {
		return content, nil
	}
	if here := Here(); t != here {
		return nil, fmt.Errorf("agent: this program has none for %s, and can build one only for %s", t, here)
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

// embedded returns the agent that is part of this program; nil if there is none of this source for the target.
func embedded(t Target) []byte {
	content, err := built.ReadFile("built/" + t.FileName())
	if err != nil || !hasVersion(content) {
		return nil
	}
	return content
}

// hasVersion reports whether a built agent is of this source: its text "memcity agent VERSION" says so.
func hasVersion(content []byte) bool { return bytes.Contains(content, []byte(versionText())) }

// IsCurrent reports whether a file is a built agent of this source.
func IsCurrent(path string) bool {
	content, err := os.ReadFile(path)
	return err == nil && hasVersion(content)
}

// IsPortable reports whether a file is an agent of this source that [BuildFor] built, and not one for this machine's C library.
func IsPortable(path string) bool {
	content, err := os.ReadFile(path)
	return err == nil && bytes.Contains(content, []byte(versionText()+isPortable))
}

// Holder names what holds agents of this source.
func Holder() string { return "memcity-agent-" + version() }

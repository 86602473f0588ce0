package usage

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"os"
	"path/filepath"
)

//go:embed built
var built embed.FS

// Find returns the path of the agent's jar in the user's cache. If the jar is not there, Find writes the embedded one, or compiles it,
// which takes some seconds and requires a JDK. The error names the missing part.
func Find(ctx context.Context) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("collections agent: no folder for it: %w", err)
	}
	dir := filepath.Join(cache, "memcity", "collections-"+version())
	jar := filepath.Join(dir, FileName)
	if IsCurrent(jar) {
		return jar, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("collections agent: %w", err)
	}
	if content := embedded(); content != nil {
		return jar, write(jar, content)
	}
	return jar, BuildHere(ctx, jar)
}

// Load returns the content of the agent's jar, from the same sources as [Find].
func Load(ctx context.Context) ([]byte, error) {
	if content := embedded(); content != nil {
		return content, nil
	}
	jar, err := Find(ctx)
	if err != nil {
		return nil, err
	}
	content, err := os.ReadFile(jar)
	if err != nil {
		return nil, fmt.Errorf("collections agent: %w", err)
	}
	return content, nil
}

// write writes a jar atomically.
func write(out string, jar []byte) error {
	built := fmt.Sprintf("%s.%d", out, os.Getpid())
	if err := os.WriteFile(built, jar, 0o644); err != nil {
		return fmt.Errorf("collections agent: %w", err)
	}
	if err := os.Rename(built, out); err != nil {
		os.Remove(built)
		return fmt.Errorf("collections agent: %w", err)
	}
	return nil
}

// embedded returns the embedded jar; nil if there is none built from this source.
func embedded() []byte {
	content, err := built.ReadFile("built/" + FileName)
	if err != nil || !hasVersion(content) {
		return nil
	}
	return content
}

// hasVersion reports whether a jar was built from this source. The version is in its uncompressed manifest.
func hasVersion(jar []byte) bool { return bytes.Contains(jar, []byte(versionText())) }

// IsCurrent reports whether a file is an agent built from this source.
func IsCurrent(path string) bool {
	content, err := os.ReadFile(path)
	return err == nil && hasVersion(content)
}

// BuildHere builds the jar with a JDK of this machine.
func BuildHere(ctx context.Context, jar string) error {
	home, err := findJDK()
	if err != nil {
		return err
	}
	return Build(ctx, home, jar)
}

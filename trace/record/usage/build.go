package usage

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"memcity/trace/process"
	"memcity/trace/record/agent"
)

// FileName is the name of the agent's jar.
const FileName = "memcity-collections-agent.jar"

// release is the oldest Java version that runs the agent.
const release = "11"

//go:embed java
var source embed.FS

// version identifies the agent's source.
var version = sync.OnceValue(func() string {
	sum := sha256.New()
	for _, name := range sources() {
		content, err := source.ReadFile(name)
		if err != nil {
			panic(err) // the files are embedded
		}
		fmt.Fprintln(sum, name, len(content))
		sum.Write(content)
	}
	return hex.EncodeToString(sum.Sum(nil))[:12]
})

// sources returns the paths of the agent's source files, sorted.
func sources() []string {
	var names []string
	err := fs.WalkDir(source, "java", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".java") {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		panic(err) // the files are embedded
	}
	return names
}

func versionText() string { return "Memcity-Collections: " + version() }

// Build compiles the agent with the JDK in folder home and writes the jar atomically. The same source and compiler give the same bytes.
func Build(ctx context.Context, home, out string) error {
	dir, err := os.MkdirTemp("", "memcity-collections-")
	if err != nil {
		return fmt.Errorf("collections agent: %w", err)
	}
	defer os.RemoveAll(dir)
	if err := compile(ctx, home, dir); err != nil {
		return err
	}
	jar, err := pack(os.DirFS(filepath.Join(dir, "classes")))
	if err != nil {
		return fmt.Errorf("collections agent: %w", err)
	}
	return write(out, jar)
}

func compile(ctx context.Context, home, dir string) error {
	if err := os.CopyFS(dir, source); err != nil {
		return fmt.Errorf("collections agent: %w", err)
	}
	if err := compileFor(ctx, home, dir, release, sources()); err != nil {
		return err
	}
	// A program would not start if its VM could not load this class.
	return compileFor(ctx, home, dir, "8", []string{"java/memcity/usage/Agent.java"})
}

func compileFor(ctx context.Context, home, dir, release string, sources []string) error {
	args := []string{"--release", release, "-encoding", "UTF-8", "-proc:none", "-nowarn", "-Xlint:-options", "-g:source,lines", "-d", "classes"}
	cmd := process.Command(ctx, javac(home), append(args, sources...)...)
	cmd.Dir = dir
	text, err := cmd.CombinedOutput()
	if err != nil {
		lines := strings.SplitN(strings.TrimSpace(string(text)), "\n", 6)
		return fmt.Errorf("collections agent: %s cannot compile it: %w: %s", javac(home), err, strings.Join(lines[:min(5, len(lines))], "; "))
	}
	return nil
}

func javac(home string) string {
	name := "javac"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(home, "bin", name)
}

// findJDK returns the folder of a JDK with a compiler.
func findJDK() (string, error) {
	for _, home := range agent.Homes() {
		if info, err := os.Stat(javac(home)); err == nil && info.Mode().IsRegular() {
			return home, nil
		}
	}
	return "", errors.New("collections agent: no JDK to build it with: javac was not found in JAVA_HOME, on the PATH or in a standard location")
}

// pack returns a jar of the classes, sorted and without times.
func pack(classes fs.FS) ([]byte, error) {
	var out bytes.Buffer
	jar := zip.NewWriter(&out)
	manifest := strings.Join([]string{"Manifest-Version: 1.0", "Premain-Class: memcity.usage.Agent", "Agent-Class: memcity.usage.Agent",
		"Boot-Class-Path: " + FileName, "Can-Retransform-Classes: true", versionText(), "", ""}, "\r\n")
	// The manifest is not compressed, so that the version can be found in the file's bytes.
	if err := add(jar, zip.Store, "META-INF/MANIFEST.MF", []byte(manifest)); err != nil {
		return nil, err
	}
	licence, err := source.ReadFile("java/memcity/usage/asm/LICENSE")
	if err != nil {
		return nil, err
	}
	if err := add(jar, zip.Deflate, "memcity/usage/asm/LICENSE", licence); err != nil {
		return nil, err
	}
	err = fs.WalkDir(classes, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(classes, name)
		if err != nil {
			return err
		}
		return add(jar, zip.Deflate, path.Clean(name), content)
	})
	if err != nil {
		return nil, err
	}
	if err := jar.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func add(jar *zip.Writer, method uint16, name string, content []byte) error {
	w, err := jar.CreateHeader(&zip.FileHeader{Name: name, Method: method})
	if err != nil {
		return err
	}
	_, err = w.Write(content)
	return err
}

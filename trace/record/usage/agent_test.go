package usage_test

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"memcity/trace/record/usage"
	"memcity/trace/tracetest/jdk"
)

// TestBuild checks that a jar is always built with the same bytes, and that a modified jar is detected.
func TestBuild(t *testing.T) {
	home := jdk.Homes(t)[0]
	first := jar(t)
	again := filepath.Join(t.TempDir(), "again.jar")
	if err := usage.Build(t.Context(), home, again); err != nil {
		t.Fatal(err)
	}
	a, err := os.ReadFile(first)
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(again)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a, b) {
		t.Error("two builds of the same source differ")
	}
	if !usage.IsCurrent(again) {
		t.Error("a jar of this source is taken for another")
	}
	if class := entry(t, a, "memcity/usage/Agent.class"); len(class) < 8 || class[7] != 52 {
		t.Error("a VM older than the agent could not load the class that it starts")
	}
	stale := bytes.Replace(a, []byte("Memcity-Collections: "), []byte("Memcity-Collections: x"), 1)
	if err := os.WriteFile(again, stale, 0o600); err != nil {
		t.Fatal(err)
	}
	if usage.IsCurrent(again) {
		t.Error("a jar of another source is taken for one of this")
	}
	if err := usage.Build(t.Context(), filepath.Join(t.TempDir(), "none"), again); err == nil {
		t.Error("there is a jar without a JDK")
	}
}

// entry returns a file of a jar.
func entry(t *testing.T, jar []byte, name string) []byte {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(jar), int64(len(jar)))
	if err != nil {
		t.Fatal(err)
	}
	content, err := fs.ReadFile(r, name)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// TestProbes checks that there is a probe for each call that may be rewritten, because a missing one would end the program.
func TestProbes(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		dir := t.TempDir()
		jdk.Run(t, home, ".", "javac", "-cp", jar(t), "-d", dir, filepath.Join("testdata", "java", "memcity", "usage", "Probes.java"))
		out := jdk.Run(t, home, dir, "java", "-cp", jar(t)+string(os.PathListSeparator)+".", "memcity.usage.Probes")
		if !strings.HasPrefix(out, "all of ") {
			t.Error(out)
		}
	})
}

func TestArgs(t *testing.T) {
	for want, o := range map[string]usage.Options{
		"out=a%20b%2cc": {Out: "a b,c"},
		"out=native,classes=com.x.*;y%3d,mode=log,iterators=coarse,interval=250,limit=7,rate=0,collections=8": {Out: usage.Native,
			Classes: "com.x.*;y=", Log: true, Coarse: true, Interval: 250 * time.Millisecond, Elements: 7, Collections: 8, Rate: -1},
	} {
		if got := usage.Args(o); got != want {
			t.Errorf("%+v: %q, want %q", o, got, want)
		}
	}
}

// TestOptions checks that the program runs unrecorded if an option is invalid, and that the reason is printed.
func TestOptions(t *testing.T) {
	home := jdk.Homes(t)[0]
	classes := compile(t, home, "Many")
	for _, option := range []string{"mode=fast", "limit=0", "x=1", "out"} {
		out := jdk.Run(t, home, classes, "java", "-javaagent:"+jar(t)+"=out=stream,"+option, "Many", "1")
		if !strings.Contains(out, "memcity: collections are not recorded: ") || !strings.Contains(out, "1 4\n") {
			t.Errorf("%s: %q", option, out)
		}
	}
}

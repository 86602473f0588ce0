package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"memcity/trace/open"
	"memcity/trace/tracetest/jdk"
)

// idle is a program that prints a line and waits for the end of its input.
const idle = `package app;
public class Idle {
  static Object[] kept = new Object[1000];
  static class Kept { }
  public static void main(String[] a) throws Exception {
    for (int i = 0; i < kept.length; i++) kept[i] = new Kept();
    System.out.println("ready");
    while (System.in.read() >= 0) { }
  }
}`

// TestAttachInContainer records a program in a simulated container of docker, with the program that is copied there.
func TestAttachInContainer(t *testing.T) {
	home := jdk.Homes(t)[0]
	if runtime.GOOS != "linux" {
		t.Skip("what is copied runs on Linux")
	}
	folder := t.TempDir()
	built := filepath.Join(folder, "memcity-record")
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", built, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	inside := t.TempDir()
	client := fmt.Sprintf("#!/bin/sh\nfor script; do :; done\nexport TMPDIR=%s\nexec sh -c \"$script\"\n", inside)
	if err := os.WriteFile(filepath.Join(folder, "docker"), []byte(client), 0o700); err != nil {
		t.Fatal(err)
	}
	java := exec.Command(filepath.Join(home, "bin", "java"), "-Xmx64m", "-cp", jdk.Compile(t, home, "Idle", idle), "app.Idle")
	stdin, err := java.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := java.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := java.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		java.Process.Kill()
		java.Wait()
	})
	if n, err := stdout.Read(make([]byte, 100)); n == 0 {
		t.Fatal(err)
	}
	trace := filepath.Join(folder, "out.mct")
	attach := exec.Command(built, "attach", "--docker", "shop", "--stop-after", "1s", "--mode", "counts", "-o", trace, fmt.Sprint(java.Process.Pid))
	attach.Env = append(os.Environ(), "PATH="+folder+":"+os.Getenv("PATH"))
	var said bytes.Buffer
	attach.Stderr = &said
	if err := attach.Run(); err != nil {
		t.Fatalf("%v: %s", err, &said)
	}
	if !strings.Contains(said.String(), "recorded app.Idle for") || !strings.Contains(said.String(), trace+", ") {
		t.Errorf("it said %s", &said)
	}
	r, err := open.Paths(t.Context(), []string{trace}, nil)
	if err != nil || len(r.Points) == 0 {
		t.Fatalf("%+v (%v)", r, err)
	}
	if left, err := os.ReadDir(inside); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
	stdin.Close()
	if err := java.Wait(); err != nil {
		t.Errorf("the program ended with %v", err)
	}
}

func TestAttachOptions(t *testing.T) {
	for want, args := range map[string][]string{
		"docker, pod, ssh: expected one of them":               {"--docker", "a", "--ssh", "b"},
		"namespace, container: only with --pod":                {"-n", "test", "1"},
		"expected at most one process ID":                      {"--ssh", "a", "1", "2"},
		"rule: not with --docker, --pod and --ssh":             {"--ssh", "a", "--rule", "bytes of java.lang.String above 50MB"},
		"rule: not with --out -":                               {"-o", "-", "--rule", "bytes of java.lang.String above 50MB", "1"},
		"is a folder; expected a file to write":                {"--docker", "a", "-o", t.TempDir()},
		"container none: the client docker is not on the PATH": {"--docker", "none", "-o", filepath.Join(t.TempDir(), "x")},
		"attach: expected one process ID, part of a program":   {},
	} {
		t.Setenv("PATH", t.TempDir())
		if r := execute(t, append([]string{"attach"}, args...)...); r.err == nil || !strings.Contains(r.err.Error(), want) {
			t.Errorf("%q: %v, expected %s", args, r.err, want)
		}
	}
}

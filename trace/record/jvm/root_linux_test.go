package jvm_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"memcity/trace/record/jvm"
	"memcity/trace/tracetest/jdk"
)

// TestOtherRoot checks that a VM with another root is found by the counters in its own folder for temporary files, and accepts commands.
func TestOtherRoot(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root may change a root")
	}
	home, err := filepath.EvalSymlinks(jdk.Homes(t)[0])
	if err != nil {
		t.Fatal(err)
	}
	root := newRoot(t, home)
	classes := jdk.Compile(t, home, "Idle", idle)
	if err := os.CopyFS(filepath.Join(root, "classes"), os.DirFS(classes)); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(home, "bin", "java"), "-Xmx64m", "-cp", "/classes", "app.Idle")
	cmd.SysProcAttr, cmd.Dir = &syscall.SysProcAttr{Chroot: root}, "/"
	cmd.Env = []string{"LD_LIBRARY_PATH=" + filepath.Join(home, "lib") + ":" + filepath.Join(home, "lib", "server")} // /proc is not mounted
	p := begin(t, cmd)
	found, err := jvm.Find(p.Process.Pid)
	if err != nil || found.Refusal != "" || !found.Elsewhere || found.Name != "app.Idle" {
		t.Fatalf("found %+v (%v)", found, err)
	}
	if text, err := jvm.Command(t.Context(), p.Process.Pid, "VM.version"); err != nil || len(text) == 0 {
		t.Errorf("VM.version: %q (%v)", text, err)
	}
	if err := os.RemoveAll(filepath.Join(root, "tmp")); err != nil {
		t.Fatal(err)
	}
	if found, err = jvm.Find(p.Process.Pid); err != nil || !strings.Contains(found.Refusal, "or the folder was emptied") {
		t.Errorf("found %+v (%v)", found, err)
	}
	p.stdin.Close()
	p.expect(t, "done\n")
}

// newRoot creates a folder with the files that a JDK needs, by hard links if possible.
func newRoot(t *testing.T, home string) string {
	t.Helper()
	root := t.TempDir()
	for _, folder := range []string{"tmp", "etc"} {
		if err := os.Mkdir(filepath.Join(root, folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	put := func(path string) {
		to := filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		real, err := filepath.EvalSymlinks(path)
		if err != nil {
			return // a dangling link
		}
		if info, err := os.Stat(real); err != nil || !info.Mode().IsRegular() {
			return
		}
		if os.Link(real, to) == nil {
			return
		}
		data, err := os.ReadFile(real)
		if err == nil {
			err = os.WriteFile(to, data, 0o755)
		}
		if err != nil && !os.IsExist(err) {
			t.Fatal(err)
		}
	}
	put("/etc/passwd")
	libraries := map[string]bool{}
	err := filepath.WalkDir(home, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, ".jmod") || strings.HasSuffix(path, ".zip") {
			return err
		}
		put(path)
		if strings.HasSuffix(path, "/libjvm.so") || strings.HasSuffix(path, "/bin/java") || strings.HasSuffix(path, "/libjava.so") {
			out, _ := exec.Command("ldd", path).Output()
			for _, m := range regexp.MustCompile(`(?:=> )?(/\S+) \(0x`).FindAllStringSubmatch(string(out), -1) {
				libraries[m[1]] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for path := range libraries {
		put(path)
	}
	return root
}

package record

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"memcity/trace/tracetest/jdk"
)

// places are file systems as in containers, with the commands that create them in a mount namespace. Classes are in the current folder,
// which is /mnt.
var places = []struct {
	name, script string
	loaded       string // matches the path of the agent; empty if there is no place for it
	problem      string // matches the error in this case
}{
	{"plain", `mount -t tmpfs tmpfs /tmp`, `^/tmp/`, ""},
	{"noexec", `mount -t tmpfs -o noexec tmpfs /tmp; mount -t tmpfs tmpfs /dev/shm`, `^/dev/shm/`, ""},
	{"small", `mount -t tmpfs -o size=48k tmpfs /tmp; mount -t tmpfs tmpfs /dev/shm`, `^/dev/shm/`, ""},
	{"run-time folder", `mount -t tmpfs -o noexec tmpfs /tmp; mount -t tmpfs -o noexec tmpfs /dev/shm; mount -t tmpfs tmpfs /srv
		export XDG_RUNTIME_DIR=/srv`, `^/srv/`, ""},
	{"read-only root", `mount -t tmpfs -o noexec,size=256k tmpfs /tmp; mount -t tmpfs -o noexec tmpfs /dev/shm; mount -o remount,bind,ro /`,
		`^/mnt/`, ""},
	{"none", `mount -t tmpfs -o noexec tmpfs /tmp; mount -t tmpfs -o noexec tmpfs /dev/shm; mount -t tmpfs -o noexec tmpfs /var/tmp
		mount -o remount,ro /mnt`, "",
		`no folder is suitable for loading the agent: /tmp: mounted noexec; /dev/shm: mounted noexec; /mnt: read-only; /var/tmp: mounted noexec`},
}

// loadedAgent matches the agent in the memory map of a process.
var loadedAgent = regexp.MustCompile(`/\S*memcity-agent\S*\.so`)

// TestPlaces attaches to programs in separate mount and user namespaces, where folders for the agent are full or closed, and checks that
// nothing is left behind.
func TestPlaces(t *testing.T) {
	home, err := filepath.EvalSymlinks(jdk.Homes(t)[0])
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("unshare", "-Urm", "mount", "-t", "tmpfs", "tmpfs", "/mnt").CombinedOutput(); err != nil {
		t.Skipf("this kernel, or the container of this test, allows no name spaces: %v %s", err, out)
	}
	for _, place := range places {
		t.Run(place.name, func(t *testing.T) {
			script := `set -e; mount -t tmpfs tmpfs /mnt; cp -r "$1"/. /mnt; cd /mnt; shift; ` + place.script + "\n" + `exec "$@"`
			argv := []string{"unshare", "-Urm", "sh", "-c", script, "sh", classes(t, home), filepath.Join(home, "bin", "java"), "-Xmx64m",
				"-cp", "/mnt", "app.Shop"}
			k, cmd := launch(t, argv)
			k.do(t, "100")
			r, err := Attach(t.Context(), cmd.Process.Pid, options(t, Sampled))
			if place.problem != "" {
				if err == nil || !strings.Contains(err.Error(), place.problem) {
					t.Fatalf("the error is %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			request(t, r)
			if err := r.Stop(); err != nil {
				t.Fatal(err)
			}
			own := filepath.Join("/proc", strconv.Itoa(cmd.Process.Pid))
			maps, err := os.ReadFile(filepath.Join(own, "maps"))
			if err != nil {
				t.Fatal(err)
			}
			if path := loadedAgent.FindString(string(maps)); !regexp.MustCompile(place.loaded).MatchString(path) {
				t.Errorf("the agent was loaded from %q, expected %s", path, place.loaded)
			}
			for _, folder := range []string{"tmp", "dev/shm", "mnt", "srv"} {
				if left, _ := filepath.Glob(filepath.Join(own, "root", folder, "memcity-*")); len(left) > 0 {
					t.Errorf("left behind: %q", left)
				}
			}
			if n := count(t, &opened(t, r.Path()).Points[0], product); n != 100 {
				t.Errorf("%d products, want 100", n)
			}
			k.do(t, "1")
		})
	}
}

//go:build !linux && !windows

package jvm

import (
	"context"
	"os"
	"os/user"
	"strconv"
	"strings"
	"syscall"
	"time"

	"memcity/trace/process"
)

// candidates finds processes by the counters in the user's folder for temporary files, and in the one of the system.
func candidates() ([]target, error) {
	var list []target
	folders := []string{os.TempDir()}
	if folders[0] != "/tmp" {
		folders = append(folders, "/tmp")
	}
	for _, folder := range folders {
		for pid, path := range counterFiles(folder) {
			t := target{pid: pid, inside: pid, uid: -1, gid: -1, counters: path}
			if info, err := os.Lstat(path); err == nil {
				if status, ok := info.Sys().(*syscall.Stat_t); ok {
					t.uid, t.gid = int(status.Uid), int(status.Gid)
				}
			}
			list = append(list, t)
		}
	}
	return list, nil
}

// runs reports whether the process is older than the VM that left the counters, and so is that VM: its PID may have been
// given to another process.
func (t target) runs() bool {
	if exists(t.pid) != nil {
		return false
	}
	c, err := readCounters(t.counters)
	if err != nil {
		return t.foreign()
	}
	began, ok := c.Number("sun.rt.createVmBeginTime")
	started, err := time.ParseInLocation("Mon Jan _2 15:04:05 2006", t.ps("lstart"), time.Local)
	return ok && err == nil && started.UnixMilli() <= began+1000
}

// ps reads from the system one property of the process.
func (t target) ps(property string) string {
	cmd := process.Command(context.Background(), "/bin/ps", "-o", property+"=", "-p", strconv.Itoa(t.pid))
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	out, err := cmd.Output()
	if err != nil {
		return ""
	}
	return strings.Join(strings.Fields(string(out)), " ")
}

func (t target) commandLine() []string { return strings.Fields(t.ps("command")) }

// deaf trusts what the counters say about -Xrs.
func (t target) deaf() string { return "" }

// bound is not known.
func (t target) bound() bool { return true }

// foreign reports whether the process is another user's.
func (t target) foreign() bool { return t.uid != os.Geteuid() && os.Geteuid() != 0 }

func (t target) foreignUser() string {
	if t.uid == os.Geteuid() {
		return ""
	}
	if u, err := user.LookupId(strconv.Itoa(t.uid)); err == nil {
		return "user " + u.Username
	}
	return ""
}

// folder is the VM's folder for temporary files.
func (t target) folder() string { return os.TempDir() }

// workFolder is not known.
func (t target) workFolder() string { return "" }

func parents() map[int]int {
	all := map[int]int{}
	out, err := process.Command(context.Background(), "/bin/ps", "-A", "-o", "pid=,ppid=").Output()
	if err != nil {
		return all
	}
	for line := range strings.Lines(string(out)) {
		if f := strings.Fields(line); len(f) == 2 {
			pid, _ := strconv.Atoi(f[0])
			all[pid], _ = strconv.Atoi(f[1])
		}
	}
	return all
}

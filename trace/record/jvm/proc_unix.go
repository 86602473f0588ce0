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

// candidates returns the processes with counters in the user's or the system's folder for temporary files.
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

// runs reports whether the process started no later than the VM that wrote the counters. Otherwise its PID has been reused.
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

// ps returns a property of the process from the system.
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

// deaf returns an empty text: the counters report -Xrs.
func (t target) deaf() string { return "" }

// bound returns true, because it is unknown.
func (t target) bound() bool { return true }

// foreign reports whether the process belongs to another user.
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

// folder returns the VM's folder for temporary files.
func (t target) folder() string { return os.TempDir() }

// workFolder returns an empty path, because the folder is unknown.
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

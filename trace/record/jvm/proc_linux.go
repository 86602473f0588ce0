package jvm

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// tmp is HotSpot's folder for its files on Linux, regardless of the environment and java.io.tmpdir.
const tmp = "/tmp"

func proc(pid int, file string) string { return filepath.Join("/proc", strconv.Itoa(pid), file) }

// candidates returns processes that are probably VMs. They have counters in our folder for temporary files or in theirs, or their program
// is named java.
func candidates() ([]target, error) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil, errors.New("/proc, which lists processes, cannot be read")
	}
	ours := counterFiles(tmp)
	here, _ := os.Readlink("/proc/self/ns/mnt")
	var list []target
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		t := target{pid: pid, inside: pid}
		if t.readStatus() != nil {
			continue
		}
		files := ours
		if elsewhere, err := t.elsewhere(here); err != nil {
			t.hidden = errors.Is(err, fs.ErrPermission)
		} else if elsewhere {
			t.root = proc(pid, "root")
			files = counterFiles(filepath.Join(t.root, tmp))
		}
		if path := files[t.inside]; path != "" && t.owns(path) {
			t.counters = path
		}
		if t.counters != "" || t.program() == "java" {
			list = append(list, t)
		}
	}
	return list, nil
}

// elsewhere reports whether the process has another file system than this one, in a container or by chroot. here is this program's mount
// namespace.
func (t target) elsewhere(here string) (bool, error) {
	space, err := os.Readlink(proc(t.pid, "ns/mnt"))
	if err != nil || space != here {
		return err == nil, err
	}
	root, err := os.Stat(proc(t.pid, "root"))
	if err != nil {
		return false, err
	}
	own, err := os.Stat("/")
	return err == nil && !os.SameFile(own, root), err
}

// readStatus sets the PID in the process's own namespace, and its effective user and group.
func (t *target) readStatus() error {
	data, err := os.ReadFile(proc(t.pid, "status"))
	if err != nil {
		return err
	}
	fields := statusFields(data)
	if inside := fields["NSpid"]; len(inside) > 0 {
		t.inside, _ = strconv.Atoi(inside[len(inside)-1])
	}
	uid, gid := fields["Uid"], fields["Gid"]
	if len(uid) < 2 || len(gid) < 2 {
		return errors.New("its status has no user")
	}
	t.uid, _ = strconv.Atoi(uid[1])
	t.gid, _ = strconv.Atoi(gid[1])
	return nil
}

func statusFields(data []byte) map[string][]string {
	fields := map[string][]string{}
	for line := range bytes.Lines(data) {
		if name, rest, ok := strings.Cut(string(line), ":"); ok {
			fields[name] = strings.Fields(rest)
		}
	}
	return fields
}

// owns reports whether the file belongs to the process's user or to root, so that no other user can forge counters.
func (t target) owns(path string) bool {
	info, err := os.Lstat(path)
	if err != nil {
		return false
	}
	status, ok := info.Sys().(*syscall.Stat_t)
	return ok && (int(status.Uid) == t.uid || status.Uid == 0)
}

// program returns the name of the file that the process runs, or else the process name.
func (t target) program() string {
	if path, err := os.Readlink(proc(t.pid, "exe")); err == nil {
		return filepath.Base(strings.TrimSuffix(path, " (deleted)"))
	}
	name, _ := os.ReadFile(proc(t.pid, "comm"))
	return strings.TrimSpace(string(name))
}

// runs reports whether the process is a VM, if that is visible. A file of counters may have been left behind by a killed VM whose PID was
// reused.
func (t target) runs() bool {
	maps, err := os.ReadFile(proc(t.pid, "maps"))
	if err != nil || len(maps) == 0 {
		return t.foreign() && t.program() == "java"
	}
	return bytes.Contains(maps, []byte("/libjvm.so"))
}

func (t target) commandLine() []string {
	data, _ := os.ReadFile(proc(t.pid, "cmdline"))
	return strings.Split(strings.TrimRight(string(data), "\x00"), "\x00")
}

// deaf returns why the signal for attaching would do harm; empty if it would not.
func (t target) deaf() string {
	data, err := os.ReadFile(proc(t.pid, "status"))
	if err != nil {
		return plain(err).Error()
	}
	fields := statusFields(data)
	caught := fields["SigCgt"]
	if len(caught) == 0 {
		return "its accepted signals are unknown"
	}
	mask, err := strconv.ParseUint(caught[0], 16, 64)
	if err != nil || mask&(1<<(syscall.SIGQUIT-1)) == 0 {
		return "it does not accept signals (-Xrs), which attaching needs"
	}
	if state := fields["State"]; len(state) > 0 && (state[0] == "T" || state[0] == "Z") {
		return "it has been stopped"
	}
	return ""
}

// bound reports whether a process in this process's network namespace is bound to its VM's socket; true if that is not visible. A file left
// behind by a killed process has the name of the socket, but nothing is bound to it.
func (t target) bound() bool {
	data, err := os.ReadFile(proc(t.pid, "net/unix"))
	if err != nil {
		return true
	}
	name := "/.java_pid" + strconv.Itoa(t.inside)
	for line := range bytes.Lines(data) {
		// HotSpot binds the socket under this name and renames it when it listens.
		if path := strings.TrimSuffix(strings.TrimSpace(string(line)), ".tmp"); strings.HasSuffix(path, name) {
			return true
		}
	}
	return false
}

// foreign reports whether the process belongs to another user.
func (t target) foreign() bool { return t.uid != os.Geteuid() && os.Geteuid() != 0 }

func (t target) foreignUser() string {
	if t.uid == os.Geteuid() {
		return ""
	}
	return userName(t.uid)
}

func userName(uid int) string {
	id := strconv.Itoa(uid)
	if u, err := user.LookupId(id); err == nil {
		return "user " + u.Username
	}
	return "user " + id
}

// folder returns the VM's folder for temporary files, as seen by this process.
func (t target) folder() string { return filepath.Join("/", t.root, tmp) }

// workFolder returns the process's current folder, as the process sees it; empty if unknown.
func (t target) workFolder() string {
	path, _ := os.Readlink(proc(t.pid, "cwd"))
	return path
}

func parents() map[int]int {
	entries, _ := os.ReadDir("/proc")
	all := map[int]int{}
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		stat, _ := os.ReadFile(proc(pid, "stat"))
		// PID (NAME) STATE PARENT …, where NAME may contain any characters
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		if len(fields) > 1 {
			all[pid], _ = strconv.Atoi(fields[1])
		}
	}
	return all
}

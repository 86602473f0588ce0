package jvm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"unsafe"

	"memcity/trace/process"
)

// exists returns an error if there is no process with the PID.
func exists(pid int) error {
	if pid <= 0 {
		return errors.New("is not a process number")
	}
	const queryLimited, stillActive = 0x1000, 259
	handle, err := syscall.OpenProcess(queryLimited, false, uint32(pid))
	if errors.Is(err, syscall.ERROR_ACCESS_DENIED) {
		return nil
	}
	if err != nil {
		return errors.New("no process has this number")
	}
	defer syscall.CloseHandle(handle)
	var code uint32
	if err := syscall.GetExitCodeProcess(handle, &code); err == nil && code != stillActive {
		return errors.New("has ended")
	}
	return nil
}

// candidates returns the processes with counters in the user's folder for temporary files.
func candidates() ([]target, error) {
	var list []target
	for pid, path := range counterFiles(os.TempDir()) {
		list = append(list, target{pid: pid, inside: pid, uid: -1, gid: -1, counters: path})
	}
	return list, nil
}

func (t target) runs() bool { return exists(t.pid) == nil }

// jcmd runs a command with the JDK's jcmd, which signals the VM in a way that is harmless for other processes.
func jcmd(ctx context.Context, pid int, words ...string) ([]byte, error) {
	program, err := jcmdProgram()
	if err != nil {
		return nil, err
	}
	cmd := process.Command(ctx, program, append([]string{strconv.Itoa(pid)}, words...)...)
	out := &limited{}
	cmd.Stdout, cmd.Stderr = out, out
	err = cmd.Run()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	text := bytes.TrimPrefix(out.Bytes(), []byte(strconv.Itoa(pid)+":"))
	text = bytes.TrimLeft(text, "\r\n")
	var exit *process.ExitError
	switch {
	case errors.As(err, &exit):
		return nil, &StatusError{exit.ExitCode(), oneLine(text)}
	case err != nil:
		return nil, fmt.Errorf("the JDK's program jcmd cannot be run: %w", err)
	case out.full:
		return nil, fmt.Errorf("its answer is longer than %d MB", maxReply/1_000_000)
	}
	return text, nil
}

// limited stores at most maxReply bytes.
type limited struct {
	bytes.Buffer
	full bool
}

func (l *limited) Write(p []byte) (int, error) {
	if l.Len()+len(p) > maxReply {
		l.full = true
		return len(p), nil
	}
	return l.Buffer.Write(p)
}

func jcmdProgram() (string, error) {
	if home := os.Getenv("JAVA_HOME"); home != "" {
		path := filepath.Join(home, "bin", "jcmd.exe")
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	path, err := process.Find("jcmd.exe")
	if err != nil {
		return "", errors.New("the JDK's jcmd, which is needed on Windows, was not found below JAVA_HOME or on the PATH")
	}
	return path, nil
}

func (t target) command(ctx context.Context, words []string) ([]byte, error) {
	return jcmd(ctx, t.pid, words...)
}

func (t target) loadAgent(ctx context.Context, path, options string) ([]byte, error) {
	text, err := jcmd(ctx, t.pid, "JVMTI.agent_load", path, `"`+options+`"`)
	return bytes.TrimSpace(text), err
}

func (t target) loadJavaAgent(ctx context.Context, jar, options string) ([]byte, error) {
	return t.loadAgent(ctx, jar, options)
}

func (t target) commandLine() []string { return nil }
func (t target) deaf() string          { return "" }
func (t target) foreign() bool         { return false }
func (t target) foreignUser() string   { return "" }
func (t target) listening(int64) bool  { return false }

// workFolder returns an empty path, because the folder is unknown.
func (t target) workFolder() string { return "" }

// parents returns the parent of every process.
func parents() map[int]int {
	all := map[int]int{}
	snapshot, err := syscall.CreateToolhelp32Snapshot(syscall.TH32CS_SNAPPROCESS, 0)
	if err != nil {
		return all
	}
	defer syscall.CloseHandle(snapshot)
	entry := syscall.ProcessEntry32{Size: uint32(unsafe.Sizeof(syscall.ProcessEntry32{}))}
	for err = syscall.Process32First(snapshot, &entry); err == nil; err = syscall.Process32Next(snapshot, &entry) {
		all[int(entry.ProcessID)] = int(entry.ParentProcessID)
	}
	return all
}

func (t target) give(string) error { return nil }

// folder returns the VM's folder for temporary files.
func (t target) folder() string { return os.TempDir() }

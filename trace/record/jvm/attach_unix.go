//go:build !windows

package jvm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// attachTimeout is how long a VM may take until it listens. It responds immediately unless it is at a long safepoint, such as a full GC.
const attachTimeout = 20 * time.Second

// errBusy reports that other programs keep the VM's socket queue full.
var errBusy = fmt.Errorf("it was busy with commands from other programs for %v", attachTimeout)

// exists returns an error if there is no process with the PID.
func exists(pid int) error {
	if pid <= 0 {
		return errors.New("is not a process number")
	}
	if err := syscall.Kill(pid, 0); errors.Is(err, syscall.ESRCH) {
		return errors.New("no process has this number")
	}
	return nil
}

func (t target) socket() string {
	return filepath.Join(t.folder(), ".java_pid"+strconv.Itoa(t.inside))
}

// listens reports whether the VM's socket exists and belongs to the VM's user. A socket left behind by an earlier process with the same PID
// does not count, if the system shows that.
func (t target) listens() bool {
	info, err := os.Lstat(t.socket())
	if err != nil || info.Mode()&fs.ModeSocket == 0 || info.Mode().Perm()&0o077 != 0 {
		return false
	}
	status, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(status.Uid) == t.uid && t.bound()
}

// listening reports whether the VM listens at its socket. started is the start time of the VM in ms since 1970. An older socket was left
// behind by an earlier process with the same PID.
func (t target) listening(started int64) bool { return t.listens() && !older(t.socket(), started) }

// connect returns a connection to the VM, for one command.
func (t target) connect(ctx context.Context) (net.Conn, error) {
	process, err := os.FindProcess(t.pid) // from now, the PID cannot be reused by another process
	if err != nil {
		return nil, err
	}
	defer process.Release()
	p, ok := t.describe()
	switch {
	case !ok:
		return nil, ErrEnded
	case p.Refusal != "":
		return nil, errors.New(p.Refusal)
	}
	if t.listens() {
		conn, err := dial(ctx, t.socket())
		switch {
		case err == nil || ctx.Err() != nil || errors.Is(err, errBusy):
			return conn, err
		case !older(t.socket(), p.Started):
			return nil, errors.New("its socket no longer accepts connections")
		}
		if err := os.Remove(t.socket()); err != nil { // left behind by an earlier process with the same PID
			return nil, plain(err)
		}
		c, err := readCounters(t.counters)
		if why := t.unwilling(p, c, err); why != "" {
			return nil, errors.New(why)
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	// This must not be canceled when ctx ends: a VM that receives the signal but does not find the file prints its stacks.
	conn, err := t.wake(context.WithoutCancel(ctx), process, p.Started)
	if errors.Is(err, os.ErrProcessDone) {
		return nil, ErrEnded
	}
	return conn, err
}

// older reports whether a file is older than the given time in ms since 1970. It is false for 0.
func older(path string, started int64) bool {
	info, err := os.Lstat(path)
	return err == nil && info.ModTime().UnixMilli() < started
}

// wake makes the VM listen and connects to it.
func (t target) wake(ctx context.Context, process *os.Process, started int64) (net.Conn, error) {
	request := filepath.Join(t.folder(), ".attach_pid"+strconv.Itoa(t.inside))
	if older(request, started) {
		os.Remove(request)
	}
	mine, err := t.request(request, process)
	if err != nil {
		return nil, err
	}
	wait := 5 * time.Millisecond
	for waited := time.Duration(0); waited < attachTimeout; waited += wait {
		if t.listens() {
			if conn, err := dial(ctx, t.socket()); err == nil || errors.Is(err, errBusy) {
				if mine {
					os.Remove(request)
				}
				return conn, err
			}
		}
		wait = min(wait*2, 200*time.Millisecond)
		time.Sleep(wait)
		if err := process.Signal(syscall.Signal(0)); err != nil {
			if mine {
				os.Remove(request)
			}
			return nil, ErrEnded
		}
	}
	// The file stays, since the VM may handle the signal later.
	if mine {
		return nil, fmt.Errorf("it did not answer within %v", attachTimeout)
	}
	return nil, fmt.Errorf("another program is attaching to it, or left %s behind; in that case, delete the file", request)
}

// request creates the file that the VM checks when it receives the signal, then sends the signal. If another process has created the file,
// that process sends it. If the VM already listens, no signal is sent, because a VM that receives a second signal prints all stacks. mine
// reports whether this call created the file.
func (t target) request(request string, process *os.Process) (mine bool, err error) {
	file, err := os.OpenFile(request, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	switch {
	case errors.Is(err, fs.ErrExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("cannot create the file that requests attaching: %w", plain(err))
	}
	if t.uid != os.Geteuid() && t.uid >= 0 {
		err = file.Chown(t.uid, t.gid) // the VM trusts only its own user
	}
	err = errors.Join(err, file.Close())
	if err == nil && t.listens() {
		return false, os.Remove(request)
	}
	if err == nil {
		err = process.Signal(syscall.SIGQUIT)
	}
	if err != nil {
		os.Remove(request)
		return false, err
	}
	return true, nil
}

// dial connects to a socket. If the queue of the socket is full (5 in HotSpot, which handles one connection at a time), a non-blocking
// connect fails with EAGAIN; see connect(2). dial then retries for up to [attachTimeout].
func dial(ctx context.Context, path string) (net.Conn, error) {
	wait := 5 * time.Millisecond
	for waited := time.Duration(0); ; waited += wait {
		var d net.Dialer
		conn, err := d.DialContext(ctx, "unix", path)
		if !errors.Is(err, syscall.EAGAIN) {
			return conn, err
		}
		if waited >= attachTimeout {
			return nil, errBusy
		}
		wait = min(wait*2, 200*time.Millisecond)
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(wait):
		}
	}
}

// execute sends a command of the attach protocol to the VM and reads the reply.
func (t target) execute(ctx context.Context, arguments ...string) (text []byte, err error) {
	request, err := encode(arguments)
	if err != nil {
		return nil, err
	}
	conn, err := t.connect(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	if _, err = conn.Write(request); err == nil {
		text, err = io.ReadAll(io.LimitReader(conn, maxReply+1))
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case len(text) == 0 && t.runs():
		return nil, errors.New("it closed the connection without a response; run memcity with the program's user and group")
	case len(text) == 0:
		return nil, ErrEnded
	case err != nil:
		return nil, fmt.Errorf("the response was cut off: %w", err)
	}
	return decode(text)
}

func (t target) command(ctx context.Context, words []string) ([]byte, error) {
	return t.execute(ctx, "jcmd", strings.Join(words, " "))
}

func (t target) loadAgent(ctx context.Context, path, options string) ([]byte, error) {
	return t.execute(ctx, "load", path, "true", options)
}

func (t target) loadJavaAgent(ctx context.Context, jar, options string) ([]byte, error) {
	return t.execute(ctx, "load", "instrument", "false", jar+"="+options)
}

// give changes the owner of a file or folder to the VM's user, if that is another user.
func (t target) give(path string) error {
	if t.uid == os.Geteuid() || t.uid < 0 {
		return nil
	}
	return os.Chown(path, t.uid, t.gid)
}

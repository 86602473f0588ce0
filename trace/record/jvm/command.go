package jvm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

const (
	// maxReply is the longest reply accepted, in bytes. The longest replies are class histograms with about 100 bytes per class.
	maxReply = 64 << 20
	// maxArgument is the longest argument in the protocol, in bytes.
	maxArgument = 1024
	// arguments is the number of arguments of a request.
	arguments = 3
)

// Errors for callers to check.
var (
	ErrNotJVM  = errors.New("is not a HotSpot virtual machine")
	ErrEnded   = errors.New("it has ended")
	ErrNoAgent = errors.New("the agent could not be loaded") // although the VM accepts commands
)

// Command executes a jcmd command in the VM, such as GC.class_histogram with -all, and returns the output. It waits for the VM until ctx is
// done. The VM continues its work even then.
func Command(ctx context.Context, pid int, args ...string) ([]byte, error) {
	words, err := quoted(args)
	if err != nil {
		return nil, about(pid, err)
	}
	t, err := find(pid)
	if err != nil {
		return nil, err
	}
	text, err := t.command(ctx, words)
	if err != nil {
		return nil, about(pid, err)
	}
	return text, nil
}

// LoadJavaAgent loads a Java agent and waits until it has started. jar is a path in the VM's file system.
func LoadJavaAgent(ctx context.Context, pid int, jar, options string) error {
	t, err := find(pid)
	if err != nil {
		return err
	}
	text, err := t.loadJavaAgent(ctx, jar, options)
	if err == nil {
		err = loaded(text)
	}
	if err != nil {
		return about(pid, err)
	}
	return nil
}

// LoadAgent loads a native agent into the VM. path is a path in the VM's file system. The error is [ErrNoAgent] if the VM accepts commands
// but not this agent.
func LoadAgent(ctx context.Context, pid int, path, options string) error {
	t, err := find(pid)
	if err != nil {
		return err
	}
	if p, ok := t.describe(); ok && p.NoAgent != "" {
		return about(pid, fmt.Errorf("%w: %s", ErrNoAgent, p.NoAgent))
	}
	text, err := t.loadAgent(ctx, path, options)
	if err == nil {
		err = loaded(text)
	}
	var status *StatusError
	if errors.As(err, &status) {
		err = fmt.Errorf("%w: %w", ErrNoAgent, err)
	}
	if err != nil {
		return about(pid, err)
	}
	return nil
}

// quoted quotes words so that the VM splits them correctly.
func quoted(words []string) ([]string, error) {
	words = slices.Clone(words)
	for i, w := range words {
		if w == "" || strings.ContainsAny(w, "\"\n\x00") {
			return nil, fmt.Errorf("cannot pass the argument %q to the virtual machine", w)
		}
		if strings.ContainsAny(w, " '") {
			words[i] = `"` + w + `"`
		}
	}
	return words, nil
}

func about(pid int, err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("process %d: %w", pid, err)
}

// StatusError is the response of a VM to a command that failed.
type StatusError struct {
	Status int
	Text   string // a single line
}

func (e *StatusError) Error() string {
	if e.Text == "" {
		return fmt.Sprintf("it refused with status %d", e.Status)
	}
	return "it says: " + e.Text
}

// encode returns a request in version 1 of the attach protocol.
func encode(words []string) ([]byte, error) {
	request := []byte("1\x00")
	for i := range 1 + arguments {
		if i < len(words) {
			if len(words[i]) > maxArgument || strings.IndexByte(words[i], 0) >= 0 {
				return nil, fmt.Errorf("cannot pass on an argument of %d bytes; expected at most %d, without NUL", len(words[i]), maxArgument)
			}
			request = append(request, words[i]...)
		}
		request = append(request, 0)
	}
	return request, nil
}

// decode splits a reply into status and text. A nonzero status becomes an error.
func decode(reply []byte) ([]byte, error) {
	if len(reply) > maxReply {
		return nil, fmt.Errorf("its answer is longer than %d MB", maxReply/1_000_000)
	}
	first, text, _ := bytes.Cut(reply, []byte{'\n'})
	status, err := strconv.Atoi(string(bytes.TrimSpace(first)))
	switch {
	case err != nil:
		return nil, fmt.Errorf("its answer begins with %q, expected a status", shorten(string(first)))
	case status == 101:
		return nil, &StatusError{status, "unknown version of the attach protocol"}
	case status != 0:
		return nil, &StatusError{status, oneLine(text)}
	}
	return text, nil
}

// loaded checks the reply to a load command. Depending on the Java version, 0, return code: 0, or an empty reply means success.
func loaded(text []byte) error {
	line := oneLine(text)
	code := strings.TrimSpace(strings.TrimPrefix(line, "return code:"))
	switch n, err := strconv.Atoi(code); {
	case line == "" || err == nil && n == 0:
		return nil
	case err == nil:
		return &StatusError{n, fmt.Sprintf("the agent did not start (%d)", n)}
	}
	return &StatusError{-1, line}
}

// oneLine joins the lines of a text, skipping empty lines and Java stack frames.
func oneLine(text []byte) string {
	lines := strings.Split(string(text), "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	lines = slices.DeleteFunc(lines, func(l string) bool { return l == "" || strings.HasPrefix(l, "at ") })
	return shorten(strings.Join(lines, "; "))
}

// Descendants returns the VMs among the direct and indirect children of a process, and the process itself if it is a VM.
func Descendants(ctx context.Context, pid int) ([]Process, error) {
	all, err := List(ctx)
	if err != nil {
		return nil, err
	}
	parent := parents()
	below := func(p Process) bool {
		for at, steps := p.PID, 0; at > 1 && steps < len(parent)+1; at, steps = parent[at], steps+1 {
			if at == pid {
				return true
			}
		}
		return false
	}
	return slices.DeleteFunc(all, func(p Process) bool { return !below(p) }), nil
}

package remote

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"memcity/trace/process"
)

// Session runs memcity-record on a host.
type Session struct {
	Host    Host
	Program func(arch string) (path string, err error) // returns the path of memcity-record for a GOARCH
	Args    []string                                   // arguments of memcity-record: a command, and options except those for the destination and the end of the trace
	Out     io.Writer                                  // receives the trace
	Err     io.Writer                                  // receives messages of memcity-record and the client
}

// probe prints the system and a folder in which programs can be run, which it leaves empty.
const probe = `echo "$(uname -s) $(uname -m)"
for at in "${TMPDIR:-/tmp}" /dev/shm "${XDG_RUNTIME_DIR:-}" "$HOME" "$PWD" /var/tmp; do
	[ -d "$at" ] || continue
	folder=$at/memcity-remote-$$
	(umask 077; mkdir "$folder") 2>/dev/null || continue
	if printf '#!/bin/sh\n' 2>/dev/null >"$folder/try" && chmod 700 "$folder/try" && "$folder/try" 2>/dev/null; then
		rm "$folder/try"
		echo "$folder"
		exit 0
	fi
	rm -rf "$folder"
done
exit 9`

// noFolder is the exit status of the probe if there is no suitable folder.
const noFolder = 9

// Record copies memcity-record to the host, runs it until it ends or ctx is done, and deletes it. It calls begins once memcity-record runs.
// The error is an [Exit] if memcity-record ended with a nonzero status, which it has already explained.
func (s *Session) Record(ctx context.Context, begins func()) error {
	arch, folder, err := s.probe(ctx)
	if err != nil {
		return err
	}
	path, err := s.Program(arch)
	if err == nil {
		err = s.copy(ctx, path, folder)
	}
	if err != nil {
		return errors.Join(err, s.remove(context.WithoutCancel(ctx), folder))
	}
	begins()
	return s.run(ctx, folder)
}

// Exit is the exit status of memcity-record on the host.
type Exit int

func (e Exit) Error() string { return fmt.Sprintf("memcity-record ended there with status %d", int(e)) }

// probe returns the host's architecture and a new folder there.
func (s *Session) probe(ctx context.Context) (arch, folder string, err error) {
	client := s.Host.command("")[0]
	switch _, err := process.Find(client); {
	case errors.Is(err, process.ErrShared):
		return "", "", fmt.Errorf("%s: the client %s %w", s.Host.Name, client, process.ErrShared)
	case err != nil:
		return "", "", fmt.Errorf("%s: the client %s is not on the PATH", s.Host.Name, client)
	}
	var out, complaint bytes.Buffer
	cmd := s.Host.start(ctx, probe)
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err = cmd.Run()
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	var exit *process.ExitError
	switch {
	case ctx.Err() != nil:
		return "", "", ctx.Err()
	case errors.As(err, &exit) && exit.ExitCode() == noFolder:
		return "", "", fmt.Errorf("%s: memcity-record cannot run in any folder: all are read-only, full or mounted noexec", s.Host.Name)
	case err != nil:
		return "", "", fmt.Errorf("%s: no shell could be started there: %s", s.Host.Name, said(complaint.Bytes(), err))
	}
	folder = lines[len(lines)-1]
	system, machine, _ := strings.Cut(lines[max(0, len(lines)-2)], " ")
	arch = map[string]string{"x86_64": "amd64", "amd64": "amd64", "aarch64": "arm64", "arm64": "arm64"}[machine]
	if system != "Linux" || arch == "" {
		err = fmt.Errorf("%s: is a %s %s; memcity-record is for Linux on x86-64 and arm64", s.Host.Name, system, machine)
		return "", "", errors.Join(err, s.remove(context.WithoutCancel(ctx), folder))
	}
	return arch, folder, nil
}

// said returns the client's error output as one line, or else the text of err.
func said(complaint []byte, err error) string {
	if text := strings.Join(strings.Fields(string(complaint)), " "); text != "" {
		return text
	}
	return err.Error()
}

// copy writes the program to the folder. An incomplete copy is deleted.
func (s *Session) copy(ctx context.Context, path, folder string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	var complaint bytes.Buffer
	at := quote(folder + "/memcity-record")
	cmd := s.Host.start(ctx, fmt.Sprintf(`cat >%[1]s && chmod 700 %[1]s && [ "$(wc -c <%[1]s)" -eq %[2]d ] || { rm -rf %[3]s; exit 1; }`, at,
		info.Size(), quote(folder)))
	cmd.Stdin, cmd.Stderr = file, &complaint
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("%s: memcity-record, %d MB, could not be copied to %s: %s", s.Host.Name, info.Size()/1_000_000, folder,
			said(complaint.Bytes(), err))
	}
	return nil
}

// run runs the program until ctx ends, and removes the folder.
func (s *Session) run(ctx context.Context, folder string) error {
	hold, input, err := os.Pipe()
	if err != nil {
		return err
	}
	defer input.Close()
	args := slices.Insert(slices.Clone(s.Args), 1, "--stop-at-eof", "-o", "-")
	script := fmt.Sprintf("trap %s EXIT; trap : HUP INT TERM; %s %s", quote("rm -rf "+quote(folder)), quote(folder+"/memcity-record"),
		quoteAll(args))
	cmd := s.Host.start(context.WithoutCancel(ctx), script)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = hold, s.Out, s.Err
	cmd.WaitDelay = clientEnds
	err = cmd.Start()
	hold.Close()
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { input.Close() })()
	err = cmd.Wait()
	var exit *process.ExitError
	if errors.As(err, &exit) && exit.ExitCode() > 0 {
		return Exit(exit.ExitCode())
	}
	if err != nil {
		return fmt.Errorf("%s: the connection ended: %w", s.Host.Name, err)
	}
	return nil
}

// clientEnds is how long children of a client may keep its streams open after it has ended.
const clientEnds = 5 * time.Second

// remove deletes the folder.
func (s *Session) remove(ctx context.Context, folder string) error {
	var complaint bytes.Buffer
	cmd := s.Host.start(ctx, "rm -rf "+quote(folder))
	cmd.Stderr = &complaint
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %s could not be deleted: %s", s.Host.Name, folder, said(complaint.Bytes(), err))
	}
	return nil
}

// start prepares the client's command for a script.
func (h Host) start(ctx context.Context, script string) *process.Cmd {
	words := h.command(script)
	if h.prompts {
		words = deaf(words)
	}
	cmd := process.Command(ctx, words[0], words[1:]...)
	if !h.prompts {
		ownGroup(cmd)
	}
	return cmd
}

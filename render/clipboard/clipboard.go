// Package clipboard copies pictures to the system clipboard. GLFW supports only text there. On X11 and Wayland, the owner of the content
// must serve it from an event loop until it is replaced. The package therefore uses programs of the system, which also outlive the window:
//
//	Linux and other Unix   wl-copy in a Wayland session, else xclip
//	macOS                  osascript
//	Windows                PowerShell
package clipboard

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"memcity/trace/process"
)

// ErrNoProgram reports that no program for copying pictures is installed.
var ErrNoProgram = errors.New("clipboard: no program for pictures found: install xclip or wl-clipboard")

// errNoPicture reports that the data is not a PNG picture.
var errNoPicture = errors.New("clipboard: the data is not a PNG picture")

// limit is the maximum run time of a program. Programs usually need a fraction of a second.
const limit = 10 * time.Second

// program is a command that copies a picture.
type program struct {
	name string
	args []string
	file bool // reads the picture from the file named by pictureVariable in the environment; else from standard input
}

// pictureVariable is the environment variable that passes the path of the picture to scripts, so that the path needs no quoting.
const pictureVariable = "MEMCITY_PICTURE"

// WritePNG copies a PNG picture to the clipboard. It blocks for up to 10 seconds, until the system has the picture, so call it on its own
// goroutine. Its errors can be shown to the user. It returns [ErrNoProgram] if no program is available.
func WritePNG(data []byte) error {
	if !bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")) {
		return errNoPicture
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	first := ErrNoProgram
	for _, p := range programs(os.Getenv) {
		path, err := process.Find(p.name)
		if err != nil {
			continue
		}
		if err = p.run(ctx, path, data); err == nil {
			return nil
		}
		if errors.Is(first, ErrNoProgram) {
			first = err
		}
	}
	return first
}

func (p program) run(ctx context.Context, path string, data []byte) error {
	cmd := process.Command(ctx, path, p.args...)
	if p.file {
		name, err := temporary(data)
		if err != nil {
			return fmt.Errorf("clipboard: %w", err)
		}
		defer os.Remove(name)
		cmd.Env = append(cmd.Environ(), pictureVariable+"="+name)
	} else {
		cmd.Stdin = bytes.NewReader(data)
	}
	// The programs leave a child process that serves the picture. That child would keep a pipe open, so use a file.
	complaint, err := os.CreateTemp("", "memcity-*.txt")
	if err != nil {
		return fmt.Errorf("clipboard: %w", err)
	}
	defer os.Remove(complaint.Name())
	defer complaint.Close()
	cmd.Stderr = complaint
	err = cmd.Run()
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return fmt.Errorf("clipboard: %s does not respond", p.name)
	}
	if text := firstLine(complaint); text != "" {
		return fmt.Errorf("clipboard: %s: %s", p.name, text)
	}
	return fmt.Errorf("clipboard: %s: %w", p.name, err)
}

// temporary writes a picture to a temporary file that only the user can read.
func temporary(data []byte) (name string, err error) {
	f, err := os.CreateTemp("", "memcity-*.png")
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}

// firstLine returns the first line of f that is not blank, at most 200 bytes of it.
func firstLine(f *os.File) string {
	text := make([]byte, 4096)
	n, _ := f.ReadAt(text, 0)
	for line := range strings.Lines(string(text[:n])) {
		if line = strings.TrimSpace(line); line != "" {
			return strings.ToValidUTF8(line[:min(len(line), 200)], "")
		}
	}
	return ""
}

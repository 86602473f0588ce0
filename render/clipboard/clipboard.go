// Package clipboard puts pictures on the clipboard of the system. GLFW knows only text there, and on X11 and Wayland
// whoever offers something has to serve it until it is replaced, in an event loop of its own. So programs of the
// system do it, which also outlive the window:
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

// ErrNoProgram says that nothing is installed that could put a picture on the clipboard.
var ErrNoProgram = errors.New("clipboard: no program for pictures found: install xclip or wl-clipboard")

// errNoPicture says that the data is no PNG.
var errNoPicture = errors.New("clipboard: the data is not a PNG picture")

// limit is how long a program may take. They take a fraction of a second.
const limit = 10 * time.Second

// program is one way to put a picture on the clipboard.
type program struct {
	name string
	args []string
	file bool // takes the picture from the file whose path is in the environment as pictureVariable, else from standard input
}

// pictureVariable hands the path of a picture to scripts, so that it needs no quoting.
const pictureVariable = "MEMCITY_PICTURE"

// WritePNG puts a PNG picture on the clipboard, in place of what was there. It waits until the system has it, up to 10
// seconds, so it belongs on a goroutine of its own. The error is for the user; it is [ErrNoProgram] if there is nothing
// to do it with.
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
	// The programs leave a child behind that serves the picture. It would keep a pipe open; a file it may.
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

// temporary writes a picture to a file that only the user can read.
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

// firstLine returns the first line of a file that has text, at most 200 bytes of it.
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

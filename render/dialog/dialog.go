// Package dialog prompts the user for files with the dialogs of the system. They run in processes or threads of their own,
// so nothing here touches the window or its thread:
//
//	Linux and other Unix   kdialog on KDE, else zenity, qarma or matedialog, else kdialog
//	macOS                  osascript
//	Windows                the common item dialog
//
// Every function waits until the user is done, so it is to be called on a goroutine of its own. When its context ends, the
// dialog closes and the function returns the context's error. A user who cancels gives neither a path nor an error.
package dialog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// ErrNoProgram says that nothing is installed that could show a dialog.
var ErrNoProgram = errors.New("no program for file dialogs found: install zenity or kdialog, or drop files on the window")

const saveTitle = "Save"

// maxPaths bounds the files chosen at once.
const maxPaths = 10_000

// program is a way to prompt. at is a folder to start in, with a separator at its end, or a file in it; it may be empty.
type program interface {
	open(ctx context.Context, title, at string) ([]string, error)
	save(ctx context.Context, title, at string) (string, error)
}

// Available reports whether there is something that can show a dialog.
func Available() bool { return available() != nil }

// Open prompts for files to open under a title, starting in a folder; empty or not there, it is up to the system. The paths are absolute,
// in the order of the dialog; there are none if the user cancels.
func Open(ctx context.Context, title, folder string) ([]string, error) {
	a, err := find(ctx)
	if err != nil {
		return nil, err
	}
	paths, err := a.open(ctx, title, start(folder, ""))
	if err != nil || len(paths) == 0 {
		return nil, outcome(ctx, err)
	}
	if len(paths) > maxPaths {
		return nil, fmt.Errorf("file dialog: %d files chosen, at most %d", len(paths), maxPaths)
	}
	for i := range paths {
		if paths[i], err = absolute(paths[i]); err != nil {
			return nil, err
		}
	}
	return paths, nil
}

// Save prompts for a place to save a file, starting in a folder with a name for it. The user has confirmed if a file is to be
// overwritten. The path is absolute; it is empty if the user cancels.
func Save(ctx context.Context, folder, name string) (string, error) {
	a, err := find(ctx)
	if err != nil {
		return "", err
	}
	path, err := a.save(ctx, saveTitle, start(folder, name))
	if err != nil || path == "" {
		return "", outcome(ctx, err)
	}
	return absolute(path)
}

// find returns how to prompt.
func find(ctx context.Context) (program, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if a := available(); a != nil {
		return a, nil
	}
	return nil, ErrNoProgram
}

// start returns where a dialog starts.
func start(folder, name string) string {
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		folder = ""
	}
	if folder != "" {
		if path, err := filepath.Abs(folder); err == nil {
			folder = strings.TrimRight(path, string(filepath.Separator)) + string(filepath.Separator)
		}
	}
	if name != "" {
		name = filepath.Base(name)
	}
	return folder + name
}

// errCanceled means that the user has canceled.
var errCanceled = errors.New("canceled")

func outcome(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err == nil, errors.Is(err, errCanceled):
		return nil
	}
	return fmt.Errorf("file dialog: %w", err)
}

func absolute(path string) (string, error) {
	if strings.ContainsRune(path, 0) {
		return "", errors.New("file dialog: the path has a zero byte")
	}
	return filepath.Abs(path)
}

// Package dialog prompts the user for files with the dialogs of the system. They run in their own processes or threads, so nothing here
// touches the window or its thread:
//
//	Linux and other Unix   kdialog on KDE, else zenity, qarma or matedialog, else kdialog
//	macOS                  osascript
//	Windows                the common item dialog
//
// Every function blocks until the user is done, so call it on its own goroutine. When its context ends, the dialog closes and the function
// returns the context's error. If the user cancels, the function returns neither a path nor an error.
package dialog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// ErrNoProgram reports that no program for file dialogs is installed.
var ErrNoProgram = errors.New("no program for file dialogs found: install zenity or kdialog, or drop files on the window")

const saveTitle = "Save"

// maxPaths is the maximum number of files chosen in one dialog.
const maxPaths = 10_000

// program is a dialog program. The given at is the initial folder, ending in a separator, or a file in it; it may be empty.
type program interface {
	open(ctx context.Context, title, at string) ([]string, error)
	save(ctx context.Context, title, at string) (string, error)
}

// Available reports whether file dialogs can be shown.
func Available() bool { return available() != nil }

// Open prompts for files to open. The dialog starts in the given folder; if that is empty or missing, the system chooses one. Open returns
// absolute paths in the order of the dialog, or none if the user cancels.
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

// Save prompts for a file to write. The dialog starts in the given folder and suggests the given name. It asks for confirmation before an
// existing file is chosen. Save returns an absolute path, or "" if the user cancels.
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

// find returns the dialog program, or an error if there is none or ctx is done.
func find(ctx context.Context) (program, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if a := available(); a != nil {
		return a, nil
	}
	return nil, ErrNoProgram
}

// start returns the initial path of a dialog.
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

// errCanceled reports that the user canceled the dialog.
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

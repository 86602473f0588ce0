//go:build !unix || darwin

package dialog

import (
	"context"
	"errors"
	"runtime"

	"github.com/ncruces/zenity"

	"memcity/trace/process"
)

// available returns the dialog program; nil if the library would run code of other users.
func available() program {
	if runtime.GOOS == "darwin" && !process.IsClean() {
		return nil
	}
	return library{}
}

// library uses github.com/ncruces/zenity, which starts osascript on macOS and calls Windows directly. It is not used on other systems, where
// it would start programs with the environment and the working folder of this one.
type library struct{}

func options(ctx context.Context, title, at string, more ...zenity.Option) []zenity.Option {
	all := append([]zenity.Option{zenity.Context(ctx), zenity.Title(title)}, more...)
	if at != "" {
		all = append(all, zenity.Filename(at))
	}
	return all
}

func (library) open(ctx context.Context, title, at string) ([]string, error) {
	paths, err := zenity.SelectFileMultiple(options(ctx, title, at)...)
	return paths, canceled(err)
}

func (library) save(ctx context.Context, title, at string) (string, error) {
	path, err := zenity.SelectFileSave(options(ctx, title, at, zenity.ConfirmOverwrite())...)
	return path, canceled(err)
}

// canceled converts the library's cancellation to errCanceled.
func canceled(err error) error {
	if errors.Is(err, zenity.ErrCanceled) {
		return errCanceled
	}
	return err
}

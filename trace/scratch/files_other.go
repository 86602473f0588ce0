//go:build !linux

package scratch

import "errors"

// Possible reports whether this system supports columns in files.
const Possible = false

var errNotHere = errors.New("scratch files are only supported on Linux")

func suits(string) error { return errNotHere }

func free(string) (int64, error) { return 0, errNotHere }

func mapped(string, int64) ([]byte, error) { return nil, errNotHere }

func unmap([]byte) error { return errNotHere }

//go:build !unix

package index

import "os"

func load(path string) ([]byte, error) { return os.ReadFile(path) }

func unload([]byte) {}

package agents

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"memcity/assets"
	"memcity/city/exchange"
	"memcity/trace/antsocket"
	"memcity/words"
)

// systemFolders lists folders whose files are not recordings, such as /dev/stdin, which carries the requests.
var systemFolders = []string{"/dev", "/proc", "/sys"}

// openable returns an error for a path that a request must not open. A prompt must not reach the network, wait for a device or a pipe, or
// consume requests meant for the server.
func (s *server) openable(path string) error {
	refused := func(text string) error { return fmt.Errorf("path %s: %s", words.Clip(words.Printable(path)), text) }
	switch {
	case path == "-":
		return refused("standard input carries the requests")
	case strings.HasPrefix(path, assets.DemoPrefix):
		return nil
	case exchange.IsAddress(path), antsocket.IsAddress(path), isNetworkShare(path):
		if s.network {
			return nil
		}
		return refused("it would open a connection; start memcity mcp with --network to allow this")
	}
	places := []string{path}
	if absolute, err := filepath.Abs(path); err == nil {
		places = append(places, absolute)
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		places = append(places, real)
	}
	for _, place := range places {
		if slices.ContainsFunc(systemFolders, func(folder string) bool { return place == folder || strings.HasPrefix(place, folder+"/") }) {
			return refused("it is in a system folder; expected a file or a folder with a recording")
		}
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil // the command reports the error
	}
	if !info.IsDir() && !info.Mode().IsRegular() {
		return refused("it is a device, a pipe or a socket; expected a file or a folder")
	}
	if input, err := os.Stdin.Stat(); err == nil && os.SameFile(info, input) {
		return refused("standard input carries the requests")
	}
	return nil
}

// isNetworkShare reports whether a path is a Windows path on another machine.
func isNetworkShare(path string) bool {
	path = strings.ReplaceAll(path, "/", `\`)
	return filepath.Separator == '\\' && strings.HasPrefix(path, `\\`)
}

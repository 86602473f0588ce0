// Package scripts names the source files of JavaScript programs. Readers of several files of V8 use it.
package scripts

import "strings"

// nodeModules is the folder of the packages of npm.
const nodeModules = "node_modules/"

// Root returns the folder that contains all files of the program, with a slash; empty for none. Files of npm packages and of the runtime do
// not count.
func Root(names []string) string {
	root, first := "", true
	for _, name := range names {
		path, own := Path(name)
		slash := strings.LastIndexByte(path, '/')
		switch {
		case !own || slash < 0:
		case first:
			root, first = path[:slash+1], false
		default:
			for !strings.HasPrefix(path, root) {
				root = root[:strings.LastIndexByte(strings.TrimSuffix(root, "/"), '/')+1]
			}
		}
	}
	return root
}

// Label returns the name of a file for people: its path in the program below root, node_modules/PACKAGE/PATH, node:MODULE, or
// ext:MODULE for Deno.
func Label(name, root string) string {
	path, own := Path(name)
	if own {
		path = strings.TrimPrefix(path, root)
	}
	return path
}

// Path returns the path of a file without scheme, port and query, with slashes. own is false for files of npm packages, of
// Node.js, of Deno and of V8. The result has no colon, except after node and ext, because colons separate files from types.
func Path(name string) (path string, own bool) {
	if strings.HasPrefix(name, "node:") || strings.HasPrefix(name, "ext:") {
		return name, false
	}
	path, own = name, strings.HasPrefix(name, "/") || len(name) > 2 && name[1] == ':'
	if scheme := strings.Index(path, "://"); scheme > 0 {
		own = true
		path, _, _ = strings.Cut(path, "?")
		path, _, _ = strings.Cut(path, "#")
		path = path[min(scheme+len("://"), len(path)):]
		host, rest, _ := strings.Cut(path, "/")
		if before, port, ok := strings.Cut(host, ":"); ok && strings.Trim(port, "0123456789") == "" {
			path = before + "/" + rest
		}
	}
	path = strings.ReplaceAll(strings.ReplaceAll(path, `\`, "/"), ":", "_")
	if i := strings.LastIndex(path, nodeModules); i >= 0 {
		return path[i:], false
	}
	return path, own
}

package node

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestIsName(t *testing.T) {
	for path, want := range map[string]bool{
		"node": true, "/usr/bin/node": true, "nodejs": true, "node20": true, "node-v22.1.0": true, "node.exe": true,
		"nodemon": false, "node_exporter": false, "mynode": false, "node.js": false, "": false, "deno": false,
	} {
		if IsName(path) != want {
			t.Errorf("%s: %v", path, !want)
		}
	}
}

// TestIsNode checks that the content of a file decides, and that links are followed.
func TestIsNode(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, size int, at int) string {
		data := bytes.Repeat([]byte{'x'}, size)
		if at >= 0 {
			copy(data[at:], marker)
		}
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const mega = 1 << 20
	for _, test := range []struct {
		name     string
		size, at int
		want     bool
	}{
		{"node", minSize, minSize - len(marker), true},
		{"node1", minSize, mega - 5, true}, // across two reads
		{"node2", minSize, 0, true},
		{"node3", minSize, -1, false},
		{"node4", minSize - 1, 0, false},
		{"other", minSize, 0, false},
	} {
		path := write(test.name, test.size, test.at)
		if IsNode(path) != test.want {
			t.Errorf("%s: %v", test.name, !test.want)
		}
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(filepath.Join(dir, "node"), link); err != nil {
		t.Skip(err)
	}
	if !IsNode(link) || IsNode(filepath.Join(dir, "none")) {
		t.Error("a link is not followed, or a missing file is Node.js")
	}
}

func TestInspected(t *testing.T) {
	const port = "--inspect=127.0.0.1:0"
	for _, test := range []struct {
		argv string
		at   int
		want string
	}{
		{"node app.js --inspect", 0, "node " + port + " app.js --inspect"},
		{"node", 0, "node " + port},
		{"env A=1 node --max-old-space-size=64 app.js", 2, "env A=1 node " + port + " --max-old-space-size=64 app.js"},
		{"node --inspect-port=0 app.js", 0, "node " + port + " --inspect-port=0 app.js"},
		{"node --inspect app.js", 0, "node --inspect app.js"},
		{"node -r x --inspect=127.0.0.1:1 app.js", 0, "node " + port + " -r x --inspect=127.0.0.1:1 app.js"},
	} {
		if got := strings.Join(Inspected(strings.Fields(test.argv), test.at), " "); got != test.want {
			t.Errorf("%s: %s, want %s", test.argv, got, test.want)
		}
	}
}

func TestInspectedEnv(t *testing.T) {
	for env, want := range map[string]string{
		"A=1":                                   "A=1 | NODE_OPTIONS=--inspect=127.0.0.1:0",
		"NODE_OPTIONS= | A=1":                   "NODE_OPTIONS=--inspect=127.0.0.1:0 | A=1",
		"NODE_OPTIONS=-r x | NODE_OPTIONS=-r y": "NODE_OPTIONS=-r x | NODE_OPTIONS=-r y --inspect=127.0.0.1:0",
	} {
		in := strings.Split(env, " | ")
		if got := strings.Join(InspectedEnv(in), " | "); got != want {
			t.Errorf("%s: %s", env, got)
		}
		if strings.Join(in, " | ") != env {
			t.Errorf("%s was changed to %q", env, in)
		}
	}
}

func TestIsManager(t *testing.T) {
	for _, name := range []string{"npm", "npm-cli.js", "npm start", "npm run build", "npx-cli.js", "yarn.js", "pnpm.cjs", "corepack.js"} {
		if !IsManager(name) {
			t.Errorf("%s is none", name)
		}
	}
	for _, name := range []string{"app.js", "server.npm.js", "npmlog.js", "", "cli.js"} {
		if IsManager(name) {
			t.Errorf("%q is one", name)
		}
	}
}

func TestTitle(t *testing.T) {
	for words, want := range map[string][2]string{
		"node /srv/app.js --port 8":        {"app.js", "app.js --port 8"},
		"node -r ./x.js --foo a/b.mjs":     {"b.mjs", "b.mjs"},
		"node -- -x.js":                    {"-x.js", "-x.js"},
		"node -e 1+1":                      {"node", "node"},
		"node --inspect=127.0.0.1:0 a\x1b": {"a ", "a "},
		"node":                             {"node", "node"},
	} {
		name, command := Title(strings.Fields(words))
		if got := [2]string{name, command}; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q", words, got)
		}
	}
	_, command := Title([]string{"node", "a.js", strings.Repeat("x", 200)})
	if n := len([]rune(command)); n != maxCommand {
		t.Errorf("a command of %d characters", n)
	}
}

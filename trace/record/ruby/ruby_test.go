package ruby

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	for name, want := range map[string]bool{"ruby": true, "/usr/bin/ruby3.1": true, "ruby27": true, "jruby": false, "truffleruby": false, "rubyw": false,
		"ruby-build": false, "": false} {
		if IsName(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
	for _, test := range []struct {
		path, interpreter string
		want              bool
	}{{"/srv/tool", "/usr/bin/ruby", true}, {"/srv/tool", "truffleruby", true}, {"/opt/shims/bundle", "/bin/sh", true}, {"bundles", "", false}} {
		if IsScript(test.path, test.interpreter) != test.want {
			t.Errorf("%s, %q: want %t", test.path, test.interpreter, test.want)
		}
	}
}

func TestWords(t *testing.T) {
	for text, want := range map[string]string{"app.rb --disable=all": "", "--disable=gems,rubyopt app.rb": "--disable=gems,rubyopt", "--disable-gems app.rb": "",
		"-W0 --disable-all": "--disable-all", "--disable all app.rb": "--disable all", "": ""} {
		if got := Prevents(strings.Fields(text)); got != want {
			t.Errorf("%s: %q", text, got)
		}
	}
	for script, want := range map[string]string{"/srv/app.rb": "app.rb", "-e": "ruby -e", "-": "ruby", "": "ruby"} {
		if got := Title([]string{script}); got != want {
			t.Errorf("%s: %q", script, got)
		}
	}
}

func TestPrepare(t *testing.T) {
	folder := t.TempDir()
	for exact, want := range map[bool]string{true: "\nexact = true ", false: "\nexact = false "} {
		if err := Prepare(folder, exact); err != nil {
			t.Fatal(err)
		}
		if data, err := os.ReadFile(filepath.Join(folder, fileName)); err != nil || !bytes.Contains(data, []byte(want)) {
			t.Errorf("no line %q: %v", want, err)
		}
	}
	if err := Prepare(folder+"/a b", false); err == nil {
		t.Error("a path with a space was accepted")
	}
	for before, want := range map[string]string{"A=1": "-r/f/memcity.rb", "RUBYOPT=": "-r/f/memcity.rb ", "RUBYOPT=-W0": "-r/f/memcity.rb -W0"} {
		if env := Environment([]string{before}, "/f"); env[len(env)-1] != "RUBYOPT="+want {
			t.Errorf("%s: %v", before, env)
		}
	}
}

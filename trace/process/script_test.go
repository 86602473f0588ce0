package process

import (
	"os"
	"path/filepath"
	"testing"
)

func TestInterpreter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tool")
	for head, want := range map[string]string{
		"#!/usr/bin/python3\nprint()":                                     "/usr/bin/python3",
		"#! /opt/node-v22.1.0/bin/node\r\n":                               "/opt/node-v22.1.0/bin/node",
		"#!/usr/bin/env node\nconsole.log(1)":                             "node",
		"#!/usr/bin/env -S A=1 python3 -u\n":                              "python3",
		"#!/usr/bin/node --no-warnings":                                   "/usr/bin/node",
		"#!/bin/sh\n'''exec' \"/long path/python3\" \"$0\" \"$@\"\n' '''": "/long", // a blank in the path
		"#!/bin/sh\n'''exec' /long/python3 \"$0\" \"$@\"\n' '''":          "/long/python3",
		"#!/bin/sh\npython3 x":                                            "/bin/sh",
		"#!":                                                              "",
		"#!/usr/bin/env":                                                  "",
		"#!/usr/bin/env -S\n":                                             "",
		"// #!/usr/bin/env node\n":                                        "",
		"":                                                                "",
		"\x7fELF":                                                         "",
	} {
		if err := os.WriteFile(path, []byte(head), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := Interpreter(path); got != want {
			t.Errorf("%q: %q, want %q", head, got, want)
		}
	}
	if Interpreter(t.TempDir()) != "" || Interpreter(path+"x") != "" {
		t.Error("a folder or a missing file is a script")
	}
}

package forked

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func isPython(word string) bool { return strings.HasPrefix(filepath.Base(word), "python3") }

func TestShebangs(t *testing.T) {
	for head, want := range map[string]bool{
		"#!/usr/bin/python3\nprint()":                                     true,
		"#! /usr/bin/env python3.11":                                      true,
		"#!/usr/bin/env -S A=1 python3 -u\n":                              true,
		"#!/bin/sh\n'''exec' \"/long path/python3\" \"$0\" \"$@\"\n' '''": false, // a blank in the path
		"#!/bin/sh\n'''exec' /long/python3 \"$0\" \"$@\"\n' '''":          true,
		"#!/bin/sh\npython3 x":                                            false,
		"#!/usr/bin/perl\n":                                               false,
		"#!":                                                              false,
		"#!/usr/bin/env":                                                  false,
		"":                                                                false,
		"\x7fELF":                                                         false,
	} {
		if isShebang([]byte(head), isPython) != want {
			t.Errorf("%q: %v", head, !want)
		}
	}
	path := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(path, []byte("#!/usr/bin/python3\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if !IsScript(path, isPython) || IsScript(t.TempDir(), isPython) || IsScript(path+"x", isPython) {
		t.Error("IsScript is wrong")
	}
}

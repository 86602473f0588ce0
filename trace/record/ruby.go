package record

import (
	"fmt"
	"path/filepath"
	"time"

	"memcity/trace"
	"memcity/trace/record/forked"
	"memcity/trace/record/ruby"
	dumps "memcity/trace/ruby"
)

var rubyLanguage = &language{runtime: trace.CRuby, name: "Ruby", command: "ruby", example: "ruby app.rb", versions: "CRuby 3.1 or later",
	failures: "the option --disable=rubyopt prevents it", object: 60, memory: 300, time: 2 * time.Microsecond,
	isName: ruby.IsName, isScript: ruby.IsScript, prevents: preventsRuby, title: ruby.Title, prepare: prepareRuby, suffix: ".rubyheap.jsonl.gz", runs: func(pid int) bool { return forked.Runs(pid, ruby.IsName) },
	open: dumps.Open}

func preventsRuby(argv []string, at int) error {
	word := argv[at]
	if ruby.IsOther(word) {
		return &Fault{Text: fmt.Sprintf("%s cannot be recorded, only CRuby 3.1 or later", filepath.Base(word))}
	}
	if option := ruby.Prevents(argv[at+1:]); option != "" && ruby.IsName(word) {
		return &Fault{Text: fmt.Sprintf("Ruby does not load the file of memcity with the option %s; start the program without it", option)}
	}
	return nil
}

func prepareRuby(o *Options, folder string, environment []string) ([]string, error) {
	return ruby.Environment(environment, folder), ruby.Prepare(folder, o.Mode == Exact)
}

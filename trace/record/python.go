package record

import (
	"fmt"
	"time"

	"memcity/trace"
	"memcity/trace/lines"
	"memcity/trace/record/forked"
	"memcity/trace/record/python"
)

var pythonLanguage = &language{runtime: trace.CPython, name: "Python", command: "python", example: "python app.py", versions: "Python 3.8 or later",
	failures: "the options -E, -I and -S prevent it", object: 60, memory: 400, time: 6 * time.Microsecond, waits: true,
	isName: python.IsName, isScript: func(_, interpreter string) bool { return python.IsName(interpreter) }, prevents: preventsPython,
	title: python.Title, prepare: preparePython, suffix: ".objects.jsonl.gz", runs: func(pid int) bool { return forked.Runs(pid, python.IsName) }, open: lines.Open}

func preventsPython(argv []string, at int) error {
	if option := python.Prevents(argv[at+1:]); option != "" && python.IsName(argv[at]) {
		return &Fault{Text: fmt.Sprintf("Python ignores the module of memcity with the option %s; start the program without it", option)}
	}
	return nil
}

func preparePython(o *Options, folder string, environment []string) ([]string, error) {
	depth := 0
	if o.Mode == Exact {
		depth = o.Depth
	}
	return python.Environment(environment, folder), python.Prepare(folder, depth)
}

// Package results writes what a command found in the formats that pipelines read: SARIF, JUnit's XML and Markdown. What is found comes as
// values; commands make them.
package results

// Status is what became of a result.
type Status uint8

// What becomes of results. Failed and Unknown make a command fail.
const (
	Passed  Status = iota
	Open           // not known, which does not make the command fail
	Noted          // there is something, but it does not make it fail
	Failed         // there is something
	Unknown        // not known, which makes it fail
)

// Report is what a command found.
type Report struct {
	Command   string // such as check
	Recording string
	Tool      string // with its version: memcity 0.2.0
	Start     int64  // of the recording, in ms since 1970; 0 if it is not known
	Verdict   string // in a sentence
	Results   []Result
	Notes     []string // what else there is to know, in sentences
	Heap      []int64  // bytes at GC points; none if they are not known
	Picture   *Picture // nil for none
}

// Picture is a picture that texts link to.
type Picture struct{ Link, Says string }

// Result is what became of a rule, or one thing that was found.
type Result struct {
	Rule     string // its name; results of one rule may be several
	About    string // what the rule says, in a sentence
	Help     string // what to do about it; empty for nothing
	Name     string // of the result, such as a test has one
	Status   Status
	Severity string   // error, warning or note
	Word     string   // what became of it, in a word or two
	Text     string   // what was found, in a sentence
	Details  []string // more of it, a line each
	Subject  string   // what it is about, the same in recordings of the next version; with the rule it says which result it is
	Places   []Place  // in files, the closest first
	Logical  []string // in the program: names of fields, types, paths
}

// Place is in a file.
type Place struct {
	File         string // a path
	Line, Column int    // from 1; 0 if they are not known
}

// Fails reports whether a result makes a command fail.
func (r *Result) Fails() bool { return r.Status >= Failed }

// Judge sets what became of a rule that a check has found kept, broken or unknown, and that makes the check fail or does not.
func (r *Result) Judge(status string, fails bool) {
	r.Word = status
	switch {
	case status == "kept":
	case fails && status == "unknown":
		r.Status, r.Word = Unknown, "not known"
	case fails:
		r.Status = Failed
	case status == "unknown":
		r.Status, r.Word = Open, "not known"
	default:
		r.Status, r.Word = Noted, r.Severity
	}
}

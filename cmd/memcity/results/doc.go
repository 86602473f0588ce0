// Package results writes the results of commands in the formats that CI pipelines read: SARIF, JUnit XML and Markdown. Commands supply
// the results as values.
package results

// Status selects the outcome of a result.
type Status uint8

// Outcomes of results. Failed and Unknown make a command fail.
const (
	Passed  Status = iota
	Open           // unknown, without making the command fail
	Noted          // a problem that does not make the command fail
	Failed         // a problem
	Unknown        // unknown, and makes the command fail
)

// Report contains the results of a command.
type Report struct {
	Command   string // such as check
	Recording string
	Tool      string // with its version: memcity 0.2.0
	Start     int64  // start of the recording, in ms since 1970; 0 if unknown
	Verdict   string // as a sentence
	Results   []Result
	Notes     []string // further facts, as sentences
	Heap      []int64  // in bytes, by GC point; nil if unknown
	Picture   *Picture // nil for none
}

// Picture is a picture that reports link to.
type Picture struct{ Link, Says string }

// Result is the outcome of a rule, or a finding.
type Result struct {
	Rule     string // name of the rule; a rule may have several results
	About    string // meaning of the rule, as a sentence
	Help     string // what to do about it; empty for nothing
	Name     string // of the result, like the name of a test
	Status   Status
	Severity string   // error, warning or note
	Word     string   // outcome in one or two words
	Text     string   // finding as a sentence
	Details  []string // further facts, one per line
	Subject  string   // stable identity across versions of the recording; unique together with the rule
	Places   []Place  // in files, the closest first
	Logical  []string // in the program: names of fields, types, paths
}

// Place is a position in a file.
type Place struct {
	File         string // a path
	Line, Column int    // 1-based; 0 if unknown
}

// Fails reports whether a result makes a command fail.
func (r *Result) Fails() bool { return r.Status >= Failed }

// Judge sets the outcome of a rule from its status (kept, broken or unknown) and from whether it makes the check fail.
func (r *Result) Judge(status string, fails bool) {
	r.Word = status
	switch {
	case status == "kept":
	case fails && status == "unknown":
		r.Status, r.Word = Unknown, "unknown"
	case fails:
		r.Status = Failed
	case status == "unknown":
		r.Status, r.Word = Open, "unknown"
	default:
		r.Status, r.Word = Noted, r.Severity
	}
}

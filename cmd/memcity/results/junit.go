package results

import (
	"encoding/xml"
	"io"
	"strings"
	"time"
)

// JUnit XML as written by the Ant task and read by Jenkins, GitLab and GitHub. Attributes that Ant's schema requires are always present.
type (
	JUnit struct {
		XMLName xml.Name     `xml:"testsuites"`
		Suites  []JUnitSuite `xml:"testsuite"`
	}
	JUnitSuite struct {
		Package    string      `xml:"package,attr"`
		ID         int         `xml:"id,attr"`
		Name       string      `xml:"name,attr"`
		Timestamp  string      `xml:"timestamp,attr"`
		Hostname   string      `xml:"hostname,attr"`
		Tests      int         `xml:"tests,attr"`
		Failures   int         `xml:"failures,attr"`
		Errors     int         `xml:"errors,attr"`
		Skipped    int         `xml:"skipped,attr"`
		Time       string      `xml:"time,attr"`
		Properties struct{}    `xml:"properties"`
		Cases      []JUnitCase `xml:"testcase"`
		Out        string      `xml:"system-out"`
		Err        string      `xml:"system-err"`
	}
	JUnitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		Time    string        `xml:"time,attr"`
		Skipped *JUnitSkipped `xml:"skipped"`
		Error   *JUnitProblem `xml:"error"`
		Failure *JUnitProblem `xml:"failure"`
	}
	JUnitSkipped struct {
		Message string `xml:"message,attr"`
	}
	JUnitProblem struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// JUnit writes the results as a test suite. Failed is a failure, and Unknown is an error. A problem that does not make the command fail is
// a skipped test.
func (p *Report) JUnit(out io.Writer) error {
	s := JUnitSuite{Package: "memcity", Name: xmlText("memcity " + p.Command + " " + p.Recording), Hostname: "localhost", Tests: len(p.Results),
		Time: "0", Timestamp: time.UnixMilli(p.Start).UTC().Format("2006-01-02T15:04:05"), Cases: []JUnitCase{}}
	var said []string
	for i := range p.Results {
		r := &p.Results[i]
		c := JUnitCase{Name: xmlText(r.Name), Class: "memcity." + p.Command, Time: "0"}
		problem := &JUnitProblem{Message: xmlText(r.Text), Type: r.Severity, Text: xmlText(strings.Join(r.lines(), "\n"))}
		switch r.Status {
		case Unknown:
			c.Error = problem
			s.Errors++
		case Failed:
			c.Failure = problem
			s.Failures++
		case Noted, Open:
			c.Skipped = &JUnitSkipped{problem.Message}
			s.Skipped++
			said = append(said, r.Name+": "+r.Text)
		}
		s.Cases = append(s.Cases, c)
	}
	for _, text := range append(said, p.Notes...) {
		s.Out += xmlText(text + "\n")
	}
	if _, err := io.WriteString(out, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(out)
	e.Indent("", "  ")
	if err := e.Encode(JUnit{Suites: []JUnitSuite{s}}); err != nil {
		return err
	}
	_, err := io.WriteString(out, "\n")
	return err
}

// lines returns the places and details of a result, one per line.
func (r *Result) lines() (lines []string) {
	for _, p := range r.Places {
		lines = append(lines, p.String())
	}
	return append(lines, r.Details...)
}

// xmlText removes characters that XML does not permit.
func xmlText(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r >= ' ' && r != 0xfffe && r != 0xffff {
			return r
		}
		return -1
	}, strings.ToValidUTF8(text, "\ufffd"))
}

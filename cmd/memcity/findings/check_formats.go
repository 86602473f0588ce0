package findings

import (
	"encoding/xml"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"memcity/cmd/memcity/cli"
)

// JUnit's XML, as the Ant task writes it and Jenkins, GitLab and GitHub read it. What Ant's schema wants is always there.
type (
	JUnit struct {
		XMLName xml.Name     `xml:"testsuites"`
		Suites  []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
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
		Cases      []junitCase `xml:"testcase"`
		Out        string      `xml:"system-out"`
		Err        string      `xml:"system-err"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		Time    string        `xml:"time,attr"`
		Skipped *struct{}     `xml:"skipped"`
		Error   *junitProblem `xml:"error"`
		Failure *junitProblem `xml:"failure"`
	}
	junitProblem struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// junit writes the outcomes as a suite of tests. A rule that fails is a failure, one that is not known an error, and one that
// does not make the check fail is skipped.
func (p *Check) junit(out io.Writer) error {
	s := junitSuite{Package: "memcity", Name: "memcity check " + p.Recording, Hostname: "localhost", Tests: len(p.Outcomes), Time: "0",
		Timestamp: time.UnixMilli(p.start).UTC().Format("2006-01-02T15:04:05")}
	for i := range p.Outcomes {
		o := &p.Outcomes[i]
		c := junitCase{Name: xmlText(o.Name), Class: "memcity.check", Time: "0"}
		problem := &junitProblem{Message: xmlText(o.Text), Type: o.Severity,
			Text: xmlText(o.details(p.Rules))}
		switch {
		case o.Fails && o.Status == "unknown":
			c.Error = problem
			s.Errors++
		case o.Fails:
			c.Failure = problem
			s.Failures++
		case o.Status != "kept":
			c.Skipped = &struct{}{}
			s.Skipped++
			s.Out += xmlText(o.Name + ": " + o.Text + "\n")
		}
		s.Cases = append(s.Cases, c)
	}
	s.Name = xmlText(s.Name)
	if _, err := io.WriteString(out, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(out)
	e.Indent("", "  ")
	if err := e.Encode(JUnit{Suites: []junitSuite{s}}); err != nil {
		return err
	}
	_, err := io.WriteString(out, "\n")
	return err
}

// details is all that is known of an outcome, one thing a line, none twice.
func (o *printedOutcome) details(file string) string {
	lines := []string{o.location(file)}
	for _, text := range append([]string{o.Check, o.Text, o.Why}, o.Where...) {
		if text != "" && text != o.Name && !slices.ContainsFunc(lines, func(l string) bool { return strings.HasSuffix(l, text) }) {
			lines = append(lines, text)
		}
	}
	return strings.Join(lines, "\n")
}

// xmlText leaves out what XML cannot have.
func xmlText(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r >= ' ' && r != 0xfffe && r != 0xffff {
			return r
		}
		return -1
	}, strings.ToValidUTF8(text, "\ufffd"))
}

// SARIF 2.1.0, as far as it is used here.
type (
	SARIF struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool    sarifTool     `json:"tool"`
		Results []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID      string        `json:"id"`
		Short   sarifText     `json:"shortDescription"`
		Help    *sarifText    `json:"help,omitempty"`
		Default sarifSeverity `json:"defaultConfiguration"`
	}
	sarifSeverity struct {
		Level string `json:"level"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Kind      string          `json:"kind"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifLocation struct {
		Physical sarifPhysical  `json:"physicalLocation"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	}
	sarifPhysical struct {
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region struct {
			Line   int `json:"startLine"`
			Column int `json:"startColumn"`
		} `json:"region"`
	}
	sarifLogical struct {
		Name string `json:"fullyQualifiedName"`
	}
)

// sarif makes a log of the outcomes: kept rules pass, broken ones are results at the place where the rule is written.
func (p *Check) sarif() *SARIF {
	run := sarifRun{Tool: sarifTool{sarifDriver{Name: "memcity", Version: strings.TrimPrefix(cli.ToolName(), "memcity "),
		Rules: []sarifRule{}}}, Results: []sarifResult{}}
	for i := range p.Outcomes {
		o := &p.Outcomes[i]
		rule := sarifRule{ID: o.Name, Short: sarifText{o.Check}, Default: sarifSeverity{o.Severity}}
		if o.Why != "" {
			rule.Help = &sarifText{o.Why}
		}
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, rule)
		result := sarifResult{RuleID: o.Name, RuleIndex: i, Kind: "pass", Level: "none", Message: sarifText{o.Text}}
		switch o.Status {
		case "broken":
			result.Kind, result.Level = "fail", o.Severity
		case "unknown":
			result.Kind = "open"
			if o.Fails {
				result.Kind, result.Level = "fail", o.Severity
			}
		}
		var at sarifLocation
		at.Physical.Artifact.URI = fileURI(p.Rules)
		at.Physical.Region.Line, at.Physical.Region.Column = o.Line, o.Column
		for _, where := range o.Where {
			if where != o.Text { // a finding is no place
				at.Logical = append(at.Logical, sarifLogical{where})
			}
		}
		result.Locations = []sarifLocation{at}
		run.Results = append(run.Results, result)
	}
	return &SARIF{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}}
}

// fileURI writes a path as a reference: relative ones stay so.
func fileURI(path string) string {
	u := url.URL{Path: filepath.ToSlash(path)}
	if filepath.IsAbs(path) {
		u.Scheme = "file"
	}
	return u.String()
}

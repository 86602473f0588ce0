package results

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"memcity/words"
)

// The subset of SARIF 2.1.0 that is used here.
type (
	SARIF struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []SARIFRun `json:"runs"`
	}
	SARIFRun struct {
		Tool    SARIFTool     `json:"tool"`
		Results []SARIFResult `json:"results"`
	}
	SARIFTool struct {
		Driver SARIFDriver `json:"driver"`
	}
	SARIFDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version"`
		Rules   []SARIFRule `json:"rules"`
	}
	SARIFRule struct {
		ID      string        `json:"id"`
		Short   SARIFText     `json:"shortDescription"`
		Help    *SARIFText    `json:"help,omitempty"`
		Default SARIFSeverity `json:"defaultConfiguration"`
	}
	SARIFSeverity struct {
		Level string `json:"level"`
	}
	SARIFText struct {
		Text string `json:"text"`
	}
	SARIFResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Kind         string            `json:"kind"`
		Level        string            `json:"level"`
		Message      SARIFText         `json:"message"`
		Locations    []SARIFLocation   `json:"locations,omitempty"`
		Related      []SARIFLocation   `json:"relatedLocations,omitempty"`
		Fingerprints map[string]string `json:"partialFingerprints"`
	}
	SARIFLocation struct {
		ID       int            `json:"id,omitempty"`
		Physical SARIFPhysical  `json:"physicalLocation"`
		Logical  []SARIFLogical `json:"logicalLocations,omitempty"`
	}
	SARIFPhysical struct {
		Artifact SARIFArtifact `json:"artifactLocation"`
		Region   *SARIFRegion  `json:"region,omitempty"`
	}
	SARIFArtifact struct {
		URI string `json:"uri"`
	}
	SARIFRegion struct {
		Line   int `json:"startLine"`
		Column int `json:"startColumn,omitempty"`
	}
	SARIFLogical struct {
		Name string `json:"fullyQualifiedName"`
	}
)

// fingerprint is the name of the fingerprint in [SARIFResult.Fingerprints], which consists of the rule and the subject.
const fingerprint = "memcity/v1"

// SARIF returns the results as a log. Code scanning requires a place for each. A result without one is placed in the recording.
func (p *Report) SARIF() *SARIF {
	name, version, _ := strings.Cut(p.Tool, " ")
	run := SARIFRun{Tool: SARIFTool{SARIFDriver{Name: name, Version: version, Rules: []SARIFRule{}}}, Results: []SARIFResult{}}
	rules := map[string]int{}
	for i := range p.Results {
		r := &p.Results[i]
		at, ok := rules[r.Rule]
		if !ok {
			at = len(rules)
			rules[r.Rule] = at
			rule := SARIFRule{ID: r.Rule, Short: sarifText(r.About), Default: SARIFSeverity{r.Severity}}
			if r.Help != "" {
				help := sarifText(r.Help)
				rule.Help = &help
			}
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, rule)
		}
		sum := sha256.Sum256([]byte(r.Rule + "\x00" + r.Subject))
		out := SARIFResult{RuleID: r.Rule, RuleIndex: at, Kind: "fail", Level: r.Severity, Message: sarifText(r.Text),
			Fingerprints: map[string]string{fingerprint: hex.EncodeToString(sum[:16])}}
		switch r.Status {
		case Passed:
			out.Kind, out.Level = "pass", "none"
		case Open:
			out.Kind, out.Level = "open", "none"
		}
		out.locate(r, p.Recording)
		run.Results = append(run.Results, out)
	}
	return &SARIF{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []SARIFRun{run}}
}

// sarifText escapes a text so that viewers show it literally. A name such as [x](https://example.com) would become a link, so brackets and
// backslashes are escaped by a backslash, as CodeQL does. Unsafe characters are replaced, since JSON escapes would be undone in the viewer.
func sarifText(text string) SARIFText {
	return SARIFText{strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`).Replace(words.Lines(text))}
}

// locate adds the places of a result. The first becomes its location, the others become related locations.
func (s *SARIFResult) locate(r *Result, recording string) {
	places := r.Places
	if len(places) == 0 {
		places = []Place{{File: recording}}
	}
	for i, p := range places {
		at := SARIFLocation{Physical: SARIFPhysical{Artifact: SARIFArtifact{p.uri()}}}
		if p.Line > 0 {
			at.Physical.Region = &SARIFRegion{p.Line, p.Column}
		}
		if i > 0 {
			at.ID = i
			s.Related = append(s.Related, at)
			continue
		}
		for _, name := range r.Logical {
			at.Logical = append(at.Logical, SARIFLogical{words.Printable(name)})
		}
		s.Locations = []SARIFLocation{at}
	}
}

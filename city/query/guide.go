package query

import (
	"memcity/analysis/guide/findings"
)

// AskGuide asks for a guided exploration of the recording.
type AskGuide struct {
	Points int // of the plan when it was asked for, so that a recording that grows can be looked at anew
}

// GuideReport is what the guided exploration found.
type GuideReport struct {
	Ask AskGuide
	*findings.Report
}

package assets

import _ "embed"

//go:embed report/page.html
var reportPage string

// ReportPage returns the template of a report, for package html/template: one page without scripts that needs nothing else.
func ReportPage() string { return reportPage }

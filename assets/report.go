package assets

import (
	"embed"
	_ "embed"
	"strings"
)

//go:embed report/page.html
var reportPage string

//go:embed report/fleet.html
var fleetPage string

//go:embed report/style.css
var reportStyle string

// ReportPage returns the template of a report for package html/template: a self-contained page.
func ReportPage() string { return withStyle(reportPage) }

// FleetPage returns the template of a report about many recordings.
func FleetPage() string { return withStyle(fleetPage) }

func withStyle(page string) string { return strings.Replace(page, "@STYLE@", reportStyle, 1) }

//go:embed report/city/*.js
var cityScripts embed.FS

// cityParts contains the files of the script. Later files use earlier ones.
var cityParts = []string{"data", "camera", "shade", "draw", "boxes", "mesh", "sprites", "picture", "view", "strokes", "labels", "hands", "story", "page"}

// ReportScript returns the script that draws the city of a report. It makes no requests.
func ReportScript() string {
	var b strings.Builder
	b.WriteString("\"use strict\";\n(() => {\n")
	for _, name := range cityParts {
		part, err := cityScripts.ReadFile("report/city/" + name + ".js")
		if err != nil {
			panic(err)
		}
		b.Write(part)
	}
	b.WriteString("})();\n")
	return b.String()
}

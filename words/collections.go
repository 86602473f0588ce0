package words

import (
	"strconv"
	"strings"
)

// Ratio writes a number from 0 to 1, such as a staleness, with two decimals.
func Ratio(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }

// ShortCollection shortens the label of a collection, its type and allocation site, to what distinguishes it at a glance:
// "java.util.HashMap@app.Cache.<init>(Cache.java:12)" to "HashMap@Cache.java:12".
func ShortCollection(label string) string {
	label = OneLine(label)
	name, site, ok := strings.Cut(label, "@")
	if !ok {
		return TypeName(label)
	}
	return TypeName(name) + "@" + ShortSite(site)
}

// ShortSite leaves out the method of a call site: "Main.java:5" for "app.Main.run(Main.java:5)".
func ShortSite(site string) string {
	if open := strings.LastIndexByte(site, '('); open > 0 && strings.HasSuffix(site, ")") && strings.Contains(site[open:], ":") {
		return site[open+1 : len(site)-1]
	}
	return site
}

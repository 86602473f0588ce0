package words

import (
	"strconv"
	"strings"
)

// Ratio formats a number from 0 to 1, such as a staleness, with two decimals.
func Ratio(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }

// ShortCollection shortens the label of a collection, which consists of its type and allocation site. For instance,
// "java.util.HashMap@app.Cache.<init>(Cache.java:12)" becomes "HashMap@Cache.java:12".
func ShortCollection(label string) string {
	label = OneLine(label)
	name, site, ok := strings.Cut(label, "@")
	if !ok {
		return TypeName(label)
	}
	return TypeName(name) + "@" + ShortSite(site)
}

// ShortSite removes the method from a call site: "app.Main.run(Main.java:5)" becomes "Main.java:5".
func ShortSite(site string) string {
	if open := strings.LastIndexByte(site, '('); open > 0 && strings.HasSuffix(site, ")") && strings.Contains(site[open:], ":") {
		return site[open+1 : len(site)-1]
	}
	return site
}

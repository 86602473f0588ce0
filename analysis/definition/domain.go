package definition

import (
	"regexp"
	"strings"

	"go.yaml.in/yaml/v4"

	"memcity/analysis/group"
)

// qualified matches the name of a package or class, which includes everything below it.
var qualified = regexp.MustCompile(`^[\p{L}_$][\p{L}\p{N}_$]*(\.[\p{L}_$][\p{L}\p{N}_$]*)*(\.\*)?$`)

// domain parses the lists of foreign packages and classes, and of exceptions that belong to the program although a foreign prefix matches.
// A missing list of foreign ones defaults to that of [group.DefaultDomain].
func (l *loader) domain(n *yaml.Node) {
	keys := l.table(n, "the domain", "foreign", "own")
	if keys == nil {
		return
	}
	before := l.Failed
	foreign, own := l.packages(keys["foreign"], "foreign"), l.packages(keys["own"], "own")
	if keys["foreign"] == nil {
		foreign = group.DefaultDomain().Foreign()
	}
	if l.Failed == before {
		l.file.Domain = group.NewDomain(foreign, own)
	}
}

func (l *loader) packages(n *yaml.Node, what string) []string {
	var names []string
	for _, e := range l.list(n, what) {
		text, ok := l.text(e, what)
		switch {
		case !ok:
		case !qualified.MatchString(text):
			l.fail(placeOf(e), "%s: %q: expected the name of a package or class, such as com.shop", what, clip(text))
		default:
			names = append(names, strings.TrimSuffix(text, ".*"))
		}
	}
	return names
}

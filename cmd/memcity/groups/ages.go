package groups

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"memcity/city/dump"
	"memcity/city/trees"
	"memcity/city/view/ages"
	"memcity/city/view/diffs"
	"memcity/words"
)

// ageClasses returns the age classes that a table has columns for, the oldest first. These are all classes, or only those with objects.
func (p *Tree) ageClasses(all bool) (classes []string) {
	for class := ages.Classes - 1; class >= 0 && p.Ages != nil; class-- {
		name := ages.Class(class).String()
		if all || slices.ContainsFunc(p.Root.Ages, func(a dump.Age) bool { return a.Class == name }) {
			classes = append(classes, name)
		}
	}
	return classes
}

// age returns the amount of a class in a group. If the group has objects without ages it returns unknown.
func (n *TreeNode) age(class string, unit trees.Unit, unknown string) string {
	if len(n.Ages) == 0 && n.Objects > 0 {
		return unknown
	}
	for _, a := range n.Ages {
		if a.Class == class && unit == trees.Bytes {
			return strconv.FormatInt(a.Bytes, 10)
		} else if a.Class == class {
			return strconv.FormatInt(a.Objects, 10)
		}
	}
	return "0"
}

// headAges prints above the table how ages were determined.
func (p *Tree) headAges(out io.Writer) error {
	known := p.Ages
	if known == nil {
		return nil
	}
	how := "GCs survived, from births in the recording"
	if known.Unit == "gc_points" {
		how = fmt.Sprintf("GC points survived, of %d so far; objects are matched by ID in the recording", known.Points)
		if known.Identity == diffs.ByContent.String() {
			how = fmt.Sprintf("GC points survived, of %d so far; objects are matched by content, place and references", known.Points)
		}
	}
	_, err := fmt.Fprintf(out, "age in %s; uncertain for %s\n", how, words.Counted(p.Root.Doubtful, "object"))
	return err
}

package group

import (
	"strings"

	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/inspect"
	"memcity/render/ui/model"
	wordspkg "memcity/words"
)

// members returns the number of objects in the selection: "7,810 Product", or "7,810 objects" if their types differ.
func members(m *model.Model, n int64) string {
	if name := m.TypeName(); name != "" {
		return wordspkg.Count(n) + " " + name
	}
	return wordspkg.Plural(n, "object", "objects")
}

// originAmount returns the number of objects from an allocation site, with its error if it is an estimate.
func originAmount(o *inspect.Origin) string {
	if o.Estimate == nil {
		return wordspkg.Count(o.Objects)
	}
	return wordspkg.About(o.Objects, o.Estimate.Objects)
}

// originText describes an allocation site with its numbers and its call stack.
func originText(o *inspect.Origin) string {
	text := o.Name + ": " + originAmount(o) + " objects"
	if o.Estimate != nil {
		text += ", estimated from " + wordspkg.Counted(o.Estimate.Samples, "sample")
	}
	if len(o.Frames) > 1 {
		text += "; " + strings.Join(o.Frames, " < ")
	}
	return text
}

// estimateText returns the sampling error of a group.
func estimateText(r *inspect.Report) string {
	return "The group has about " + wordspkg.About(r.Shallow.Objects, r.Estimate.Objects) + " objects, estimated from " + wordspkg.Counted(r.Estimate.Samples, "sample") + ". Objects of the same type and size stand in for objects that were not sampled."
}

// bothAmounts formats objects and bytes.
func bothAmounts(a trees.Amount) string {
	return wordspkg.Plural(a.Objects, "object", "objects") + ", " + wordspkg.Size(a.Bytes)
}

func less(a, b trees.Amount) trees.Amount {
	return trees.Amount{Objects: max(a.Objects-b.Objects, 0), Bytes: max(a.Bytes-b.Bytes, 0)}
}

// shallowText explains the shallow size.
func shallowText(m *model.Model, r *inspect.Report) string {
	if r.Shallow.Objects == 1 {
		return "Only the object, without objects it refers to."
	}
	return "Only the " + members(m, r.Shallow.Objects) + ", without objects they refer to."
}

// retainedText explains the retained size.
func retainedText(m *model.Model, r *inspect.Report) string {
	more := less(r.Retained, r.Shallow)
	who, with, them := "If all "+members(m, r.Shallow.Objects)+" were freed", "with them", "objects they refer to"
	if r.Shallow.Objects == 1 {
		who, with, them = "If it were freed", "with it", "objects it refers to"
	}
	switch {
	case more.Objects > 0:
		return who + ", " + wordspkg.Size(more.Bytes) + " more would be freed " + with + ": " +
			wordspkg.Plural(more.Objects, "object", "objects") + "."
	case r.Deep.Objects > r.Shallow.Objects:
		return who + ", nothing else would be freed: others also keep " + them + " alive."
	}
	return who + ", nothing else would be freed."
}

// deepText explains the deep size.
func deepText(r *inspect.Report) string {
	from := "them"
	if r.Shallow.Objects == 1 {
		from = "it"
	}
	more := less(r.Deep, r.Shallow)
	if more.Objects == 0 {
		return "No references lead from " + from + " to other objects."
	}
	text := "References lead from " + from + " to " + wordspkg.Size(more.Bytes) + " more: " +
		wordspkg.Plural(more.Objects, "object", "objects") + "."
	if shared := less(r.Deep, r.Retained); !r.NoRoots && shared.Objects > 0 && shared.Objects < more.Objects {
		text += " Others also keep " + wordspkg.Size(shared.Bytes) + " of that alive."
	}
	return text
}

// SmallestText describes the smallest set of owners.
func SmallestText(o *inspect.Ownership, unit trees.Unit) string {
	if len(o.Smallest) == 0 {
		if lead := leadText(o, unit); lead != "" {
			return lead + " All examined owners together keep " + wordspkg.ShareText(o.All.Of(unit), o.Target.Of(unit)) + " alive."
		}
		if o.By.Empty() {
			return "No GC root keeps these objects alive."
		}
		return "No group keeps these objects alive."
	}
	share := wordspkg.ShareText(o.SmallestSize.Of(unit), o.Target.Of(unit))
	if share == "100 %" {
		share = "all"
	}
	names := make([]string, len(o.Smallest))
	for i, at := range smallestMembers(o, unit) {
		names[i] = wordspkg.Unqualified(o.Owners[at].Name)
	}
	if len(names) == 1 {
		return names[0] + " alone keeps " + share + " of it alive." + alsoText(o, unit)
	}
	if lead := leadText(o, unit); len(names) > manyOwners && lead != "" {
		return lead + " Keeping " + share + " of it alive takes " + wordspkg.Count(int64(len(names))) + " owners."
	}
	text := wordspkg.Joined(names) + " together keep " + share + " of it alive; " + singleText(o, unit) + "."
	if o.Proven {
		return text + " No smaller set keeps that much alive."
	}
	return text + " None of them can be omitted."
}

// manyOwners is the number of owners above which the text names the strongest owners instead of all.
const manyOwners = 4

// leadText describes the share that the strongest owner retains alone, or the strongest pair if it retains more. It returns "" if the share
// is below a tenth of the queried objects.
func leadText(o *inspect.Ownership, unit trees.Unit) string {
	names, most := []int(nil), int64(0)
	for i := range o.Owners {
		if n := o.Owners[i].Exclusive.Of(unit); n > most {
			names, most = []int{i}, n
		}
	}
	keep := " alone keeps "
	for _, p := range o.Pairs {
		if n := p.Together.Of(unit); n > most && p.Shared.Objects > 0 {
			names, most, keep = []int{p.A, p.B}, n, " together keep "
		}
	}
	if most <= 0 || most*10 < o.Target.Of(unit) {
		return ""
	}
	words := make([]string, len(names))
	for i, at := range names {
		words[i] = wordspkg.Unqualified(o.Owners[at].Name)
	}
	return wordspkg.Joined(words) + keep + wordspkg.ShareText(most, o.Target.Of(unit)) + " of it alive."
}

// alsoText names the other owners that retain at least as much as the only member of the smallest set.
func alsoText(o *inspect.Ownership, unit trees.Unit) string {
	var names []string
	for i := range o.Owners {
		if i != o.Smallest[0] && o.Owners[i].Exclusive.Of(unit) >= o.SmallestSize.Of(unit) && o.SmallestSize.Objects > 0 {
			names = append(names, wordspkg.Unqualified(o.Owners[i].Name))
		}
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return " So does " + names[0] + "."
	}
	return " So does each of " + wordspkg.Joined(names) + "."
}

// singleText describes how much the strongest owner retains alone.
func singleText(o *inspect.Ownership, unit trees.Unit) string {
	most := int64(0)
	for i := range o.Owners {
		most = max(most, o.Owners[i].Exclusive.Of(unit))
	}
	if most == 0 {
		return "no single owner keeps any of it"
	}
	return "no single owner keeps more than " + wordspkg.ShareText(most, o.Target.Of(unit))
}

// byText returns the name of a chain for the user: "type", "package, type".
func byText(by seq.Seq[string], catalog *trees.Catalog) string {
	if by.Empty() {
		by = defaultBy
	}
	names := make([]string, by.Len())
	for i, name := range by.All() {
		names[i] = name
		if catalog == nil {
			continue
		}
		if e, ok := catalog.Entry(name); ok && e.Role != "" {
			names[i] = strings.ToLower(e.Role)
		}
	}
	return strings.Join(names, ", ")
}

// defaultBy is the default chain of the group view.
var defaultBy = seq.Of("type")

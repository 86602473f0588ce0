package guide

import (
	"fmt"
	"strings"

	"memcity/analysis/guide/findings"
	"memcity/analysis/site"
	"memcity/trace"
	"memcity/words"
)

// maxSites is the number of sites in a finding, and maxFrames the number of frames in a call chain.
const (
	maxSites  = 3
	maxFrames = 16
)

// sitesOf returns the sites that allocated most objects. It leaves out estimates from fewer than [leastSamples] samples.
func sitesOf(h *trace.Heap, o *site.Origins) (sites []findings.Site) {
	for i := range o.Froms[:min(len(o.Froms), maxSites)] {
		f := &o.Froms[i]
		if f.Uncertainty() != nil && f.Samples < leastSamples {
			continue
		}
		sites = append(sites, findings.Site{Amount: findings.Amount{Name: f.Name, Objects: f.Amount.Objects, Bytes: f.Amount.Bytes},
			Estimate: f.Uncertainty(), Frames: f.Calls(h, maxFrames)})
	}
	return sites
}

// whyNoSites returns a sentence about why the sites of these objects are unknown; empty if some are known, or if the heap state has no
// sites.
func whyNoSites(h *trace.Heap, o *site.Origins) string {
	why := o.WhyUnknown(words.Size(h.Interval))
	if why == "" || o.Knowledge == site.None {
		return ""
	}
	return "Allocation sites " + why + "."
}

// retainedSites returns sentences about the site of the objects that a pile retains, of the type with most bytes, and its call stack. It
// returns nil if there is none, or if the sites of the pile are listed. Small objects have few samples, but the objects that they hold may be
// large. The cost is linear in the objects of that type.
func (g *guided) retainedSites(d *detail) []string {
	if len(d.sites) > 0 || len(d.groups) == 0 || d.groups[0].Type == d.kind {
		return nil
	}
	kind := d.groups[0].Type
	objects := g.objectsOf(g.placesOf(kind, d.tops))
	return siteSentences(g.sites(objects), int64(len(objects)), words.TypeName(kind)+" objects that these retain")
}

// siteLines returns sentences about where the pile was allocated.
func (d *detail) siteLines() []string {
	return siteSentences(d.sites, int64(len(d.target)), words.TypeName(d.kind))
}

// siteSentences returns the site that allocated most of the given objects, out of all, and its call stack; nil without sites.
func siteSentences(sites []findings.Site, all int64, what string) []string {
	if len(sites) == 0 {
		return nil
	}
	lines := []string{siteText(sites, all, what, "allocated")}
	if frames := sites[0].Frames; len(frames) > 1 {
		lines = append(lines, "Call stack: "+strings.Join(frames, " < ")+".")
	}
	return lines
}

// siteText returns a sentence with the number of objects, out of all, that the first site allocated or added.
func siteText(sites []findings.Site, all int64, what, verb string) string {
	first := &sites[0]
	switch {
	case first.Estimate != nil && 2*first.Objects > all && first.Estimate.Objects.High >= all: // a range that reaches all says nothing more
		return fmt.Sprintf("Most of the %s %s were %s at %s (estimated from %s).", words.Count(all), what, verb, first.Name,
			words.Counted(first.Estimate.Samples, "sample"))
	case first.Estimate != nil:
		return fmt.Sprintf("%s of the %s %s were %s at %s (estimated from %s).", words.UpperFirst(words.About(first.Objects, first.Estimate.Objects)),
			words.Count(all), what, verb, first.Name, words.Counted(first.Estimate.Samples, "sample"))
	case 2*first.Objects > all:
		return fmt.Sprintf("Most of the %s were %s at %s.", what, verb, first.Name)
	}
	return fmt.Sprintf("%s of the %s %s were %s at %s.", words.Count(first.Objects), words.Count(all), what, verb, first.Name)
}

package guide

import (
	"fmt"
	"strings"

	"memcity/analysis/guide/findings"
	"memcity/analysis/site"
	"memcity/trace"
	"memcity/words"
)

// maxSites is how many sites of a finding are reported, and maxFrames how many frames of a chain of calls.
const (
	maxSites  = 3
	maxFrames = 16
)

// sitesOf reports the sites from which most objects come. Estimates from fewer than [leastSamples] samples are left out.
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

// whyNoSites reports why nothing is known of where objects were allocated that other objects of the heap state have sites of; empty if
// something is.
func whyNoSites(h *trace.Heap, o *site.Origins) string {
	why := o.WhyUnknown(words.Size(h.Interval))
	if why == "" || o.Knowledge == site.None {
		return ""
	}
	return "Where they were allocated is " + why + "."
}

// siteLines say where what piles up was allocated.
func (d *detail) siteLines() []string {
	if len(d.sites) == 0 {
		return nil
	}
	first := &d.sites[0]
	lines := []string{siteText(d.sites, int64(len(d.target)), words.TypeName(d.kind), "allocated")}
	if len(first.Frames) > 1 {
		lines = append(lines, "The calls that led there: "+strings.Join(first.Frames, " < ")+".")
	}
	return lines
}

// siteText says how many of so many objects were allocated, or added, at the first of their sites.
func siteText(sites []findings.Site, all int64, what, verb string) string {
	first := &sites[0]
	switch {
	case first.Estimate != nil:
		return fmt.Sprintf("%s of the %s %s were %s at %s, estimated from %s.", words.UpperFirst(words.About(first.Objects, first.Estimate.Objects)),
			words.Count(all), what, verb, first.Name, words.Counted(first.Estimate.Samples, "sample"))
	case 2*first.Objects > all:
		return fmt.Sprintf("Most of the %s were %s at %s.", what, verb, first.Name)
	}
	return fmt.Sprintf("%s of the %s %s were %s at %s.", words.Count(first.Objects), words.Count(all), what, verb, first.Name)
}

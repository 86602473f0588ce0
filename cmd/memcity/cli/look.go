package cli

import "memcity/city/view/pins"

// VerdictLook returns the class of a verdict's frame in a page, whose color is that of the finding in the city; empty for the usual frame.
func VerdictLook(e pins.Emphasis) string {
	switch e {
	case pins.Culprit:
		return "bad"
	case pins.Suspect:
		return "warn"
	}
	return ""
}

package collect

import (
	"testing"

	"memcity/trace"
)

// TestKept checks that the innermost frames of a chain are kept, up to the depth or the program's innermost frame, whichever is further
// out. Chains with the same kept frames must share a site.
func TestKept(t *testing.T) {
	names := newNames(layout{})
	names.keep, names.isOwn = 2, func(class string) bool { return class == "app.Main" }
	names.methods = []*method{{class: "java.util.List"}, {class: "app.Main", own: true}, nil}
	chain := func(methods ...uint32) (places []place) {
		for i, m := range methods {
			places = append(places, place{m, uint32(i + 1)})
		}
		return places
	}
	for i, test := range []struct {
		methods []uint32
		kept    int
		site    trace.SiteID
	}{
		{[]uint32{1, 1, 1, 2, 1}, 4, 0}, // further out
		{[]uint32{1, 1, 1, 2, 2}, 4, 0}, // same kept frames
		{[]uint32{1, 1, 1, 1, 2}, 5, 1}, // outermost
		{[]uint32{2, 1, 1, 1, 1}, 2, 2}, // innermost
		{[]uint32{1, 2, 1}, 2, 3},
		{[]uint32{1, 1, 1, 1, 1}, 2, 4}, // none
		{[]uint32{1, 1, 3, 0}, 2, 4},    // not described
		{[]uint32{1}, 1, 5},
	} {
		names.chains = append(names.chains, chain(test.methods...))
		site := names.site(uint32(i + 1))
		if kept := len(names.kept(names.chains[i])); kept != test.kept || site != test.site {
			t.Errorf("%v: %d frames, site %d; want %d, site %d", test.methods, kept, site, test.kept, test.site)
		}
		if got := len(names.sites[site].Frames); got != test.kept {
			t.Errorf("%v: the site has %d frames", test.methods, got)
		}
	}
	names.isOwn = nil
	if kept := len(names.kept(names.chains[0])); kept != 5 {
		t.Errorf("without own classes %d frames are kept", kept)
	}
}

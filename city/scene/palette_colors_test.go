package scene

import (
	"fmt"
	"strings"
	"testing"

	agespkg "memcity/city/view/ages"
)

// TestColors lists the colors that pictures, legends and the manual share.
func TestColors(t *testing.T) {
	list := func(colors ...RGB) string { return strings.Join(strings.Fields(fmt.Sprint(colors)), " ") }
	const shared = "[#0f8fb8 #97a3b4 #0f8fb8 #ff148c #9a9ca3] [#d6d8dc #f0b45f #dd731c #a84408] [#d6d8dc #8fc3ea #3f8fd2 #0d53a4]"
	for name, want := range map[string]string{
		"default":                 "[#f0efec #f2d9a8 #f0a848 #de6a2c #b3202a] [#c9d1db #e4e9ee #7b3fc4 #1f9d55 #1f6fff]",
		"colour-blind safe":       "[#dfdfdd #e9d26a #c09a4f #7a626f #2f2a6b] [#c9d1db #e4e9ee #cc5f00 #0072b2 #1f6fff]",
		"colour-blind safe, dark": "[#5c606a #867458 #b69248 #e0be50 #fff49c] [#1e2733 #3c4b5e #cc5f00 #0072b2 #1f6fff]",
	} {
		p := palettes[name]
		own := list(p.growth...) + " " + list(p.Root, p.Leaf, p.Incoming, p.Outgoing, p.Selected)
		if own != want {
			t.Errorf("%s: %s, want %s", name, own, want)
		}
		if got := list(p.Shrunk, p.Kept, p.Gone, p.Budget, p.Before) + " " + list(p.more...) + " " + list(p.less...); got != shared {
			t.Errorf("%s: %s, want %s", name, got, shared)
		}
		var ages []RGB
		for c := range agespkg.Class(agespkg.Classes) {
			ages = append(ages, p.Age(c))
		}
		if got, want := list(ages...), "[#f6e64b #a8d64a #6ac66c #36b086 #2e9798 #387aa6 #4f5ba0 #544570 #2c2e33]"; got != want {
			t.Errorf("%s: ages are %s, want %s", name, got, want)
		}
	}
}

// TestSlabColors: the root's slab has one end of the gradient, the innermost slab the other, and those between are evenly spaced.
func TestSlabColors(t *testing.T) {
	p := &Palette{Root: RGB{0, 100, 200}, Leaf: RGB{100, 0, 202}}
	for _, test := range []struct {
		level, levels int32
		want          RGB
	}{{0, 0, p.Root}, {0, 1, p.Root}, {0, 2, p.Root}, {1, 2, p.Leaf}, {1, 3, RGB{50, 50, 201}}, {1, 5, RGB{25, 75, 201}},
		{3, 5, RGB{75, 25, 202}}} {
		if got := p.level(test.level, test.levels); got != test.want {
			t.Errorf("level %d of %d is %v, want %v", test.level, test.levels, got, test.want)
		}
	}
	for share, want := range map[float64]RGB{-1: {30, 0, 0}, 0: {30, 0, 0}, 0.5: {65, 0, 0}, 1: {100, 0, 0}, 2: {100, 0, 0}} {
		if got := (&Palette{growth: []RGB{{}, {100, 0, 0}}}).Born(share); got != want {
			t.Errorf("born with growth %v: %v, want %v", share, got, want)
		}
	}
	if got := (&Palette{Shrunk: RGB{0, 0, 100}}).Roof(RGB{100, 0, 0}, 0.25); got != (RGB{75, 0, 25}) {
		t.Errorf("a cool roof is %v", got)
	}
}

func TestLuminanceOfColors(t *testing.T) {
	for c, want := range map[RGB]string{{}: "0.00000", {255, 255, 255}: "1.00000", {255, 0, 0}: "0.21260", {0, 255, 0}: "0.71520",
		{0, 0, 255}:  "0.07220",
		{10, 10, 10}: "0.00304", {11, 11, 11}: "0.00335", {128, 128, 128}: "0.21586"} {
		if got := fmt.Sprintf("%.5f", c.Luminance()); got != want {
			t.Errorf("%v has luminance %s, want %s", c, got, want)
		}
	}
}

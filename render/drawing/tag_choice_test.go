package drawing

import (
	"cmp"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/render/headless/gltest"
)

func TestLargestAreThoseOfASortedList(t *testing.T) {
	rng := rand.New(rand.NewSource(3))
	for _, count := range []int{0, 1, 5, 300} {
		b := make([]scene.Building, count)
		for i := range b {
			b[i] = scene.Building{Objects: rng.Int63n(40), Bytes: rng.Int63n(1 << 40), Solid: rng.Intn(3) == 0}
		}
		for _, of := range []trees.Unit{trees.Objects, trees.Bytes} {
			var want []int32
			for i := range b {
				if !b[i].Solid {
					want = append(want, int32(i))
				}
			}
			slices.SortStableFunc(want, func(x, y int32) int {
				if of == trees.Bytes {
					return cmp.Compare(b[y].Bytes, b[x].Bytes)
				}
				return cmp.Compare(b[y].Objects, b[x].Objects)
			})
			for _, n := range []int{1, 7, 1000} {
				got := largest(b, of, n, func(b *scene.Building) bool { return !b.Solid })
				if !slices.Equal(got, want[:min(n, len(want))]) {
					t.Errorf("%d of %d by %v: %v, want %v", n, count, of, got, want[:min(n, len(want))])
				}
			}
		}
	}
}

// wantedIn returns the buildings that should have a tag, in order.
func wantedIn(s *Scene, v View) []int32 {
	gltest.Check(s.Draw(v))
	s.wantTags(&v, &s.frame) // placing the tags has changed the order
	var out []int32
	for _, g := range s.tags.wanted {
		if g.building >= 0 {
			out = append(out, g.building)
		}
	}
	return out
}

func TestOrderOfTags(t *testing.T) {
	withScene(t, 700, 0.4, func(s *Scene, v View) {
		order := largest(s.to.Buildings, trees.Objects, 700, func(b *scene.Building) bool { return !b.Solid })
		growers := largest(s.to.Buildings, trees.Objects, 700, func(b *scene.Building) bool { return b.Solid })
		slices.SortStableFunc(growers, func(x, y int32) int {
			return cmp.Compare(s.to.Buildings[y].GrowthBytes, s.to.Buildings[x].GrowthBytes)
		})
		if got, want := wantedIn(s, v), slices.Concat(growers, order[:largestTags]); !slices.Equal(got, want) {
			t.Errorf("tags %v, want what grows most, then the largest: %v", got, want)
		}
		s.SetMarks(map[int32]scene.RGB{order[300]: {R: 9}})
		v.Hover = scene.Target{Kind: scene.OnBuilding, Index: order[200]}
		v.Selected = scene.Target{Kind: scene.OnBuilding, Index: order[100]}
		want := slices.Concat([]int32{order[100], order[200], order[300]}, growers, order[:largestTags])
		if got := wantedIn(s, v); !slices.Equal(got, want) {
			t.Errorf("tags %v, want selection, hover, mark and the rest: %v", got, want)
		}
		s.SetMarks(nil)
		v.Hover, v.Selected = scene.Target{}, scene.Target{}
		found := s.to.Isolate([]scene.Target{{Kind: scene.OnBuilding, Index: order[50]}, {Kind: scene.OnBuilding, Index: order[40]}}, nil)
		s.SetCity(nil, found)
		if got, want := wantedIn(s, v), []int32{order[40], order[50]}; !slices.Equal(got, want) {
			t.Errorf("tags %v of two buildings that are isolated, want %v", got, want)
		}
	})
}

// In a close view, the largest buildings in the picture have tags, not the largest in the city.
func TestTheLargestInViewHaveTags(t *testing.T) {
	withScene(t, 700, 0.4, func(s *Scene, v View) {
		v.Camera.Distance /= 6
		v.Camera.Target = scene.Vec{X: s.bounds.Max.X * 0.8, Z: s.bounds.Max.Z * 0.8}
		wantedIn(s, v)
		n := 0
		for _, g := range s.tags.wanted {
			if g.x < 0 || g.y < 0 || g.x > float64(v.Width) || g.y > float64(v.Height) {
				t.Errorf("a tag at %.0f %.0f is wanted", g.x, g.y)
			}
			if g.style == tagLarge {
				n++
			}
		}
		if n != largestTags {
			t.Errorf("%d of the largest have tags, want %d", n, largestTags)
		}
	})
}

func TestBundlesAreDistinctAndNamed(t *testing.T) {
	withScene(t, 700, 1, func(s *Scene, v View) {
		pick(s, &v, 0)
		v.Tags = false
		draw := func(groups int) (changed int) {
			w := v
			gltest.Check(s.Draw(w))
			bare := s.Image()
			w.References = []scene.Reference{{From: v.Selected.Index, To: 300, FromRadius: 2, ToRadius: 2}}
			if groups > 0 {
				w.References[0].To, w.References[0].Groups, w.References[0].District = -1, groups, s.to.Buildings[300].District
			}
			gltest.Check(s.Overlay(w))
			return differ(bare, s.Image(), 24)
		}
		whole, bundled := draw(0), draw(5)
		if bundled < 100 || bundled > whole*4/5 {
			t.Errorf("a bundle changes %d pixels, a frustum to a building of the same district %d: expected gaps", bundled, whole)
		}
		v.Tags = true
		bundleSome(s, &v)
		v.References = append(v.References, scene.Reference{From: 2, To: -1, Groups: 2, District: 1 << 30})
		wantedIn(s, v)
		named := 0
		for _, g := range s.tags.wanted {
			if strings.HasPrefix(g.name.text, "and ") {
				named++
			}
		}
		if named != 2*maxBundleTags {
			t.Errorf("%d tags for %d bundles of both directions, want %d", named, len(v.References)-1, 2*maxBundleTags)
		}
	})
}

// Shrunk buildings have a cool roof and gray walls in every theme. A mark hides neither.
func TestRoofsOfWhatShrankAreCool(t *testing.T) {
	withSmallScene(t, func(s *Scene, v View) {
		v.Camera.Pitch = 1.2
		bluer := func(c *scene.City) int {
			pixels := pictureOf(s, v, nil, c).Pix
			n := 0
			for i := 0; i < len(pixels); i += 4 {
				if r, g, b := int(pixels[i]), int(pixels[i+1]), int(pixels[i+2]); b > r+50 && g > r+35 {
					n++
				}
			}
			return n
		}
		for _, quality := range []Quality{Lean, Full} {
			for _, opacity := range []float64{0.4, 1} {
				for _, v.Dark = range []bool{false, true} {
					v.Quality = quality
					b := scene.Building{Objects: 2, FirstObjects: 2, Opacity: opacity, Color: scene.Settings{}.Palette().Growth(0)}
					plain := bluer(oneBuilding(b))
					b.Shrunk = 1
					if n := bluer(oneBuilding(b)); n < plain+1500 {
						t.Errorf("quality %v, opacity %v, dark %v: %d cool pixels, %d without", quality, opacity, v.Dark, n, plain)
					}
				}
			}
		}
		shrunken := oneBuilding(scene.Building{Objects: 2, FirstObjects: 3, Shrunk: 1})
		s.SetMarks(map[int32]scene.RGB{0: {R: 200, G: 120, B: 10}})
		if n := bluer(shrunken); n > 200 {
			t.Errorf("%d cool pixels on a building that the user marked", n)
		}
		s.SetMarks(nil)
	})
}

// Names in other scripts appear on slabs once they are ready. Glyphs are rebuilt when the atlas is full.
func TestNamesOnSlabsInOtherScripts(t *testing.T) {
	withScene(t, 700, 1, func(s *Scene, v View) {
		v.Camera.Distance /= 4
		gltest.Check(s.Draw(v))
		writeScripts(s)
		defer s.fonts.Close()
		s.labels.city = nil
		gltest.Check(s.Draw(v))
		if before := len(s.labels.glyphs.masks); before != 0 && s.fonts.Version() == 0 {
			t.Errorf("%d glyphs of other fonts before any is ready", before)
		}
		s.fonts.Wait()
		gltest.Check(s.Draw(v))
		ready := len(s.labels.glyphs.masks)
		if ready < 10 {
			t.Errorf("%d glyphs of other fonts once they are ready", ready)
		}
		s.labels.glyphs.full = true
		s.labels.city = nil
		gltest.Check(s.Draw(v))
		if again := len(s.labels.glyphs.masks); again != ready || s.labels.glyphs.full {
			t.Errorf("%d glyphs after making the atlas anew, %d before", again, ready)
		}
	})
}

func TestFewTags(t *testing.T) {
	withScene(t, 700, 0.4, func(s *Scene, v View) {
		count := func(v View) int {
			gltest.Check(s.Draw(v))
			return s.tagBudget(&v, &s.frame)
		}
		v.Width, v.Height = 1280, 720
		whole := count(v)
		v.Scale = 2
		if larger := count(v); whole < 4 || whole > 10 || larger > whole {
			t.Errorf("%d tags at 1280x720, %d if all is twice as large", whole, larger)
		}
		v.Scale = 1
		v.Camera.Distance *= 6
		if far := count(v); far >= whole {
			t.Errorf("%d tags from far away, %d from near", far, whole)
		}
	})
}

func TestTagsShowMarksAndPartners(t *testing.T) {
	withScene(t, 700, 0.4, func(s *Scene, v View) {
		pick(s, &v, 30)
		s.SetMarks(map[int32]scene.RGB{v.Selected.Index: {R: 9, G: 8, B: 7}})
		wantedIn(s, v)
		first, partners := s.tags.wanted[0], 0
		if first.style != tagSelected || first.mark == nil || *first.mark != (scene.RGB{R: 9, G: 8, B: 7}) {
			t.Errorf("the tag of what is selected and marked is %+v", first)
		}
		for _, g := range s.tags.wanted {
			if g.style == tagIncoming || g.style == tagOutgoing {
				partners++
			}
			if g.mark != nil && g.building != v.Selected.Index {
				t.Errorf("building %d has a mark", g.building)
			}
		}
		if partners == 0 || partners > maxPartnerTags {
			t.Errorf("%d of 30 partners have tags, want %d at most", partners, maxPartnerTags)
		}
		gltest.Check(s.Draw(v))
		with := s.Image()
		s.SetMarks(nil)
		gltest.Check(s.Draw(v))
		if n := differ(with, s.Image(), 16); n < 30 {
			t.Errorf("the mark of what is selected changes %d pixels", n)
		}
	})
}

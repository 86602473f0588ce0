package picture

import (
	"errors"
	"slices"
	"testing"

	"memcity/city/scene"
)

// TestKeptCities: cities that fit are built once. Otherwise the most recently requested ones are kept, and at least as many as a frame
// shows.
func TestKeptCities(t *testing.T) {
	size := 10*bytesOfBuilding + bytesOfShade
	for _, test := range []struct {
		max  int
		made []int
		kept int
	}{
		{5 * size, []int{0, 1, 2, 3, 4}, 5},
		{4 * size, []int{0, 1, 2, 3, 4, 1}, 4},
		{4*size - 1, []int{0, 1, 2, 3, 4, 1}, 3},
		{0, []int{0, 1, 2, 3, 4, 1}, fewestKept},
	} {
		var made []int
		k := keptCities{max: test.max, Cities: Cities{Count: 5, At: func(number int) (*scene.City, error) {
			made = append(made, number)
			return &scene.City{Point: number, Buildings: make([]scene.Building, 10)}, nil
		}}}
		for _, number := range []int{0, 1, 2, 0, 3, 4, 0, 1, 4} {
			if c, err := k.city(number); err != nil || c.Point != number {
				t.Fatalf("city %d is %v, %v", number, c, err)
			}
		}
		if len(k.list) != test.kept || !slices.Equal(made, test.made) {
			t.Errorf("at most %d bytes: %d are kept and %v were made; expected %d and %v", test.max, len(k.list), made, test.kept, test.made)
		}
	}
	fault := errors.New("refused")
	k := keptCities{Cities: Cities{Count: 1, At: func(int) (*scene.City, error) { return nil, fault }}}
	if _, _, err := k.shaded(0); err != fault {
		t.Errorf("a city that cannot be made: %v", err)
	}
}

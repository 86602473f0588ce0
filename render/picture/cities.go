package picture

import (
	"slices"
	"unsafe"

	"memcity/city/scene"
	"memcity/render/drawing"
)

// Cities are the cities of a film. All have the same plan. Count is their number, and they are numbered from 0 in order. At makes a city on
// the drawing thread. It may be called several times with the same number.
type Cities struct {
	Count int
	At    func(number int) (*scene.City, error)
}

// keptCities caches the most recent cities of a film with their shadow maps, as a film of many GC points cannot keep all.
type keptCities struct {
	Cities
	max  int // size limit in bytes
	list []keptCity
}

type keptCity struct {
	number int
	city   *scene.City
	shade  *drawing.Shade // nil until needed
}

const (
	maxKeptCities   = 128 << 20
	fewestKept      = 3 // the cities of a frame and of its camera
	bytesOfBuilding = int(unsafe.Sizeof(scene.Building{}))
	bytesOfShade    = 4 * drawing.ShadeSize * drawing.ShadeSize
)

// get returns a city and moves it to the end of the list.
func (k *keptCities) get(number int) (*keptCity, error) {
	if i := slices.IndexFunc(k.list, func(c keptCity) bool { return c.number == number }); i >= 0 {
		last := k.list[i]
		k.list = append(slices.Delete(k.list, i, i+1), last)
		return &k.list[len(k.list)-1], nil
	}
	city, err := k.At(number)
	if err != nil {
		return nil, err
	}
	k.list = append(k.list, keptCity{number: number, city: city})
	bytes := 0
	for i := range k.list {
		bytes += len(k.list[i].city.Buildings)*bytesOfBuilding + bytesOfShade
	}
	for ; bytes > k.max && len(k.list) > fewestKept; k.list = slices.Delete(k.list, 0, 1) {
		bytes -= len(k.list[0].city.Buildings)*bytesOfBuilding + bytesOfShade
	}
	return &k.list[len(k.list)-1], nil
}

func (k *keptCities) city(number int) (*scene.City, error) {
	c, err := k.get(number)
	if err != nil {
		return nil, err
	}
	return c.city, nil
}

// shaded returns a city with its shadow map.
func (k *keptCities) shaded(number int) (*scene.City, *drawing.Shade, error) {
	c, err := k.get(number)
	if err != nil {
		return nil, nil, err
	}
	if c.shade == nil {
		c.shade = drawing.ComputeShade(c.city, drawing.ShadeSize)
	}
	return c.city, c.shade, nil
}

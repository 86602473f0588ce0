package scene_test

import (
	"math"
	"testing"

	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/city/view/ages"
	"memcity/trace"
)

// TestVersions: a building of pods of several versions has a storey per version, oldest at the bottom. Its height is the version's share of
// the total. The mast stays.
func TestVersions(t *testing.T) {
	points := fleetPoints()
	for i := range points[1].Tree.Fleet.Pods {
		points[1].Tree.Fleet.Pods[i].Version = map[bool]string{true: "1", false: "2"}[i < 2]
	}
	settings := scene.DefaultSettings()
	settings.Unit, settings.Area, settings.Children = trees.Bytes, scene.Linear, scene.AllChildren
	points[1].Tree.Fleet.Groups[1] = points[1].Tree.Fleet.Groups[2]
	s := trees.NewSeries(points)
	p := scene.NewPlan(s, trees.NewMeta(s, trees.Window{From: 0, To: 1}), settings)
	v := scene.NewVersions(s, 1)
	c := p.Versioned(v, settings)
	const top = ages.Classes - 1
	for i := range c.Buildings {
		b := &c.Buildings[i]
		switch name := s.Name(b.Node); name {
		case "Same":
			if b.Storeys == nil || math.Abs(b.Storeys[top]-b.Height) > 1e-9 || math.Abs(b.Storeys[top-1]-b.Height*2/6) > 1e-9 || b.Storeys[top-2] != 0 || b.Mast == nil || b.Opacity != 1 {
				t.Errorf("%s: %+v", name, b)
			}
		case "Uneven": // 2,000 of 21,000 bytes
			if math.Abs(b.Storeys[top-1]-b.Height*2/21) > 1e-9 || v.Of(b.Node).Classes[0] != (trace.Amount{Objects: 1900, Bytes: 19_000}) {
				t.Errorf("%s: %v of %v", name, b.Storeys, b.Height)
			}
		case "Rare": // its median is none
			if b.Storeys != nil {
				t.Errorf("%s: %v", name, b.Storeys)
			}
		}
	}
	if names := v.Names; len(names[0]) != 1 || names[0][0] != "shop 2" || names[1][0] != "shop 1" || v.Of(0).Classes[1] != v.Of(1).Classes[1] {
		t.Errorf("%q, %v", names, v.Of(0))
	}
	if one := scene.NewVersions(s, 0); one.Of(2) != nil || len(one.Names[0]) > 0 || p.Versioned(one, settings).Buildings[0].Storeys != nil {
		t.Error("pods of one version have shares")
	}
	if !c.InStoreys() || p.At(1, settings).InStoreys() || scene.NewVersions(trees.NewSeries([]trees.PointTree{{Tree: &trace.Tree{Names: trace.NewNames(), Nodes: []trace.Node{{}}}}}), 0) != nil {
		t.Error("a city without versions has storeys")
	}
	for _, tt := range []struct {
		at, of int
		want   ages.Class
	}{{0, 1, 0}, {0, 2, 1}, {1, 2, 0}, {0, 20, ages.Before}, {12, 20, ages.Before}, {13, 20, 6}} {
		if got := scene.VersionClass(tt.at, tt.of); got != tt.want {
			t.Errorf("version %d of %d has class %v", tt.at, tt.of, got)
		}
	}
}

package state

import (
	"slices"
	"testing"

	"memcity/city/citytest"
	"memcity/city/scene"
	"memcity/city/scene/scenetest"
	"memcity/city/trees"
)

func TestIsolate(t *testing.T) {
	settings := scene.DefaultSettings()
	c := scenetest.Plan([]trees.PointTree{citytest.LeakingList(10).Point()}, settings).At(0, settings)
	person := scenetest.Find(t, c, "Heap#Person")
	refs, _ := c.References(person)
	only := c.Isolate([]scene.Target{person}, refs)
	for i := range c.Buildings {
		held := slices.ContainsFunc(refs, func(r scene.Reference) bool { return r.From == int32(i) || r.To == int32(i) })
		if got := only.Buildings[i].Opacity; (got == 1) != (held || int32(i) == person.Index) || got != 1 && got > 0.06 {
			t.Errorf("%s: opacity %v", c.Plan.Name(c.Buildings[i].Node), got)
		}
		if c.Buildings[i].Opacity < 0.4 {
			t.Error("the city itself was changed")
		}
	}
	all := c.Isolate([]scene.Target{{Kind: scene.OnDistrict}}, nil)
	for i := range all.Buildings {
		if all.Buildings[i].Opacity != 1 {
			t.Errorf("building %d of the isolated district is a ghost", i)
		}
	}
	s := after(NewState(1, settings), ToggleIsolate{})
	if s.Isolated {
		t.Error("nothing was isolated")
	}
	if s = after(s, Select{Key: "a"}, ToggleIsolate{}); !s.Isolated {
		t.Error("the selection was not isolated")
	}
	if s = after(s, Select{}); s.Isolated {
		t.Error("isolated without a selection")
	}
}

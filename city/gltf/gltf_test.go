package gltf_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"testing"

	"memcity/city/citytest"
	"memcity/city/gltf"
	"memcity/city/scene"
	"memcity/city/scene/scenetest"
)

type file struct {
	Nodes []struct {
		Name               string
		Mesh               int
		Translation, Scale [3]float64
		Extras             *struct {
			Key            string
			Objects, Bytes int64
		}
	}
	Scenes    []struct{ Nodes []int }
	Meshes    []struct{ Primitives []struct{ Material int } }
	Materials []struct {
		PBR struct {
			Color [4]float64 `json:"baseColorFactor"`
		} `json:"pbrMetallicRoughness"`
	}
	BufferViews []struct{ ByteOffset, ByteLength int }
	Buffers     []struct{ ByteLength int }
}

// parse reads a file, and checks the framing of its chunks.
func parse(t *testing.T, text []byte) (f file, body []byte) {
	t.Helper()
	word := func(at int) int { return int(binary.LittleEndian.Uint32(text[at:])) }
	if string(text[:4]) != "glTF" || word(4) != 2 || word(8) != len(text) || string(text[16:20]) != "JSON" || word(12)%4 != 0 {
		t.Fatalf("head %q of %d bytes", text[:20], len(text))
	}
	if err := json.Unmarshal(text[20:20+word(12)], &f); err != nil {
		t.Fatal(err)
	}
	at := 20 + word(12)
	if body = text[at+8:]; string(text[at+4:at+8]) != "BIN\x00" || word(at) != len(body) || len(body)%4 != 0 || f.Buffers[0].ByteLength != len(body) {
		t.Fatalf("body of %d bytes", len(body))
	}
	return f, body
}

// TestWrite: each district, building and block is a node with the box, color and numbers of the city.
func TestWrite(t *testing.T) {
	plan := scenetest.Plan(citytest.SmallRecording(), scenetest.Settings(0, 0, 3))
	c := plan.At(2, plan.Settings())
	var out bytes.Buffer
	if err := gltf.Write(&out, c); err != nil {
		t.Fatal(err)
	}
	f, _ := parse(t, out.Bytes())
	at, standing := map[string]int{}, 0
	for i, n := range f.Nodes {
		if n.Extras != nil {
			at[n.Extras.Key] = i
		}
	}
	for i := range c.Buildings {
		b := &c.Buildings[i]
		if b.Height == 0 {
			continue
		}
		standing++
		n := f.Nodes[at[plan.Series.Key(b.Node)]]
		if n.Name != plan.Series.Name(b.Node) || n.Extras.Objects != b.Objects || n.Extras.Bytes != b.Bytes || n.Translation != [3]float64{b.Base.X, b.Bottom, b.Base.Z} ||
			n.Scale != [3]float64{b.Base.W, b.Height, b.Base.D} {
			t.Errorf("%s is %+v", plan.Series.Key(b.Node), n)
		}
		color := f.Materials[f.Meshes[n.Mesh].Primitives[0].Material].PBR.Color
		if want := math.Pow((float64(b.Color.R)/255+0.055)/1.055, 2.4); math.Abs(color[0]-want) > 1e-9 {
			t.Errorf("%s has the red %v, expected %v", n.Name, color[0], want)
		}
	}
	blocks := 0
	for i := range c.Blocks {
		if c.Blocks[i].Height > 0 {
			blocks++
		}
	}
	if want := len(c.Districts) + standing + blocks; len(f.Nodes) != want || len(f.Scenes[0].Nodes) != want || standing == 0 || blocks == 0 {
		t.Errorf("%d nodes, %d in the scene; %d buildings and %d blocks stand", len(f.Nodes), len(f.Scenes[0].Nodes), standing, blocks)
	}
}

// TestWriteParts: the part in a finding is a separate box below the rest. Other parts are refused.
func TestWriteParts(t *testing.T) {
	plan := scenetest.Plan(citytest.SmallRecording(), scenetest.Settings(0, 0, 3))
	for name, change := range map[string]func(b *scene.Building){
		"halved": func(b *scene.Building) { b.Halved = true }, "gone": func(b *scene.Building) { b.Gone = 1 },
		"storeys": func(b *scene.Building) { b.Storeys = &scene.Storeys{} }, "cut": func(b *scene.Building) { b.Cut = true },
	} {
		c := plan.At(2, plan.Settings())
		change(&c.Buildings[0])
		if err := gltf.Write(&bytes.Buffer{}, c); !errors.Is(err, gltf.ErrParts) {
			t.Errorf("%s: %v", name, err)
		}
	}
	c := plan.At(2, plan.Settings())
	b := &c.Buildings[0]
	b.Height, b.Kept = 4, 1
	var out bytes.Buffer
	if err := gltf.Write(&out, c); err != nil {
		t.Fatal(err)
	}
	f, _ := parse(t, out.Bytes())
	var heights []float64
	for _, n := range f.Nodes {
		if n.Name == plan.Series.Name(b.Node) {
			heights = append(heights, n.Scale[1])
		}
	}
	if len(heights) != 2 || heights[0] != 1 || heights[1] != 3 {
		t.Errorf("heights %v", heights)
	}
}

// TestBoxIsClosed: all triangles face outwards, and their areas add up to those of the faces.
func TestBoxIsClosed(t *testing.T) {
	plan := scenetest.Plan(citytest.SmallRecording(), scenetest.Settings(0, 0, 3))
	var out bytes.Buffer
	if err := gltf.Write(&out, plan.At(0, plan.Settings())); err != nil {
		t.Fatal(err)
	}
	f, body := parse(t, out.Bytes())
	vector := func(view, i int) (v scene.Vec) {
		at := func(k int) float64 {
			return float64(math.Float32frombits(binary.LittleEndian.Uint32(body[f.BufferViews[view].ByteOffset+12*i+4*k:])))
		}
		return scene.Vec{X: at(0), Y: at(1), Z: at(2)}
	}
	triangles := f.BufferViews[2].ByteLength / 6
	for k := range triangles {
		index := func(i int) int { return int(binary.LittleEndian.Uint16(body[f.BufferViews[2].ByteOffset+6*k+2*i:])) }
		a, b, c := vector(0, index(0)), vector(0, index(1)), vector(0, index(2))
		u, v := b.Sub(a), c.Sub(a)
		across := scene.Vec{X: u.Y*v.Z - u.Z*v.Y, Y: u.Z*v.X - u.X*v.Z, Z: u.X*v.Y - u.Y*v.X}
		if across != vector(1, index(0)) {
			t.Errorf("triangle %d: %v, normal %v", k, across, vector(1, index(0)))
		}
	}
	if triangles != 12 {
		t.Errorf("%d triangles", triangles)
	}
}

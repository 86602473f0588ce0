// Package gltf writes a city as a 3D model in binary glTF 2.0, which Blender, 3D printing software, office programs and browsers can read.
// The output depends only on the city.
package gltf

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"math"

	"memcity/city/scene"
	"memcity/layout"
)

// ErrParts is returned for a city whose buildings show more than their height and a finding.
var ErrParts = errors.New("a 3D model can only show whole buildings, not halves, storeys or removed parts")

// Parts of a file.
type (
	document struct {
		Asset       asset      `json:"asset"`
		Scene       int        `json:"scene"`
		Scenes      []node     `json:"scenes"`
		Nodes       []node     `json:"nodes"`
		Meshes      []mesh     `json:"meshes"`
		Materials   []material `json:"materials"`
		Accessors   []accessor `json:"accessors"`
		BufferViews []view     `json:"bufferViews"`
		Buffers     []view     `json:"buffers"`
	}
	asset struct {
		Version   string `json:"version"`
		Generator string `json:"generator"`
	}
	node struct {
		Name        string      `json:"name,omitempty"`
		Mesh        *int        `json:"mesh,omitempty"`
		Nodes       []int       `json:"nodes,omitempty"` // of a scene
		Translation *[3]float64 `json:"translation,omitempty"`
		Scale       *[3]float64 `json:"scale,omitempty"`
		Extras      *extras     `json:"extras,omitempty"`
	}
	extras struct {
		Key     string `json:"key,omitempty"`
		Objects int64  `json:"objects"`
		Bytes   int64  `json:"bytes"`
	}
	mesh struct {
		Primitives []primitive `json:"primitives"`
	}
	primitive struct {
		Attributes map[string]int `json:"attributes"`
		Indices    int            `json:"indices"`
		Material   int            `json:"material"`
	}
	material struct {
		PBR pbr `json:"pbrMetallicRoughness"`
	}
	pbr struct {
		Color     [4]float64 `json:"baseColorFactor"`
		Metallic  float64    `json:"metallicFactor"`
		Roughness float64    `json:"roughnessFactor"`
	}
	accessor struct {
		View  int       `json:"bufferView"`
		Of    int       `json:"componentType"`
		Count int       `json:"count"`
		Type  string    `json:"type"`
		Min   []float64 `json:"min,omitempty"`
		Max   []float64 `json:"max,omitempty"`
	}
	view struct {
		Buffer *int `json:"buffer,omitempty"`
		Offset int  `json:"byteOffset,omitempty"`
		Length int  `json:"byteLength"`
		Target int  `json:"target,omitempty"`
	}
)

// Constants of the format.
const (
	magic      = 0x46546C67 // "glTF"
	version    = 2
	chunkJSON  = 0x4E4F534A
	chunkBIN   = 0x004E4942
	float32s   = 5126
	uint16s    = 5123
	vertices   = 34962
	indices    = 34963
	faces      = 6
	perFace    = 4
	perIndices = 6
)

// Write writes a city: a node for each district, building and block, with its name, key and numbers. Colors are those of the city. The
// error is [ErrParts] or a write error. The cost is linear in the drawn objects.
func Write(to io.Writer, c *scene.City) error {
	m := model{meshes: map[scene.RGB]int{}}
	s := c.Plan.Series
	for i := range c.Districts {
		d := &c.Districts[i]
		m.box(s.Name(d.Node), d.Color, d.Plot, float64(d.Level)*c.Plan.SlabHeight, c.Plan.SlabHeight, &extras{s.Key(d.Node), d.Objects, d.Bytes})
	}
	for i := range c.Buildings {
		b := &c.Buildings[i]
		if b.Halved || b.Gone > 0 || b.Cut || b.Storeys != nil {
			return ErrParts
		}
		about := &extras{s.Key(b.Node), b.Objects, b.Bytes}
		if b.Kept > 0 {
			m.box(s.Name(b.Node), b.KeptColor, b.Base, b.Bottom, b.Kept, about)
			about = nil
		}
		m.box(s.Name(b.Node), b.Color, b.Base, b.Bottom+b.Kept, b.Height-b.Kept, about)
	}
	for i := range c.Blocks {
		b := &c.Blocks[i]
		m.box(b.Name(), b.Color, b.Base, b.Bottom, b.Height, &extras{Objects: b.Objects, Bytes: b.Bytes})
	}
	return m.write(to)
}

// model is a file under construction. All bodies are one box, moved and scaled, with one mesh per color.
type model struct {
	nodes     []node
	materials []material
	meshes    map[scene.RGB]int
}

// box adds a body unless it is empty.
func (m *model) box(name string, color scene.RGB, base layout.Rect, bottom, height float64, about *extras) {
	if height <= 0 || base.W <= 0 || base.D <= 0 {
		return
	}
	at, ok := m.meshes[color]
	if !ok {
		at = len(m.materials)
		m.meshes[color] = at
		m.materials = append(m.materials, material{pbr{[4]float64{linear(color.R), linear(color.G), linear(color.B), 1}, 0, 0.9}})
	}
	m.nodes = append(m.nodes, node{Name: name, Mesh: &at, Translation: &[3]float64{base.X, bottom, base.Z},
		Scale: &[3]float64{base.W, height, base.D}, Extras: about})
}

// linear converts a color channel to linear light, 0 to 1.
func linear(channel uint8) float64 {
	v := float64(channel) / 255
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

func (m *model) write(to io.Writer) error {
	body := unitBox()
	const normals, corners = faces * perFace * 12, faces * perFace
	buffer := 0
	d := document{Asset: asset{"2.0", "Memory City"}, Nodes: m.nodes, Materials: m.materials, Scenes: []node{{}},
		Accessors: []accessor{{0, float32s, corners, "VEC3", []float64{0, 0, 0}, []float64{1, 1, 1}}, {1, float32s, corners, "VEC3", nil, nil},
			{2, uint16s, faces * perIndices, "SCALAR", nil, nil}},
		BufferViews: []view{{&buffer, 0, normals, vertices}, {&buffer, normals, normals, vertices}, {&buffer, 2 * normals, 2 * faces * perIndices, indices}},
		Buffers:     []view{{Length: len(body)}}}
	for i := range m.materials {
		d.Meshes = append(d.Meshes, mesh{[]primitive{{map[string]int{"POSITION": 0, "NORMAL": 1}, 2, i}}})
	}
	for i := range m.nodes {
		d.Scenes[0].Nodes = append(d.Scenes[0].Nodes, i)
	}
	text, err := json.Marshal(d)
	if err != nil {
		return err
	}
	for len(text)%4 != 0 {
		text = append(text, ' ')
	}
	var out bytes.Buffer
	put := func(v ...uint32) {
		for _, x := range v {
			out.Write(binary.LittleEndian.AppendUint32(nil, x))
		}
	}
	put(magic, version, uint32(12+8+len(text)+8+len(body)), uint32(len(text)), chunkJSON)
	out.Write(text)
	put(uint32(len(body)), chunkBIN)
	out.Write(body)
	_, err = to.Write(out.Bytes())
	return err
}

// unitBox returns the corners of a box from 0 to 1, face by face, their normals, and the triangles, counter-clockwise as seen from outside.
func unitBox() (out []byte) {
	float := func(v float64) { out = binary.LittleEndian.AppendUint32(out, math.Float32bits(float32(v))) }
	var all [2][][3]float64 // corners, normals
	for axis := range 3 {
		for side := range 2 {
			var normal [3]float64
			normal[axis] = float64(2*side - 1)
			for corner := range perFace {
				u, v := float64((corner+1)/2%2), float64(corner/2)
				if side == 0 { // in the opposite direction
					u, v = v, u
				}
				var at [3]float64
				at[axis], at[(axis+1)%3], at[(axis+2)%3] = float64(side), u, v
				all[0], all[1] = append(all[0], at), append(all[1], normal)
			}
		}
	}
	for _, list := range all {
		for _, p := range list {
			float(p[0])
			float(p[1])
			float(p[2])
		}
	}
	for face := range uint16(faces) {
		for _, corner := range []uint16{0, 1, 2, 0, 2, 3} {
			out = binary.LittleEndian.AppendUint16(out, perFace*face+corner)
		}
	}
	return out
}

package web

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"io"
)

// Grid is the number of units that the longer side of the ground has; all lengths and places are in them.
const Grid = 1 << 20

// Full is the number that stands for 1 in lists of shares.
const Full = 255

// OwnTone is the tone of a type of the program itself, where tones do not show growth; all others are 0 to Full-1.
const OwnTone = Full

// City is what a page shows of a recording. Lists about buildings, blocks and references have the order of these; lists of lists have one
// for each GC point, and of amounts hold the differences from the GC point before.
type City struct {
	Name    string     `json:"name"`
	Verdict string     `json:"verdict"` // of the guide; empty if it is not known
	Bytes   bool       `json:"bytes"`   // areas and heights show bytes, else objects
	Square  bool       `json:"square"`  // areas follow the square root
	Ground  [4]int     `json:"ground"`  // x, z, width, depth
	Slab    int        `json:"slab"`    // height
	Top     int        `json:"top"`     // height of the highest building of any GC point
	Red     int64      `json:"red"`     // growth from which on a building is red
	Stops   [5]float64 `json:"stops"`   // shares of the heap's growth along the scale of growth
	Points  []Point    `json:"points"`
	Begin   int        `json:"begin"` // index of the point that is shown first
	Of      int        `json:"of"`    // GC points of the recording
	Notes   []string   `json:"notes"` // what was left out
	Light   Palette    `json:"light"`
	Dark    Palette    `json:"dark"`

	Districts  []District `json:"districts"`
	Buildings  Buildings  `json:"buildings"`
	Blocks     Blocks     `json:"blocks"`
	Findings   []Finding  `json:"findings"`
	References References `json:"references"`

	Mode  string   `json:"mode"`  // what is shown first: of Modes
	Modes []string `json:"modes"` // what colours can show: findings, growth, own, plain
	Story []Scene  `json:"story"`
}

// Point is a GC point.
type Point struct {
	Number  int    `json:"number"` // from 1
	Time    string `json:"time"`
	Objects int64  `json:"objects"` // of the whole heap
	Bytes   int64  `json:"bytes"`
}

// Palette has the colours of a theme, as #rrggbb.
type Palette struct {
	Growth   [5]string `json:"growth"` // evenly spaced, from none to red
	Shrunk   string    `json:"shrunk"`
	Own      string    `json:"own"`
	Found    []Found   `json:"found"` // colours of findings, by their emphasis
	Incoming string    `json:"incoming"`
	Outgoing string    `json:"outgoing"`
	Selected string    `json:"selected"`
	Slabs    []string  `json:"slabs"`  // by level
	Blocks   []string  `json:"blocks"` // by level of the district
}

// District is a slab.
type District struct {
	Name   string `json:"name"`
	Parent int    `json:"parent"` // -1 for the root
	Level  int    `json:"level"`
	Plot   [4]int `json:"plot"`
	Label  [4]int `json:"label"`
}

// Buildings are a table by columns.
type Buildings struct {
	Name     []string  `json:"name"`
	Label    []string  `json:"label"` // short, and no other's
	District []int     `json:"district"`
	Plot     [][4]int  `json:"plot"`
	Bottom   []int     `json:"bottom"`
	High     []int     `json:"high"`  // height of what fills the plot
	Most     []int64   `json:"most"`  // what fills the plot
	First    []int64   `json:"first"` // at the first GC point: growth counts from it
	Objects  [][]int64 `json:"objects"`
	Bytes    [][]int64 `json:"bytes"`
	Tone     [][]int   `json:"tone"` // place on the scale of growth
	Cool     [][]int   `json:"cool"` // how strongly it is shown as shrunk
	Own      []int     `json:"own"`  // indexes of the types of the program itself
}

// Blocks are what districts leave out.
type Blocks struct {
	District []int     `json:"district"`
	Plot     [][4]int  `json:"plot"`
	Bottom   []int     `json:"bottom"`
	Side     [][]int   `json:"side"`   // of the footprint over that of the plot
	Height   [][]int   `json:"height"` // in units
	Groups   [][]int   `json:"groups"`
	Objects  [][]int64 `json:"objects"`
	Bytes    [][]int64 `json:"bytes"`
}

// Found has the colours of findings of one emphasis.
type Found struct {
	Finding string `json:"finding"` // of the building that a finding is about: what belongs to it
	Rest    string `json:"rest"`    // and what does not
	Held    string `json:"held"`    // of other buildings: what belongs to the finding
}

// Finding is a finding that the city points at.
type Finding struct {
	Number int      `json:"number"` // of the report, from 1
	Head   []string `json:"head"`   // by GC point: what its plate says, with the numbers of that point
	Detail []string `json:"detail"`
	// Emphasis is how strongly the city points at it, see [pins.Emphasis].
	Emphasis int      `json:"emphasis"`
	Root     string   `json:"root"` // the GC root that holds it, in short; may be empty
	Kind     string   `json:"kind"` // what stands for it: building, district or block
	Index    int      `json:"index"`
	Yaw      float64  `json:"yaw"` // of the camera that sees it, in radians; see scene.Camera
	Pitch    float64  `json:"pitch"`
	Held     [][]int  `json:"held"`   // by building: share that belongs to it
	Kiosk    [5]int   `json:"kiosk"`  // what stands for the GC root: x, z, width, depth, height
	Thread   [][3]int `json:"thread"` // x, y, z from the GC root to the building
	Known    []int    `json:"known"`  // GC points whose objects were looked at, by number; empty if the input does not report that
}

// References are frustums: objects of the building From that refer to some of To.
type References struct {
	From  []int     `json:"from"`
	To    []int     `json:"to"`
	Point []int     `json:"point"` // indexes into Points of the GC points that have them
	Out   [][]int64 `json:"out"`   // objects of From that take part, by the GC points of Point
	In    [][]int64 `json:"in"`    // and of To
	Drawn int       `json:"drawn"` // strongest of a building in each direction that are drawn
}

// Encode returns the city as text for an attribute: base64 of compressed JSON (RFC 1951).
func (c *City) Encode() (string, error) {
	var out bytes.Buffer
	text := base64.NewEncoder(base64.RawURLEncoding, &out)
	packed, err := flate.NewWriter(text, flate.BestCompression)
	if err != nil {
		return "", err
	}
	if err := json.NewEncoder(packed).Encode(c); err != nil {
		return "", err
	}
	if err := packed.Close(); err != nil {
		return "", err
	}
	if err := text.Close(); err != nil {
		return "", err
	}
	return out.String(), nil
}

// Decode is the reverse of [City.Encode].
func Decode(text string) (*City, error) {
	c := &City{}
	r := flate.NewReader(base64.NewDecoder(base64.RawURLEncoding, bytes.NewBufferString(text)))
	if err := json.NewDecoder(io.LimitReader(r, 1<<30)).Decode(c); err != nil {
		return nil, err
	}
	return c, r.Close()
}

// Text says the finding in a line.
func (f *Finding) Text() string {
	head, detail := f.Head[len(f.Head)-1], f.Detail[len(f.Detail)-1]
	if detail == "" {
		return head
	}
	return head + ", " + detail
}

package web

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
)

// Grid is the length of the longer side of the ground, in the unit of all lengths and positions.
const Grid = 1 << 20

// Full represents 1 in lists of shares.
const Full = 255

// OwnTone is the tone of the program's own types if tones do not show growth. All other tones are 0 to Full-1.
const OwnTone = Full

// City contains the data of a page about a recording. Lists about buildings, blocks and references are in the order of these. Nested lists
// have one list per GC point; those of amounts contain the differences from the previous GC point.
type City struct {
	Name    string     `json:"name"`
	Verdict string     `json:"verdict"` // of the guide; empty if there is none
	Bytes   bool       `json:"bytes"`   // true if areas and heights show bytes, false for objects
	Square  bool       `json:"square"`  // true if areas follow the square root
	Ground  [4]int     `json:"ground"`  // x, z, width, depth
	Slab    int        `json:"slab"`    // height
	Top     int        `json:"top"`     // height of the highest building at any GC point
	Red     int64      `json:"red"`     // growth from which a building is red
	Stops   [5]float64 `json:"stops"`   // shares of the heap growth along the growth scale
	Points  []Point    `json:"points"`
	Begin   int        `json:"begin"` // index of the initial point
	Of      int        `json:"of"`    // GC points of the recording
	Notes   []string   `json:"notes"` // notes on omitted data
	Light   Palette    `json:"light"`
	Dark    Palette    `json:"dark"`

	Districts  []District `json:"districts"`
	Buildings  Buildings  `json:"buildings"`
	Blocks     Blocks     `json:"blocks"`
	Findings   []Finding  `json:"findings"`
	References References `json:"references"`

	Mode  string   `json:"mode"`  // initial mode, one of Modes
	Modes []string `json:"modes"` // available colorings: findings, growth, own, plain
	Story []Scene  `json:"story"`
}

// Point is a GC point.
type Point struct {
	Number  int    `json:"number"` // 1-based
	Time    string `json:"time"`
	Objects int64  `json:"objects"` // of the whole heap
	Bytes   int64  `json:"bytes"`
}

// Palette contains the colors of a theme, as #rrggbb.
type Palette struct {
	Growth   [5]string `json:"growth"` // evenly spaced, from none to red
	Shrunk   string    `json:"shrunk"`
	Own      string    `json:"own"`
	Found    []Found   `json:"found"` // colors of findings, by emphasis
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

// Buildings is a table by columns.
type Buildings struct {
	Name     []string  `json:"name"`
	Label    []string  `json:"label"` // short and unique
	District []int     `json:"district"`
	Plot     [][4]int  `json:"plot"`
	Bottom   []int     `json:"bottom"`
	High     []int     `json:"high"`  // height of a building that fills the plot
	Most     []int64   `json:"most"`  // value that fills the plot
	First    []int64   `json:"first"` // at the first GC point, from which growth counts
	Objects  [][]int64 `json:"objects"`
	Bytes    [][]int64 `json:"bytes"`
	Tone     [][]int   `json:"tone"` // position on the growth scale
	Cool     [][]int   `json:"cool"` // strength of the shrinkage color
	Own      []int     `json:"own"`  // indexes of the program's own types
}

// Blocks contains the groups of districts without a plot.
type Blocks struct {
	District []int     `json:"district"`
	Plot     [][4]int  `json:"plot"`
	Bottom   []int     `json:"bottom"`
	Side     [][]int   `json:"side"`   // side of the footprint over that of the plot
	Height   [][]int   `json:"height"` // in units
	Groups   [][]int   `json:"groups"`
	Objects  [][]int64 `json:"objects"`
	Bytes    [][]int64 `json:"bytes"`
}

// Found contains the colors of findings of one emphasis.
type Found struct {
	Finding string `json:"finding"` // of the finding's building: objects of the finding
	Rest    string `json:"rest"`    // of the finding's building: other objects
	Held    string `json:"held"`    // of other buildings: objects of the finding
}

// Finding is a finding that the city marks.
type Finding struct {
	Number int      `json:"number"` // of the report, 1-based
	Head   []string `json:"head"`   // by GC point: text of its sign, with the numbers of that point
	Detail []string `json:"detail"`
	// Emphasis is the emphasis of the finding, see [pins.Emphasis].
	Emphasis int      `json:"emphasis"`
	Root     string   `json:"root"` // the GC root that holds it, in short; may be empty
	Kind     string   `json:"kind"` // target: building, district or block
	Index    int      `json:"index"`
	Yaw      float64  `json:"yaw"` // of the camera that shows it, in radians; see scene.Camera
	Pitch    float64  `json:"pitch"`
	Held     [][]int  `json:"held"`   // by building: share that belongs to it
	Kiosk    [5]int   `json:"kiosk"`  // body of the GC root: x, z, width, depth, height
	Thread   [][3]int `json:"thread"` // x, y, z from the GC root to the building
	Known    []int    `json:"known"`  // numbers of the GC points with data on its objects; empty if the input has none
}

// References contains frustums: objects of the building From refer to objects of To.
type References struct {
	From  []int     `json:"from"`
	To    []int     `json:"to"`
	Point []int     `json:"point"` // indexes into Points of the GC points that have them
	Out   [][]int64 `json:"out"`   // objects of From that take part, by the GC points of Point
	In    [][]int64 `json:"in"`    // objects of To that take part
	Drawn int       `json:"drawn"` // number of strongest references of a building in each direction that are drawn
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

// Text returns the finding in one line.
func (f *Finding) Text() string {
	head, detail := f.Head[len(f.Head)-1], f.Detail[len(f.Detail)-1]
	if detail == "" {
		return head
	}
	return head + ", " + detail
}

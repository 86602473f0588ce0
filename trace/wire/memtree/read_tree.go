package memtree

import (
	"bytes"
	"slices"

	"memcity/trace/preorder"
)

func (d *Reader) document() (*Document, error) {
	if err := d.open('{', "document"); err != nil {
		return nil, err
	}
	at := d.offset()
	doc := &Document{}
	var classifiers map[int64]uint32
	if d.texts = d.shared; d.texts == nil {
		d.texts = &Texts{}
	}
	d.texts.begin()
	d.lastRole = 0
	tree := &Tree{}
	d.tree = tree
	err := d.members(func(name []byte) (err error) {
		switch string(name) {
		case "time":
			doc.HasTime = d.peek() != 'n'
			doc.Time, err = d.count("time")
		case "classifiers":
			classifiers, err = d.classifiers()
		case "root":
			doc.Tree = tree
			err = d.root()
		case "pointerMap":
			doc.Map, err = d.pointerMap()
		case "fleet":
			err = d.fleet()
		default:
			err = d.skip()
		}
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case doc.Tree == nil && doc.Map == nil:
		return nil, &Error{Offset: at, Text: `document has neither "root" nor "pointerMap": not a memory tree`}
	case doc.Tree != nil && doc.Map != nil:
		return nil, &Error{Offset: at, Text: `document has both "root" and "pointerMap"; expected one of them`}
	}
	if tree.Fleet != nil {
		if fault := tree.Fleet.Check(); fault != "" {
			return nil, &Error{Offset: at, Text: fault}
		}
	}
	if tree.Texts = d.texts.List(); doc.Tree != nil && classifiers != nil {
		doc.Tree.Format = AntTracks
		d.resolveRoles(classifiers)
	}
	return doc, nil
}

// classifiers reads the chain of classifiers and returns the roles by ID.
func (d *Reader) classifiers() (map[int64]uint32, error) {
	roles := map[int64]uint32{}
	if d.peek() == 'n' {
		return roles, d.skip()
	}
	if err := d.open('[', "classifiers"); err != nil {
		return nil, err
	}
	err := d.elements(func() error {
		if err := d.open('{', "classifier"); err != nil {
			return err
		}
		role, id := uint32(0), int64(len(roles))
		err := d.members(func(name []byte) (err error) {
			switch string(name) {
			case "name":
				var text []byte
				text, err = d.text("name of a classifier")
				role = d.texts.number(text)
			case "id":
				id, err = d.number("id of a classifier")
			default:
				err = d.skip()
			}
			return err
		})
		roles[id] = role
		return err
	})
	return roles, err
}

func (d *Reader) resolveRoles(roles map[int64]uint32) {
	for i := range d.tree.Nodes {
		if node := &d.tree.Nodes[i]; node.Role == 0 {
			node.Role = roles[d.class[i]]
		}
	}
}

func (d *Reader) root() error {
	d.tree.Nodes, d.tree.OddKeys = make([]Node, 0, d.nodes), nil
	d.class, d.keys = d.class[:0], d.keys[:0]
	_, err := d.node(-1, 1, span{})
	if d.nodes = len(d.tree.Nodes); cap(d.tree.Nodes) > 2*d.nodes {
		d.tree.Nodes = slices.Clone(d.tree.Nodes)
	}
	return err
}

// span is a key within Reader.keys. A missing key has end 0, since no key is empty.
type span struct{ from, to int }

// fields are the members of a node that depend on each other.
type fields struct {
	key, full span
	name      uint32
	hasName   bool
}

// node reads a node with its subtree and returns its key in the file.
func (d *Reader) node(parent int32, depth int, above span) (span, error) {
	if err := d.open('{', "node"); err != nil {
		return span{}, err
	}
	if depth > MaxDepth {
		return span{}, d.fault("nodes are nested more than %d levels deep", MaxDepth)
	}
	i := int32(len(d.tree.Nodes))
	if i >= MaxNodes { // each took at least 12 bytes of the file, which also limits memory
		return span{}, d.fault("tree has more than %d nodes", MaxNodes)
	}
	d.tree.Nodes = append(d.tree.Nodes, Node{Place: preorder.Place{Parent: parent}, Deep: -1, Retained: -1})
	d.class = append(d.class, -1)
	at := d.offset()
	var f fields
	if err := d.members(func(name []byte) error { return d.member(name, i, depth, &f) }); err != nil {
		return span{}, err
	}
	d.tree.Nodes[i].End = int32(len(d.tree.Nodes))
	if !d.settle(i, &f, above) {
		return span{}, &Error{Offset: at, Text: "node has neither a name nor a key"}
	}
	return f.full, nil
}

// member reads a member of node i.
func (d *Reader) member(name []byte, i int32, depth int, f *fields) (err error) {
	node := &d.tree.Nodes[i] // not valid after reading children
	var text []byte
	switch string(name) {
	case "key":
		f.key, err = d.pushKey("key")
	case "fullKeyAsString":
		d.tree.Format = AntTracks
		f.full, err = d.pushKey("fullKeyAsString")
	case "name":
		text, err = d.text("name of a node")
		f.name, f.hasName = d.texts.number(text), text != nil
	case "role":
		text, err = d.text("role of a node")
		node.Role = d.role(text)
	case "classifierId":
		d.class[i], err = d.number("classifierId")
	case "bytes":
		node.Bytes, err = d.count("bytes")
	case "objects":
		node.Objects, err = d.count("objects")
	case "deep_bytes":
		node.Deep, err = d.closure("deep_bytes")
	case "retained_bytes":
		node.Retained, err = d.closure("retained_bytes")
	case "transitiveClosureSize":
		node.Deep, err = d.closure("transitiveClosureSize")
	case "retainedSize":
		node.Retained, err = d.closure("retainedSize")
	case "of_pods":
		err = d.podCount(i)
	case "outliers":
		err = d.outliers(i)
	case "pods":
		err = d.amounts(i)
	case "children":
		err = d.readChildren(i, depth, f)
	default:
		err = d.skip()
	}
	return err
}

// readChildren reads the children of node i, and stores the keys that do not follow from the key above them. If that key has not been read
// yet, it stores all keys.
func (d *Reader) readChildren(i int32, depth int, f *fields) error {
	if d.peek() == 'n' {
		return d.skip()
	}
	if err := d.open('[', "children"); err != nil {
		return err
	}
	above := f.full
	if above.to == 0 && d.tree.Format == Default {
		above = f.key
	}
	return d.elements(func() error {
		length := len(d.keys)
		_, err := d.node(i, depth+1, above)
		d.keys = d.keys[:length]
		return err
	})
}

// role returns the number of a role in the dictionary. Most nodes have the same role as the previous node.
func (d *Reader) role(text []byte) uint32 {
	if d.texts.list[d.lastRole] != string(text) {
		d.lastRole = d.texts.find(text)
	}
	return d.lastRole
}

// settle sets the name of node i and decides which of its texts is the key. It reports whether the node has a name.
func (d *Reader) settle(i int32, f *fields, above span) bool {
	own := d.keys[f.key.from:f.key.to]
	if f.full.to == 0 {
		f.full = f.key
		own = d.lastPart(own, above)
	} else if len(own) == 0 {
		own = d.lastPart(d.keys[f.full.from:f.full.to], above)
	}
	if !f.hasName {
		if len(own) == 0 {
			return false
		}
		f.name = d.texts.number(own)
	}
	d.tree.Nodes[i].Name = f.name
	if f.full.to != 0 && !d.follows(i, f, above) {
		if d.tree.OddKeys == nil {
			d.tree.OddKeys = map[int32]string{}
		}
		d.tree.OddKeys[i] = string(d.keys[f.full.from:f.full.to])
	}
	return true
}

// lastPart returns key without the key above it and "#".
func (d *Reader) lastPart(key []byte, above span) []byte {
	if rest, ok := bytes.CutPrefix(key, d.keys[above.from:above.to]); ok && above.to != 0 {
		if part, ok := bytes.CutPrefix(rest, []byte("#")); ok {
			return part
		}
	}
	return key
}

// follows reports whether the key of node i is the key above it, "#" and its name.
func (d *Reader) follows(i int32, f *fields, above span) bool {
	key, name := d.keys[f.full.from:f.full.to], d.texts.list[f.name]
	if d.tree.Nodes[i].Parent < 0 {
		return string(key) == name
	}
	split := len(key) - len(name) - 1
	return above.to != 0 && split >= 0 && key[split] == '#' && string(key[split+1:]) == name &&
		bytes.Equal(key[:split], d.keys[above.from:above.to])
}

// pushKey reads a key and pushes it onto the stack of keys.
func (d *Reader) pushKey(what string) (span, error) {
	text, err := d.text(what)
	if err != nil || len(text) == 0 {
		return span{}, err
	}
	from := len(d.keys)
	d.keys = append(d.keys, text...)
	return span{from, len(d.keys)}, nil
}

// closure reads the size of a closure; -1 for null or a negative number, which mean that it was not computed.
func (d *Reader) closure(what string) (int64, error) {
	if d.peek() == 'n' {
		return -1, d.skip()
	}
	n, err := d.number(what)
	return max(n, -1), err
}

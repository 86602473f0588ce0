package memtree

import "math"

// pointerMap reads the value of "pointerMap".
func (d *Reader) pointerMap() (*Map, error) {
	m := &Map{Start: []uint32{0}}
	if d.peek() == 'n' {
		m.Null = true
		return m, d.skip()
	}
	if err := d.open('{', "pointerMap"); err != nil {
		return nil, err
	}
	keys := map[string]uint32{}
	number := func(key []byte) uint32 {
		if id, ok := keys[string(key)]; ok {
			return id
		}
		id := uint32(len(m.Keys))
		own := string(key)
		m.Keys = append(m.Keys, own)
		keys[own] = id
		return id
	}
	entry := func(key []byte) error {
		to := number(key)
		count, err := d.count("pointer count")
		if err != nil || count == 0 {
			return err
		}
		if len(m.To) == math.MaxUint32 {
			return d.fault("pointer map has more than %d entries", uint32(math.MaxUint32))
		}
		m.To = append(m.To, to)
		m.Counts = append(m.Counts, count)
		return nil
	}
	row := func(key []byte) error {
		m.Rows = append(m.Rows, number(key))
		if d.peek() == 'n' {
			if err := d.skip(); err != nil {
				return err
			}
		} else {
			if err := d.open('{', "row of the pointer map"); err != nil {
				return err
			}
			if err := d.members(entry); err != nil {
				return err
			}
		}
		m.Start = append(m.Start, uint32(len(m.To)))
		return nil
	}
	return m, d.members(row)
}

package memcity

// Columns of the index.
const (
	indexKind = iota
	indexFlags
	indexOffset
	indexStored
	indexRaw
	indexRows
	indexHead
)

// indexTable returns the index of the chunks. It is empty if there are more chunks than a table can hold; readers then find the chunks
// without it.
func indexTable(entries []Entry) *Table {
	t := NewTable(Index)
	if len(entries) > MaxRows {
		return t
	}
	t.Rows = len(entries)
	head := &t.Columns[indexHead]
	head.Start = append(head.Start, 0)
	for i := range entries {
		e := &entries[i]
		for column, v := range [...]uint64{uint64(e.Kind), uint64(e.flags), uint64(e.Offset), uint64(e.Stored), uint64(e.Raw), uint64(e.Rows)} {
			t.Columns[column].Numbers = append(t.Columns[column].Numbers, v)
		}
		head.Numbers = append(head.Numbers, e.Head...)
		head.Start = append(head.Start, uint32(len(head.Numbers)))
	}
	if t.Rows == 0 {
		*head = Column{}
	}
	return t
}

// indexEntries returns the chunks in an index, followed by the index itself. ok is false if they are not contiguous from the file header to
// the index.
func indexEntries(t *Table, own Entry) (entries []Entry, ok bool) {
	entries = make([]Entry, t.Rows, t.Rows+1)
	next := int64(fileHeader)
	heads := &t.Columns[indexHead]
	for i := range entries {
		number := func(column int) uint64 { return t.Columns[column].Numbers[i] }
		kind, stored, raw, rows := number(indexKind), number(indexStored), number(indexRaw), number(indexRows)
		if kind > 0xffff || number(indexFlags) > 0xff || number(indexOffset) != uint64(next) || stored < chunkHeader ||
			stored > maxHeader+maxStored || raw > MaxRaw || rows > MaxRows {
			return nil, false
		}
		head := heads.Numbers[heads.Start[i]:heads.Start[i+1]]
		entries[i] = Entry{Kind: Kind(kind), Offset: next, Stored: int64(stored), Raw: int64(raw), Rows: int(rows),
			State: Kind(kind).Spec().state(head), Head: head, flags: uint8(number(indexFlags))}
		next += int64(stored)
	}
	return append(entries, own), next == own.Offset
}

package hprof

// Class is the body of a class record.
type Class struct {
	Constants []Constant
	Statics   []Static
	Fields    []Field
}

// Constant is an entry of the constant pool.
type Constant struct {
	Index uint16
	Type  BasicType
	Value uint64
}

// Static is a static field with its value.
type Static struct {
	Name  uint64 // ID of a text
	Type  BasicType
	Value uint64
}

// Field is an instance field.
type Field struct {
	Name uint64 // ID of a text
	Type BasicType
}

// Class parses the body of a class record. The result does not share memory with r.
func (r *Record) Class(idSize int) Class {
	d := classReader{d: r.Body, idSize: idSize}
	var c Class
	if n := d.u2(); n > 0 {
		c.Constants = make([]Constant, n)
	}
	for i := range c.Constants {
		c.Constants[i].Index = uint16(d.u2())
		c.Constants[i].Type, c.Constants[i].Value = d.typed()
	}
	if n := d.u2(); n > 0 {
		c.Statics = make([]Static, n)
	}
	for i := range c.Statics {
		c.Statics[i].Name = d.value(idSize)
		c.Statics[i].Type, c.Statics[i].Value = d.typed()
	}
	if n := d.u2(); n > 0 {
		c.Fields = make([]Field, n)
	}
	for i := range c.Fields {
		c.Fields[i] = Field{Name: d.value(idSize), Type: BasicType(d.value(1))}
	}
	return c
}

// AppendClass appends the body of a class record to dst. Lists are truncated to 65535 entries.
func AppendClass(dst []byte, idSize int, c *Class) []byte {
	constants := c.Constants[:min(len(c.Constants), 0xFFFF)]
	dst = be.AppendUint16(dst, uint16(len(constants)))
	for _, k := range constants {
		dst = be.AppendUint16(dst, k.Index)
		dst = append(dst, byte(k.Type))
		dst = appendValue(dst, k.Value, k.Type.Size(idSize))
	}
	statics := c.Statics[:min(len(c.Statics), 0xFFFF)]
	dst = be.AppendUint16(dst, uint16(len(statics)))
	for _, s := range statics {
		dst = appendValue(dst, s.Name, idSize)
		dst = append(dst, byte(s.Type))
		dst = appendValue(dst, s.Value, s.Type.Size(idSize))
	}
	fields := c.Fields[:min(len(c.Fields), 0xFFFF)]
	dst = be.AppendUint16(dst, uint16(len(fields)))
	for _, f := range fields {
		dst = appendValue(dst, f.Name, idSize)
		dst = append(dst, byte(f.Type))
	}
	return dst
}

// classReader reads a body that classBody has checked.
type classReader struct {
	d      []byte
	idSize int
}

func (c *classReader) value(size int) uint64 {
	v := Value(c.d, size)
	c.d = c.d[size:]
	return v
}

func (c *classReader) u2() int { return int(c.value(2)) }

func (c *classReader) typed() (BasicType, uint64) {
	t := BasicType(c.value(1))
	return t, c.value(t.Size(c.idSize))
}

// classBody returns the size of the class body at the start of d. The fault is short if d ends too early, and unknown for an unknown type.
func classBody(d []byte, idSize int) (size int, wrong fault) {
	n := 0
	for _, name := range [...]int{2, idSize} { // constants, then statics
		if len(d) < n+2 {
			return 0, short
		}
		count := int(be.Uint16(d[n:]))
		n += 2
		for range count {
			if len(d) < n+name+1 {
				return 0, short
			}
			size := BasicType(d[n+name]).Size(idSize)
			if size == 0 {
				return 0, unknown
			}
			n += name + 1 + size
		}
	}
	if len(d) < n+2 {
		return 0, short
	}
	count := int(be.Uint16(d[n:]))
	n += 2
	if len(d)-n < count*(idSize+1) {
		return 0, short
	}
	for i := range count {
		if BasicType(d[n+i*(idSize+1)+idSize]).Size(idSize) == 0 {
			return 0, unknown
		}
	}
	return n + count*(idSize+1), sound
}

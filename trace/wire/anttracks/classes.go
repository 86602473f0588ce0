package anttracks

import "io"

// Classes contains totals of the class files in a file of class definitions.
type Classes struct {
	Header    Header
	TraceName string
	Count     int64
	Content   int64 // size of the class files in bytes
	Bytes     int64 // bytes read from the file
	Faults    Faults
}

// ReadClasses reads a file of class definitions up to its end or the first fault, which is in Faults. It calls visit with each class file,
// which is valid during the call, unless visit is nil or the class file is larger than [MaxBuffer].
func ReadClasses(r io.Reader, visit func(class []byte)) (*Classes, error) {
	in := newInput(r)
	h, err := in.expect(ClassesFile)
	if err != nil {
		return nil, err
	}
	c := &Classes{Header: h}
	in.u4() // flags
	c.TraceName = in.text(0)
	var class []byte
	for in.more() {
		at := in.at
		if tag := in.u1(); tag != tagClass {
			if tag != 0 {
				c.Faults.add(at, "unknown record kind %d; nothing after it can be read", tag)
			}
			break
		}
		in.u4() // type
		n := int64(in.u4())
		if visit != nil && n <= MaxBuffer {
			class = in.bytes(class, int(n))
		} else {
			in.skip(n)
		}
		if in.err != nil {
			break
		}
		if visit != nil && n <= MaxBuffer {
			visit(class)
		}
		c.Count++
		c.Content += n
	}
	if in.err != nil {
		c.Faults.add(in.at, "%s", in.why())
	}
	c.Bytes = in.at
	return c, nil
}

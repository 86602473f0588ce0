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

// ReadClasses reads a file of class definitions up to its end or the first fault, which is in Faults.
func ReadClasses(r io.Reader) (*Classes, error) {
	in := newInput(r)
	h, err := in.expect(ClassesFile)
	if err != nil {
		return nil, err
	}
	c := &Classes{Header: h}
	in.u4() // flags
	c.TraceName = in.text(0)
	for in.more() {
		at := in.at
		if tag := in.u1(); tag != tagClass {
			if tag != 0 {
				c.Faults.add(at, "a record of kind %d is not known here; nothing after it can be read", tag)
			}
			break
		}
		in.u4() // type
		n := int64(in.u4())
		if in.skip(n); in.err != nil {
			break
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

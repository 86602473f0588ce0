package hostile

import (
	"slices"

	"memcity/trace/tracetest"
	"memcity/trace/wire/phd"
)

// Portable returns a portable heap dump.
func Portable(bytes []byte) []byte {
	s := script(bytes)
	form := s.byte()
	d := portable()
	d.Header = phd.Header{Version: 4 + form%3, Wide: form>>2&1 != 0, J9: form>>3&1 == 0, Hashed: form>>4&1 != 0, VM: "JRE"}
	d.Long, d.Hashes = form>>5&1 != 0, form>>6&1 != 0
	for edits := s.next(40); edits > 0 && s.more(); edits-- {
		r := d.Records[s.next(len(d.Records))]
		other := d.Records[s.next(len(d.Records))]
		switch s.next(8) {
		case 0:
			r.Class = other.Address
		case 1:
			r.Address = other.Address + uint64(s.next(3))*8
		case 2:
			r.References = append(r.References, other.Address+uint64(s.next(2)))
		case 3:
			r.References = slices.Repeat([]uint64{other.Address}, s.next(300))
		case 4:
			r.Length = uint32(s.extreme())
			d.Sizes[r.Address] = int64(s.extreme())
		case 5:
			r.Size = int64(s.extreme())
		case 6:
			r.Kind = phd.Kind(1 + s.next(4))
		case 7:
			r.Name = s.name()
		}
	}
	data := d.Bytes()
	if form>>7 != 0 {
		data = tracetest.Gzip(data, 0)
	}
	return s.finish(data)
}

// SoundPortable returns the sample that Portable changes.
func SoundPortable() []byte { return portable().Bytes() }

func portable() *tracetest.PortableBuilder {
	d := tracetest.NewPortable()
	loader := d.Instance(d.Class(d.ClassLoader(), d.Loader, "app/Loader", 40))
	person := d.Class(d.Object, loader, "app/Person", 20)
	letters := d.Primitives(phd.Char, 5)
	list := d.Array(person, d.Instance(person, letters), 0, d.Instance(person))
	d.Class(d.Object, loader, "app/Main", 8, list)
	d.Class(d.Object, loader, "[Lapp/Person;", 8)
	d.Class(0, d.Loader, "[C", 8)
	d.Primitives(phd.Byte, 300)
	d.Array(d.Object)
	return d
}

package assemble

// Names is a dictionary of names for objects and references. The empty name is 0. It is not safe for concurrent use.
type Names struct {
	Bytes int64 // estimate of the memory

	list    []string
	numbers map[string]Name
}

// NewNames returns a dictionary with the empty name.
func NewNames() *Names { return &Names{list: []string{""}, numbers: map[string]Name{"": 0}} }

// textBytes is the memory that a name in a dictionary takes besides its text, in bytes.
const textBytes = 64

// Number returns the number of a name, which it adds if it is new.
func (n *Names) Number(name string) Name {
	i, ok := n.numbers[name]
	if !ok {
		i = Name(len(n.list))
		n.numbers[name], n.list = i, append(n.list, name)
		n.Bytes += textBytes + int64(len(name))
	}
	return i
}

// Text returns a name.
func (n *Names) Text(i Name) string { return n.list[i] }

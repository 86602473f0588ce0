package memtree

import "hash/maphash"

// Texts is a dictionary of texts, numbered in order of appearance. Number 0 is the empty text. The zero value is ready to use.
type Texts struct {
	list  []string
	slots []uint64 // open addressing: hash in the upper half, number plus 1 in the lower; 0 if empty
	seed  maphash.Seed

	// next is the number that last followed each text, and last is the newest number. Trees of a series have texts in nearly the same
	// order.
	next []uint32
	last uint32
}

// List returns the texts by number. Texts added later are not included.
func (t *Texts) List() []string {
	t.begin()
	return t.list[:len(t.list):len(t.list)]
}

func (t *Texts) begin() {
	if t.list == nil {
		t.list, t.next, t.slots, t.seed = []string{""}, []uint32{0}, make([]uint64, 64), maphash.MakeSeed()
	}
}

// number returns the number of a text, adding the text if it is new. It needs no hashing if texts come in the same order as before.
func (t *Texts) number(text []byte) uint32 {
	n := t.next[t.last]
	if t.list[n] != string(text) {
		n = t.find(text)
		t.next[t.last] = n
	}
	t.last = n
	return n
}

func (t *Texts) find(text []byte) uint32 {
	if len(text) == 0 {
		return 0
	}
	hash := uint32(maphash.Bytes(t.seed, text))
	mask := uint32(len(t.slots) - 1)
	at := hash & mask
	for ; t.slots[at] != 0; at = (at + 1) & mask {
		if slot := t.slots[at]; uint32(slot>>32) == hash && t.list[uint32(slot)-1] == string(text) {
			return uint32(slot) - 1
		}
	}
	t.list, t.next = append(t.list, string(text)), append(t.next, 0)
	t.slots[at] = uint64(hash)<<32 | uint64(len(t.list))
	if len(t.list)*2 > len(t.slots) {
		t.grow()
	}
	return uint32(len(t.list) - 1)
}

// grow doubles the slots.
func (t *Texts) grow() {
	old := t.slots
	t.slots = make([]uint64, 2*len(old))
	mask := uint32(len(t.slots) - 1)
	for _, slot := range old {
		if slot == 0 {
			continue
		}
		at := uint32(slot>>32) & mask
		for t.slots[at] != 0 {
			at = (at + 1) & mask
		}
		t.slots[at] = slot
	}
}

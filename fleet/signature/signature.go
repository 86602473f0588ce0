// Package signature names what is the same on many machines: a finding by who holds what, and a group by its path.
//
// Names alone go into it, without what a runtime or a pool numbers differently at each start; never counts, addresses or contents.
package signature

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strings"

	"memcity/analysis/guide/leak"
)

// Of returns the signature of what a holder keeps alive: 16 hexadecimal digits; empty without a holder or a type. Owner is a field, local variable or GC
// root in words, field the one of a library that is closest to what is held, if another one owns it, and held the type of what is held.
func Of(owner, field, held string) string {
	if owner == "" || held == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{"1", plain(owner), plain(field), leak.Alike(held)}, "\x00")))
	return hex.EncodeToString(sum[:8])
}

// plain is a holder without the name of the thread that a local variable belongs to, which may be one of a pool, and without numbers that
// a runtime made up.
func plain(holder string) string {
	holder, _, _ = strings.Cut(holder, " of the thread ")
	words := strings.Fields(holder)
	for i, w := range words {
		words[i] = member(w)
	}
	return strings.Join(words, " ")
}

// member is a field or a method, or anything else in words, with its class as [leak.Alike] has it.
func member(name string) string {
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return leak.Alike(name[:i]) + name[i:]
	}
	return leak.Alike(name)
}

// Path returns a number for the path of a group that is equal in all recordings. Groups whose names differ by what a runtime numbers have
// the same one.
func Path(path []string) int64 {
	h := sha256.New()
	for _, name := range path {
		h.Write([]byte(leak.Alike(name)))
		h.Write([]byte{0})
	}
	return int64(binary.BigEndian.Uint64(h.Sum(nil)))
}

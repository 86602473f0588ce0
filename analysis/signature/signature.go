// Package signature computes identifiers that are equal on all machines. The identifier of a finding depends on its holder and the type of
// the held objects, the identifier of a group on its path.
//
// Signatures use only names. They omit numbers that a runtime or a pool assigns at each start, and never include counts, addresses or
// contents.
package signature

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strings"

	"memcity/analysis/guide/leak"
	"memcity/trace"
)

// Of returns the signature of a holder and its objects: 16 hexadecimal digits, or "" without a holder or a type. owner names a field, local
// variable or GC root. field is the library's field closest to the held objects, if something else owns the library object. held is the
// type of the held objects.
func Of(owner, field, held string) string {
	if owner == "" || held == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{"1", plain(owner), plain(field), leak.Alike(held)}, "\x00")))
	return hex.EncodeToString(sum[:8])
}

// plain removes from a holder the name of a local variable's thread, which may be one of a pool, and numbers that a runtime assigned.
func plain(holder string) string {
	holder, _, _ = strings.Cut(holder, " of the thread ")
	words := strings.Fields(holder)
	for i, w := range words {
		words[i] = member(w)
	}
	return strings.Join(words, " ")
}

// member normalizes the class of a field or method, or any other word, see [leak.Alike].
func member(name string) string {
	if of, _, ok := trace.SplitMember(name); ok {
		return leak.Alike(of) + name[len(of):]
	}
	return leak.Alike(name)
}

// Path returns a number for the path of a group that is equal in all recordings. Names that differ only in numbers assigned by a runtime
// have the same number.
func Path(path []string) int64 {
	h := sha256.New()
	for _, name := range path {
		h.Write([]byte(leak.Alike(name)))
		h.Write([]byte{0})
	}
	return int64(binary.BigEndian.Uint64(h.Sum(nil)))
}

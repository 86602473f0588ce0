package index

import (
	"crypto/sha256"
	"encoding/hex"

	"memcity/trace/parallel"
)

// digestEach is the number of numbers per partial digest.
const digestEach = 1 << 18

// Digest returns a hash of n numbers and the given bytes. fill sets into to the numbers starting at index from; it is called concurrently.
// The cost is linear in the numbers.
func Digest(n int, fill func(from int, into []uint32), more ...[]byte) string {
	sums := make([][sha256.Size]byte, (n+digestEach-1)/digestEach)
	buffers := make([][]uint32, parallel.Parts(max(len(sums), 1), 1))
	parallel.Each(len(sums), func(worker, i int) error {
		if buffers[worker] == nil {
			buffers[worker] = make([]uint32, digestEach)
		}
		numbers := buffers[worker][:min(digestEach, n-i*digestEach)]
		fill(i*digestEach, numbers)
		sums[i] = sha256.Sum256(Bytes(numbers))
		return nil
	})
	all := sha256.New()
	all.Write(Bytes([]int{n}))
	all.Write(Bytes(sums))
	for _, d := range more {
		all.Write(Bytes([]int{len(d)}))
		all.Write(d)
	}
	return hex.EncodeToString(all.Sum(nil)[:12])
}

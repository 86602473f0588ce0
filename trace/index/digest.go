package index

import (
	"crypto/sha256"
	"encoding/hex"

	"memcity/trace/parallel"
)

// digestEach is how many numbers one digest is of.
const digestEach = 1 << 18

// Digest returns a text by which n numbers are recognised, and bytes with them. Fill has those from one on be in a list; it is called from
// several goroutines. The cost is a look at each number.
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

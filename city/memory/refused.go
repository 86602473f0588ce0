package memory

import (
	"errors"
	"fmt"

	"memcity/city/memory/allowance"
	"memcity/trace"
	"memcity/words"
)

// Refused is the error for work that does not fit into memory.
type Refused struct {
	Work   Work
	Volume trace.Volume // of the heap state, as counted so far
	Need   int64        // bytes, of the whole process
	May    allowance.Allowance

	InFiles    bool  // true if columns are already stored in files
	Disk, Free int64 // if not 0: bytes that the files need on the disk, and the lower number of free bytes
}

// Error returns a message with both numbers.
func (r *Refused) Error() string {
	if r.Volume.Objects == 0 {
		return fmt.Sprintf("reading it needs about %s of memory, but only %s can be used (%s)", words.Size(r.Need), words.Size(r.May.Bytes), r.May.By)
	}
	if r.Disk > 0 {
		return fmt.Sprintf("%s of %s: their files need about %s, but the disk has only %s free", r.Work, words.Plural(r.Volume.Objects, "object", "objects"),
			words.Size(r.Disk), words.Size(r.Free))
	}
	what := words.Plural(r.Volume.Objects, "object needs", "objects need")
	return fmt.Sprintf("%s: %s about %s of memory, but only %s can be used (%s)", r.Work, what, words.Size(r.Need), words.Size(r.May.Bytes), r.May.By)
}

// WithFiles returns the bytes of memory and disk that the work needs if columns are stored in files, and whether it then fits.
func (r *Refused) WithFiles() (need, disk int64, fits bool) {
	need, disk = base+r.Work.Resident(r.Volume), r.Work.Disk(r.Volume)
	return need, disk, !r.InFiles && disk > 0 && need <= r.May.Bytes
}

// Offer is work that fits in place of refused work.
type Offer struct {
	Work Work
	Need int64 // bytes, of the whole process
}

// Offers returns the work that fits in place of the refused work, closest first.
func (r *Refused) Offers() []Offer {
	var offers []Offer
	for _, w := range table[r.Work].instead {
		if w == Counts && !r.Volume.ByType {
			continue
		}
		if need := base + w.in(r.InFiles, r.Volume); need <= r.May.Bytes {
			offers = append(offers, Offer{w, need})
		}
	}
	return offers
}

// RefusedBy returns the refusal in an error; nil if there is none.
func RefusedBy(err error) *Refused {
	var r *Refused
	errors.As(err, &r)
	return r
}

// Explain adds to a refusal the work that would fit. It returns other errors unchanged.
func Explain(err error) error {
	r := RefusedBy(err)
	if r == nil {
		return err
	}
	if offers := r.Offers(); len(offers) > 0 {
		return fmt.Errorf("%w; %s would need %s", err, offers[0].Work, words.Size(offers[0].Need))
	}
	return err
}

package memory

import (
	"errors"
	"fmt"

	"memcity/city/memory/allowance"
	"memcity/trace"
	"memcity/words"
)

// Refused says that some work does not fit.
type Refused struct {
	Work   Work
	Volume trace.Volume // of the heap state, as far as it was counted
	Need   int64        // bytes, of the whole process
	May    allowance.Allowance

	InFiles    bool  // columns are kept in files already
	Disk, Free int64 // if not 0: bytes that these need on the disk, and fewer that it has room for
}

// Error has both numbers.
func (r *Refused) Error() string {
	if r.Volume.Objects == 0 {
		return fmt.Sprintf("reading it needs about %s of memory, and %s may be used (%s)", words.Size(r.Need), words.Size(r.May.Bytes), r.May.By)
	}
	if r.Disk > 0 {
		return fmt.Sprintf("%s of %s: files for them need about %s, and the disk has room for %s", r.Work, words.Plural(r.Volume.Objects, "object", "objects"),
			words.Size(r.Disk), words.Size(r.Free))
	}
	what := words.Plural(r.Volume.Objects, "object needs", "objects need")
	return fmt.Sprintf("%s: %s about %s of memory, and %s may be used (%s)", r.Work, what, words.Size(r.Need), words.Size(r.May.Bytes), r.May.By)
}

// WithFiles returns the bytes of memory and of the disk that the work needs where columns are kept in files, and whether it fits then.
func (r *Refused) WithFiles() (need, disk int64, fits bool) {
	need, disk = base+r.Work.Resident(r.Volume), r.Work.Disk(r.Volume)
	return need, disk, !r.InFiles && disk > 0 && need <= r.May.Bytes
}

// Offer is work that fits where other work does not.
type Offer struct {
	Work Work
	Need int64 // bytes, of the whole process
}

// Offers lists what fits in place of what was refused, the closest first.
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

// RefusedBy returns the refusal in an error, nil if there is none.
func RefusedBy(err error) *Refused {
	var r *Refused
	errors.As(err, &r)
	return r
}

// Explained adds to a refusal what would fit instead. Other errors stay as they are.
func Explained(err error) error {
	r := RefusedBy(err)
	if r == nil {
		return err
	}
	if offers := r.Offers(); len(offers) > 0 {
		return fmt.Errorf("%w; %s would need %s", err, offers[0].Work, words.Size(offers[0].Need))
	}
	return err
}

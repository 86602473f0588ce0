package findings

import (
	"encoding/json"

	"memcity/trace"
)

// keptReport is the stored form of a report. It includes fields that the report's JSON omits.
type keptReport struct {
	Report  *plainReport
	Sampled [][]trace.ObjectID // by pile
}

type plainReport Report

// piles returns all piles of the report, by finding; in each finding, growth first.
func (r *Report) piles() (piles []*Pile) {
	for i := range r.Findings {
		for _, p := range []*Pile{r.Findings[i].Growth, r.Findings[i].Pile} {
			if p != nil {
				piles = append(piles, p)
			}
		}
	}
	return piles
}

// MarshalBinary encodes the whole report for an index.
func (r *Report) MarshalBinary() ([]byte, error) {
	kept := keptReport{Report: (*plainReport)(r)}
	for _, p := range r.piles() {
		kept.Sampled = append(kept.Sampled, p.Sampled)
	}
	return json.Marshal(kept)
}

// UnmarshalBinary decodes the output of MarshalBinary. It returns an error if d is not that.
func (r *Report) UnmarshalBinary(d []byte) error {
	kept := keptReport{Report: (*plainReport)(r)}
	if err := json.Unmarshal(d, &kept); err != nil {
		return err
	}
	for i, p := range r.piles() {
		if i < len(kept.Sampled) {
			p.Sampled = kept.Sampled[i]
		}
	}
	return nil
}

package findings

import (
	"encoding/json"

	"memcity/trace"
)

// keptReport is a report as it is kept: with what its JSON leaves out.
type keptReport struct {
	Report  *plainReport
	Sampled [][]trace.ObjectID // of each pile, in their order
}

type plainReport Report

// piles returns all piles of the report, those of growth first.
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

// MarshalBinary returns all of the report, for an index.
func (r *Report) MarshalBinary() ([]byte, error) {
	kept := keptReport{Report: (*plainReport)(r)}
	for _, p := range r.piles() {
		kept.Sampled = append(kept.Sampled, p.Sampled)
	}
	return json.Marshal(kept)
}

// UnmarshalBinary takes what MarshalBinary returned. The error says that it is not that.
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

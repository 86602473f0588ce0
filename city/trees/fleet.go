package trees

import "memcity/trace/pods"

// Fleet returns the pods of a GC point, whose medians are its numbers; nil for a single program.
func (s *Series) Fleet(point int) *pods.Fleet {
	if point < 0 || point >= len(s.points) {
		return nil
	}
	return s.points[point].fleet
}

// Pods returns the values of a node in the pods of a GC point. ok is false if there are none. The cost is linear in the nodes.
func (s *Series) Pods(point int, node int32) (g pods.Group, ok bool) {
	if f := s.Fleet(point); f != nil {
		g, ok = f.Groups[s.IndexOf(point, node)]
	}
	return g, ok
}

// PodMaxima contains the largest value in any pod, by node.
type PodMaxima []Amount

// PodMaxima returns the largest value in any pod, by group, at a GC point; nil for a single program. The cost is linear in the nodes.
func (s *Series) PodMaxima(point int) PodMaxima {
	f := s.Fleet(point)
	if f == nil {
		return nil
	}
	most := make(PodMaxima, len(s.Nodes))
	for i, g := range f.Groups {
		n := s.NodeOf(point, i)
		most[n].Objects, most[n].Bytes = g.Largest()
	}
	return most
}

// Service returns the node of the service that contains a node: the one below the root.
func (s *Series) Service(node int32) int32 {
	for node > 0 && s.Nodes[node].Parent > 0 {
		node = s.Nodes[node].Parent
	}
	return node
}

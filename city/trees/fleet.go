package trees

import "memcity/trace/pods"

// Fleet has the pods whose medians the numbers of a GC point are; nil for one of a single program.
func (s *Series) Fleet(point int) *pods.Fleet {
	if point < 0 || point >= len(s.points) {
		return nil
	}
	return s.points[point].fleet
}

// Pods returns what the pods of a GC point have of a node; ok is false if that is not known. Cost is linear in the number of nodes.
func (s *Series) Pods(point int, node int32) (g pods.Group, ok bool) {
	if f := s.Fleet(point); f != nil {
		g, ok = f.Groups[s.IndexOf(point, node)]
	}
	return g, ok
}

// Most is the most that one pod has of each node, by node.
type Most []Amount

// MostOfPods returns the most that one pod has of each group at a GC point; nil for that of a single program. Cost is linear in the number of nodes.
func (s *Series) MostOfPods(point int) Most {
	f := s.Fleet(point)
	if f == nil {
		return nil
	}
	most := make(Most, len(s.Nodes))
	for i, g := range f.Groups {
		n := s.NodeOf(point, i)
		most[n].Objects, most[n].Bytes = g.Largest()
	}
	return most
}

// Service returns the group of the service that a node is in, or is: the one below the root.
func (s *Series) Service(node int32) int32 {
	for node > 0 && s.Nodes[node].Parent > 0 {
		node = s.Nodes[node].Parent
	}
	return node
}

package memtree

import (
	"math"

	"memcity/trace/pods"
)

// fleet reads the member "fleet" of a document.
func (d *Reader) fleet() error {
	if d.peek() == 'n' {
		return d.skip()
	}
	if err := d.open('{', "fleet"); err != nil {
		return err
	}
	f := d.pods()
	f.Pods, f.Leaks, f.Releases = nil, nil, nil
	return d.members(func(name []byte) error {
		switch string(name) {
		case "pods":
			return d.list("pods", func() error {
				var p pods.Pod
				defer func() { f.Pods = append(f.Pods, p) }()
				return d.object("pod", func(name string) (known bool, err error) { return d.podMember(&p, name) })
			})
		case "leaks":
			return d.list("leaks", func() error {
				l := pods.Leak{PerHour: -1, Chance: -1}
				defer func() { f.Leaks = append(f.Leaks, l) }()
				return d.object("leak", func(name string) (known bool, err error) { return d.leakMember(&l, name) })
			})
		case "releases":
			return d.list("releases", func() error {
				var r pods.Release
				defer func() { f.Releases = append(f.Releases, r) }()
				return d.object("release", func(name string) (known bool, err error) { return d.releaseMember(&r, name) })
			})
		case "unix_ms":
			return d.whole(&f.Unix, "unix_ms")
		}
		return d.skip()
	})
}

// pods returns the fleet of the tree being read, creating it if needed.
func (d *Reader) pods() *pods.Fleet {
	if d.tree.Fleet == nil {
		d.tree.Fleet = &pods.Fleet{Groups: map[int32]pods.Group{}}
	}
	return d.tree.Fleet
}

// list reads an array; null counts as an empty one.
func (d *Reader) list(what string, read func() error) error {
	if d.peek() == 'n' {
		return d.skip()
	}
	if err := d.open('[', what); err != nil {
		return err
	}
	return d.elements(read)
}

// object reads an object and skips unknown members.
func (d *Reader) object(what string, member func(name string) (known bool, err error)) error {
	if err := d.open('{', what); err != nil {
		return err
	}
	return d.members(func(name []byte) error {
		known, err := member(string(name))
		if !known && err == nil {
			err = d.skip()
		}
		return err
	})
}

func (d *Reader) podMember(p *pods.Pod, name string) (bool, error) {
	switch name {
	case "service":
		return true, d.string(&p.Service, "service of a pod")
	case "version":
		return true, d.string(&p.Version, "version of a pod")
	case "pod":
		return true, d.string(&p.Name, "name of a pod")
	case "recording":
		return true, d.string(&p.Recording, "recording of a pod")
	case "point":
		return true, d.whole(&p.Point, "point of a pod")
	}
	return false, nil
}

func (d *Reader) releaseMember(r *pods.Release, name string) (bool, error) {
	switch name {
	case "service":
		return true, d.string(&r.Service, "service of a release")
	case "version":
		return true, d.string(&r.Version, "version of a release")
	case "unix_ms":
		return true, d.whole(&r.Unix, "unix_ms of a release")
	}
	return false, nil
}

func (d *Reader) leakMember(l *pods.Leak, name string) (bool, error) {
	switch name {
	case "service":
		return true, d.string(&l.Service, "service of a leak")
	case "type":
		return true, d.string(&l.Type, "type of a leak")
	case "owner":
		return true, d.string(&l.Owner, "owner of a leak")
	case "versions":
		return true, d.string(&l.Versions, "versions of a leak")
	case "since":
		return true, d.string(&l.Since, "first version of a leak")
	case "sure":
		return true, d.truth(&l.Sure, "sure")
	case "probable":
		return true, d.truth(&l.Probable, "probable")
	case "points":
		return true, d.whole(&l.Points, "points of a leak")
	case "current":
		return true, d.truth(&l.Current, "current")
	case "pods":
		return true, d.whole(&l.Pods, "pods of a leak")
	case "judged_pods":
		return true, d.whole(&l.Judged, "judged_pods")
	case "earlier_pods":
		return true, d.whole(&l.Earlier, "earlier_pods")
	case "bytes_per_hour":
		return true, d.millionths(&l.PerHour, 1, "bytes_per_hour")
	case "p_millionths":
		return true, d.millionths(&l.Chance, 1e-6, "p_millionths")
	}
	return false, nil
}

func (d *Reader) string(to *string, what string) error {
	text, err := d.text(what)
	*to = string(text)
	return err
}

func (d *Reader) whole(to *int64, what string) (err error) {
	*to, err = d.count(what)
	return err
}

// millionths reads a whole number, multiplies it by unit and stores it in to; null leaves to unchanged.
func (d *Reader) millionths(to *float64, unit float64, what string) error {
	if d.peek() == 'n' {
		return d.skip()
	}
	n, err := d.count(what)
	*to = float64(n) * unit
	return err
}

// truth reads true or false; null counts as false.
func (d *Reader) truth(to *bool, what string) error {
	kind := d.peek()
	switch kind {
	case 't', 'f', 'n':
		*to = kind == 't'
		return d.skip()
	}
	if d.quick != nil {
		return errOdd
	}
	if name := kindName(kind); name != "" {
		return d.fault("%s is %s; expected true or false", what, name)
	}
	return d.skip()
}

// amounts reads the numbers of each pod for node i: an array of three numbers per pod.
func (d *Reader) amounts(i int32) error {
	g := d.pods().Groups[i]
	g.Amounts = nil
	err := d.list("pods of a node", func() error {
		if err := d.open('[', "row of a pod"); err != nil {
			return err
		}
		var numbers [3]int64
		n := 0
		err := d.elements(func() (err error) {
			if n == len(numbers) {
				if d.quick != nil {
					return errOdd
				}
				return d.fault("a row of a pod has more than three numbers; expected pod, objects, bytes")
			}
			numbers[n], err = d.count("row of a pod")
			n++
			return err
		})
		switch {
		case err != nil:
			return err
		case n < len(numbers) || numbers[0] > math.MaxInt32:
			if d.quick != nil {
				return errOdd
			}
			return d.fault("a row of a pod does not have three numbers; expected pod, objects, bytes")
		}
		g.Amounts = append(g.Amounts, pods.Amount{Pod: int32(numbers[0]), Objects: numbers[1], Bytes: numbers[2]})
		return nil
	})
	d.pods().Groups[i] = g
	return err
}

// podCount reads the number of pods measured for node i.
func (d *Reader) podCount(i int32) error {
	n, err := d.count("of_pods")
	g := d.pods().Groups[i]
	g.Of = n
	d.pods().Groups[i] = g
	return err
}

// outliers reads the pods whose numbers for node i are far above the others.
func (d *Reader) outliers(i int32) error {
	g := d.pods().Groups[i]
	g.Outliers = nil
	err := d.list("outliers", func() error {
		n, err := d.count("an outlier")
		if err == nil && n > math.MaxInt32 {
			if d.quick != nil {
				return errOdd
			}
			return d.fault("an outlier is pod %d; there are not that many", n)
		}
		g.Outliers = append(g.Outliers, int32(n))
		return err
	})
	d.pods().Groups[i] = g
	return err
}

package group

import (
	"context"

	"memcity/trace"
	"memcity/trace/poll"
)

// lambdaPrefix begins the names of lambdas and method references with a recorded maker.
const lambdaPrefix = "lambda made in "

// prepareLambda names the classes of lambdas after the methods that made them.
func prepareLambda(ctx context.Context, s *Subject, _ Chain) (*Keys, error) {
	makers, err := lambdaMakers(ctx, s.Heap)
	if err != nil {
		return nil, err
	}
	return typeKeys(s.Heap, func(t *trace.Type) string {
		if maker, ok := makers[t]; ok {
			return lambdaPrefix + maker
		}
		return t.Name
	}), nil
}

// lambdaMakers returns the methods that made lambdas, by the lambda's class. A JVM makes one class for each place in the code that makes a
// lambda, so the allocation site of one object is enough. The maker is its innermost frame in the class that contains the lambda. Classes
// without this frame are missing. The cost is linear in the objects.
func lambdaMakers(ctx context.Context, h *trace.Heap) (map[*trace.Type]string, error) {
	hosts := map[*trace.Type]string{}
	for i := range h.Types {
		if host := trace.LambdaHost(h.Types[i].Name); host != "" {
			hosts[&h.Types[i]] = host
		}
	}
	makers := map[*trace.Type]string{}
	for o, site := range h.SiteOf {
		if len(makers) == len(hosts) {
			break
		}
		if err := poll.At(ctx, o); err != nil {
			return nil, err
		}
		if site == trace.NoSite {
			continue
		}
		t := &h.Types[h.TypeOf.At(trace.ObjectID(o))]
		host, wanted := hosts[t]
		if _, known := makers[t]; !wanted || known {
			continue
		}
		if maker := makerOf(&h.Sites[site], host); maker != "" {
			makers[t] = maker
		}
	}
	return makers, nil
}

// makerOf returns the method of the innermost frame in a class; empty if there is none.
func makerOf(site *trace.Site, host string) string {
	for _, f := range site.Frames {
		if f.Class == host {
			return host + "." + f.Source()
		}
	}
	return ""
}

package guide

import (
	"context"
	"fmt"

	"memcity/analysis/android"
	"memcity/analysis/closure"
	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/words"
)

// destroyed reports activities and fragments of Android that are destroyed but still alive.
func (g *guided) destroyed(ctx context.Context, references *closure.Graph) error {
	found, err := android.FindDestroyed(ctx, g.last.Heap(), g.Has)
	if err != nil {
		return err
	}
	var all []unneeded
	for _, x := range found {
		n, name := int64(len(x.Objects)), g.last.Heap().Types[x.Type].Name
		all = append(all, unneeded{rule: findings.RuleDestroyed, objects: x.Objects, kind: leak.Alike(name), noun: x.Kind.Name(1),
			text:    fmt.Sprintf("Destroyed: %s %s %s %s still in memory", words.Count(n), words.TypeName(name), x.Kind.Name(n), pick(n == 1, "is", "are")),
			numbers: []findings.FindingNumber{{Name: "destroyed", Value: float64(n), Unit: "objects"}}, confidence: pick(n == 1, 0.7, 0.9),
			what: whatIsDestroyed[x.Kind], why: whyDestroyed[x.Kind]})
	}
	return g.report(ctx, references, all)
}

// whatIsDestroyed explains what destroyed components of a kind are.
var whatIsDestroyed = [...]string{
	android.Activity: "Android has called onDestroy (the field mDestroyed is true), so the program should no longer refer to the activity. It keeps its views and their images alive.",
	android.Fragment: "The fragment was detached (the field mFragmentManager is null again), so the program should no longer refer to it. It keeps its views alive.",
}

// whyDestroyed contains the doubts about destroyed components of a kind.
var whyDestroyed = [...]string{
	android.Activity: "Android may keep an activity for some seconds after onDestroy. Make another heap dump after a garbage collection.",
	android.Fragment: "The program may keep a detached fragment to show it again. Android also detaches a retained fragment while the screen rotates.",
}

package trace

import "testing"

// TestLambdaNames checks the names of methods with the bodies of lambdas, as compilers write them, and of methods that only look like one.
func TestLambdaNames(t *testing.T) {
	for method, want := range map[string]string{
		"lambda$run$0": "run", "lambda$run$12": "run", "lambda$get$It$3": "get$It", "lambda$new$1": "<init>", "lambda$static$0": "<clinit>",
		"run$lambda$0": "run", "run$lambda-0": "run", "run$lambda$1$lambda$0": "run", "$anonfun$run$1": "run", "$anonfun$run$1$adapted": "run",
		"run": "", "lambda$": "", "lambda$run": "", "lambda$$0": "", "run$lambda": "", "run$lambdas$0": "", "$lambda$0": "", "": "", "<init>": "",
	} {
		if got := lambdaParent(method); got != want {
			t.Errorf("%s: %q, want %q", method, got, want)
		}
	}
	f := Frame{Class: "app.Main", Method: "lambda$run$0", File: "Main.java", Line: 12}
	if got := f.Name(); got != "app.Main.lambda made in run(Main.java:12)" {
		t.Error(got)
	}
}

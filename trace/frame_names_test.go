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

// TestFrameInFile checks that a frame in a module that is a file is printed with its whole path.
func TestFrameInFile(t *testing.T) {
	for want, f := range map[string]Frame{
		"fill(src/cart.js:3)":       {Class: "src/cart.js", Method: "fill", File: "cart.js", Line: 3},
		"app.Main.run(Main.java:3)": {Class: "app.Main", Method: "run", File: "Main.java", Line: 3},
		"push(Native Method)":       {Method: "push", Native: true},
	} {
		if got := f.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

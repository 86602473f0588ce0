package session

import (
	"context"
	"errors"

	"memcity/analysis/churn"
	"memcity/analysis/window"
	"memcity/city/query"
	"memcity/city/view/churns"
	"memcity/city/view/diffs"
	"memcity/city/view/overview"
)

func answerOverview(ctx context.Context, o *Opened, a *query.Ask, tell teller) error {
	e, err := o.Evolution(ctx, tell.progress)
	if err != nil && !errors.Is(err, ErrNoEvolution) { // a view says so in place of a chart
		return err
	}
	found := &overview.Overview{Ask: *a.Overview, Evolution: e, Found: window.Find(e.Series, a.Overview.Limits)}
	tell.publish(func(answers *query.Answers) { answers.Overview = found })
	return nil
}

// answerTrends tells the series of all levels.
func answerTrends(ctx context.Context, o *Opened, a *query.Ask, tell teller) error {
	ask := TrendAsk{By: a.Grouping, From: a.Trends.From, To: a.Trends.To, Choice: a.Trends.Choice}
	series, err := o.chosen(ctx, ask, tell.progress)
	if err != nil {
		return err
	}
	report := a.Trends.Report(series, ask.To-ask.From+1, a.Grouping.Measure)
	tell.publish(func(answers *query.Answers) { answers.Trends = report })
	return nil
}

func answerDiff(ctx context.Context, o *Opened, a *query.Ask, tell teller) error {
	ask := a.Diff
	tree, err := o.Diff(ctx, a.Grouping, DiffAsk{From: ask.From, To: ask.To, Probable: ask.Probable, Through: ask.Through}, tell.progress)
	if err != nil {
		return err
	}
	report := &diffs.Report{Ask: *ask, Tree: tree}
	tell.publish(func(answers *query.Answers) { answers.Diff = report })
	return nil
}

func answerChurn(ctx context.Context, o *Opened, a *query.Ask, tell teller) error {
	ask := a.Churn
	report, err := o.Churn(ctx, churn.Options{From: ask.From, To: ask.To, Bytes: ask.Bytes}, tell.progress)
	if err != nil {
		return err
	}
	told := &churns.Report{Ask: *ask, Told: report}
	tell.publish(func(answers *query.Answers) { answers.Churn = told })
	return nil
}

func answerGuide(ctx context.Context, o *Opened, a *query.Ask, tell teller) error {
	found, err := o.Guide(ctx, tell.progress)
	if err != nil {
		return err
	}
	report := &query.GuideReport{Ask: *a.Guide, Report: found}
	tell.publish(func(answers *query.Answers) { answers.Guide = report })
	return nil
}

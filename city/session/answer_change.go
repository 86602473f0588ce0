package session

import (
	"context"
	"errors"
	"time"

	"memcity/analysis/churn"
	"memcity/analysis/trend"
	"memcity/analysis/window"
	"memcity/city"
)

func answerOverview(ctx context.Context, o *Opened, a *city.Ask, tell teller) error {
	e, err := o.Evolution(ctx, tell.progress)
	if err != nil {
		return err
	}
	found := &city.Overview{Ask: *a.Overview, Evolution: e, Found: window.Find(e.Series, a.Overview.Limits)}
	tell.publish(func(answers *city.Answers) { answers.Overview = found })
	return nil
}

// answerTrends tells the series of all levels.
func answerTrends(ctx context.Context, o *Opened, a *city.Ask, tell teller) error {
	ask := TrendAsk{By: a.Grouping, From: a.Trends.From, To: a.Trends.To, Choice: a.Trends.Choice}
	series, err := o.chosen(ctx, ask, tell.progress)
	if err != nil {
		return err
	}
	report := &city.TrendsReport{Ask: *a.Trends, Measure: a.Grouping.Measure, Points: ask.To - ask.From + 1, Times: o.timesOf(series)}
	for i := range series.Len() {
		report.Sources = append(report.Sources, series.Source(i))
	}
	for level, key := range a.Trends.Levels {
		chart := a.Trends.Charts[level]
		ask.Options = trend.Options{Bytes: a.Trends.Bytes, Order: chart.Order, Top: chart.Top}
		t, err := ask.below(series, key)
		if errors.Is(err, ErrNoGroup) && level > 0 { // with this grouping, or at these points
			break
		}
		if err != nil {
			return err
		}
		report.Levels = append(report.Levels, t)
	}
	tell.publish(func(answers *city.Answers) { answers.Trends = report })
	return nil
}

func answerDiff(ctx context.Context, o *Opened, a *city.Ask, tell teller) error {
	ask := a.Diff
	tree, err := o.Diff(ctx, a.Grouping, DiffAsk{From: ask.From, To: ask.To, Probable: ask.Probable, Through: ask.Through}, tell.progress)
	if err != nil {
		return err
	}
	report := &city.DiffReport{Ask: *ask, Tree: tree}
	tell.publish(func(answers *city.Answers) { answers.Diff = report })
	return nil
}

func answerChurn(ctx context.Context, o *Opened, a *city.Ask, tell teller) error {
	ask := a.Churn
	report, err := o.Churn(ctx, churn.Options{From: ask.From, To: ask.To, Bytes: ask.Bytes}, tell.progress)
	if err != nil {
		return err
	}
	told := &city.ChurnReport{Ask: *ask, Report: report}
	tell.publish(func(answers *city.Answers) { answers.Churn = told })
	return nil
}

// timesOf are the times of the GC points of a series.
func (o *Opened) timesOf(s *city.Series) []time.Duration {
	points := o.now().Points
	times := make([]time.Duration, s.Len())
	for i := range times {
		times[i] = time.Duration(points[s.Source(i)].Time) * time.Millisecond
	}
	return times
}

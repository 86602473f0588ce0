package ui

import (
	"time"

	"memcity/city"
)

// samplePrograms are programs that run, two of which cannot be recorded.
var samplePrograms = []city.Program{
	{PID: 4711, Name: "com.example.shop.Main", Arguments: "--port 8080 --profile production", VM: "OpenJDK 17.0.9", Running: 3*time.Hour + 5*time.Minute},
	{PID: 812, Name: "shop-worker.jar", VM: "OpenJDK 25.0.1", Running: 42 * time.Second},
	{PID: 9, Name: "org.apache.cassandra.service.CassandraDaemon", VM: "OpenJDK 11.0.2", Running: 1000 * time.Hour, Problem: "it belongs to another user (cassandra)"},
	{PID: 5120, Name: "locked.jar", VM: "OpenJDK 21.0.1", Running: -1, Problem: "it was started with -XX:+DisableAttachMechanism"},
}

// recordModel is the start screen with the dialog for recording.
func recordModel() Model {
	m := startModel()
	m.CanRecord = true
	m.Record = &Record{Programs: samplePrograms, Listed: true, RecordChoices: RecordChoices{Options: city.DefaultRecordOptions()}}
	m.Record.Commands = []CommandLine{{"java -jar shop.jar --port 8080", "/home/me/shop"}, {"mvn test", ""}}
	return m
}

func liveStatus() city.RecordStatus {
	return city.RecordStatus{Program: "com.example.shop.Main", PID: 4711, File: "/home/me/shop-2026.mct", For: 83*time.Second + 400*time.Millisecond, Started: true,
		Points: 23, GCs: 41, Objects: 345_678, Size: 12_340_000, Overhead: 0.034, Output: []string{"shop is open on port 8080", "customer 1", "customer 2"}}
}

// liveModel is a recording under way whose city is shown.
func liveModel() Model {
	m := sample()
	m.CanRecord = true
	m.State = city.Step(m.State, city.GoTo{Point: 22})
	m.Live = &Live{Ours: true, Status: liveStatus(), Shown: true, Input: city.Live{Growing: true, Points: 23}}
	return m
}

// waitingModel is a recording without a GC point.
func waitingModel() Model {
	m := startModel()
	m.CanRecord = true
	s := liveStatus()
	s.Points, s.Objects, s.Size, s.For = 0, 0, 812, 3*time.Second
	m.Live = &Live{Ours: true, Status: s}
	return m
}

// ruledModel shows rules, one of which was broken.
func ruledModel() Model {
	m := liveModel()
	m.RulesOpen = true
	a := city.Rule{Group: "java.util.HashMap$Node", Limit: 10_000}
	b := city.Rule{Kind: city.GrowthAbove, Group: "Heap#java.util", By: "package,type", Metric: city.Bytes, Limit: 20, Outcome: city.StopRecording}
	m.Live.Input.Rules = []city.RuleState{
		{Rule: a, Fired: &city.Fired{Rule: a, Point: 12, Keys: []string{"Heap#java.util#HashMap$Node"}, Value: 12_345, Text: "java.util.HashMap$Node had 12,345 objects at GC point 13, more than 10,000"}},
		{Rule: b, Armed: true},
	}
	return m
}

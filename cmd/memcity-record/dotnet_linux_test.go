package main

import (
	"path/filepath"
	"strings"
	"testing"

	"memcity/trace/record/diagnostics/diagnosticstest"
)

// dotnetMain is the part of a program that adds as many objects as each line of its standard input requests.
const dotnetMain = `
  static class Program {
    static void Main() {
      Console.WriteLine("ready");
      for (string line; (line = Console.ReadLine()) != null; Console.WriteLine("done"))
        for (int i = int.Parse(line); i > 0; i--) Work.Add(i);
    }
  }
}`

// dotnetPrograms are programs that leak, and a healthy one.
var dotnetPrograms = []struct{ name, text, holder string }{
	{"cache", `using System; using System.Collections.Generic;
namespace Shop {
  class Order { public int Id; public string Label; }
  static class Cache { public static readonly Dictionary<int, Order> Items = new Dictionary<int, Order>(); }
  static class Work { public static void Add(int i) { Cache.Items[Cache.Items.Count] = new Order { Id = i, Label = "order " + i }; } }`,
		"Shop.Order, held by variable Shop.Cache.Items"},
	{"event", `using System;
namespace Shop {
  static class Clock { public static event EventHandler Ticked; public static void Tick() { if (Ticked != null) Ticked(null, null); } }
  class Session {
    readonly byte[] buffer = new byte[100];
    public Session() { Clock.Ticked += OnTick; }
    void OnTick(object sender, EventArgs e) { buffer[0]++; }
  }
  static class Work { public static void Add(int i) { new Session(); if (i == 1) Clock.Tick(); } }`,
		"Shop.Session, held by variable Shop.Clock.Ticked"},
	{"healthy", `using System; using System.Collections.Generic;
namespace Shop {
  class Order { public int Id; public string Label; }
  static class Recent { public static readonly Queue<Order> Last = new Queue<Order>(); }
  static class Work {
    public static void Add(int i) {
      Recent.Last.Enqueue(new Order { Id = i, Label = "order " + i });
      if (Recent.Last.Count > 1000) Recent.Last.Dequeue();
    }
  }`, ""},
}

// TestAnalyzeDotnet checks that the analysis of a recorded program on .NET names the static field or event of its leak, and reports no leak of
// a healthy one.
func TestAnalyzeDotnet(t *testing.T) {
	for _, p := range dotnetPrograms {
		t.Run(p.name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "out.mct")
			recordGrowth(t, diagnosticstest.Program(t, p.text+dotnetMain), out)
			r := execute(t, "analyze", out)
			verdict, _, _ := strings.Cut(r.stdout, "\n")
			if p.holder == "" && !strings.HasPrefix(verdict, "No leak was found") || !strings.Contains(verdict, p.holder) {
				t.Errorf("the verdict is %q, want %q", verdict, p.holder)
			}
		})
	}
}

// The program whose trace is known.nettrace.gz: 100 Order with 200 Line, held by the static field Stock.ById; one Note that a dependent handle keeps
// alive; one Handled in a strong handle; and one Gone that only a weak reference knows.
using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Threading;

namespace Shop {
  class Line { public int Of, N; }
  class Order {
    public int Id; public string Label; public Line[] Lines;
    public Order(int i) { Id = i; Label = "order-" + i; Lines = new[] { new Line { Of = i, N = 0 }, null, new Line { Of = i, N = 1 } }; }
  }
  class Note { public string Text; }
  class Handled { public int X; }
  class Gone { public int X; }
  static class Stock {
    public static readonly Dictionary<int, Order> ById = new Dictionary<int, Order>();
    public static readonly ConditionalWeakTable<Order, Note> Notes = new ConditionalWeakTable<Order, Note>();
    public static List<List<string>> Words { get; } = new List<List<string>>();
    public static WeakReference Weak;
    public static long[,] Grid = new long[3, 4];
  }
  static class Program {
    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Fill() {
      for (int i = 0; i < 100; i++) Stock.ById[i] = new Order(i);
      Stock.Notes.Add(Stock.ById[7], new Note { Text = "fragile" });
      Stock.Words.Add(new List<string> { "a", "b" });
      Stock.Weak = new WeakReference(new Gone());
      GCHandle.Alloc(new Handled(), GCHandleType.Normal);
    }
    static void Main() {
      Fill();
      Console.WriteLine("ready");
      Thread.Sleep(25000);
      Console.WriteLine(Stock.ById.Count);
    }
  }
}

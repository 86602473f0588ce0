package main
import ("testing";"time")
func TestZZ(t *testing.T){
 for range 3 {
 t0:=time.Now()
 w:=openWindow(t,1280,720)
 t1:=time.Now()
 w.settle()
 t2:=time.Now()
 w.App.Open("demo:persons"); 
 w.settle()
 t3:=time.Now()
 w.key("Left",0)
 t4:=time.Now()
 w.App.Open("demo:two-caches"); 
 w.settle()
 t5:=time.Now()
 w.App.Open("demo:steady"); 
 w.settle()
 t6:=time.Now()
 t.Log(t1.Sub(t0),"settle start",t2.Sub(t1),"open",t3.Sub(t2),"step",t4.Sub(t3), "caches",t5.Sub(t4),"steady",t6.Sub(t5))
 }
}

package main

func abort(int) {}

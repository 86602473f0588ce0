package session

import "context"

func (g *guided) growthOfTypes(ctx context.Context) error { return nil }
func (g *guided) growthOfGCs(ctx context.Context) error   { return nil }
func (g *guided) overTime(ctx context.Context) error      { return nil }
func (g *guided) standing(ctx context.Context) error      { return nil }
func (g *guided) waste(ctx context.Context) error         { return nil }

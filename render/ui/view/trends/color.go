package trends

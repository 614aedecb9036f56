"""Programs run on ports: batches, engines, failures, replay, comparison, exploration."""

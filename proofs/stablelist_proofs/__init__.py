"""Why it is right for every size: proofs about the model. To come."""

"""The sparse set: by hand, beside a naive set, and with planted defects."""

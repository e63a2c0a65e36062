"""The straits: the smallest rule system with secrets that are learnt, sealed plans, order books and pending damage."""

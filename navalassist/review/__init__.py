"""Reviewing a campaign: disputes, questions, proposed corrections, precedents; and what people mark for themselves."""

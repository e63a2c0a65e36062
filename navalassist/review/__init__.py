"""Reviewing a campaign: disputes, questions, proposed corrections, precedents; and what a person marks for himself."""

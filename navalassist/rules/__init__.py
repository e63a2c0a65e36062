"""The rules: one package for each rule system, one module for each section of its book. Pure: no campaign, no dice."""

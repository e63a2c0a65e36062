"""The skirmish: the smallest rule system with an operation, whose rounds are fought until one side breaks off."""

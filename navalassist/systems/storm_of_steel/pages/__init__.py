"""The players' pages of the Great War: the chart and its board, a naval action, fleets, and the waters."""

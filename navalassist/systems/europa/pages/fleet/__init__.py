"""Naval units and groups: the list by place, and a card for each as on a paper task force chart."""

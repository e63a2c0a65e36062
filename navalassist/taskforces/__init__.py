"""Task forces, warships and the shipments that sail."""

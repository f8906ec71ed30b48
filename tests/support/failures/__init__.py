"""Failures on purpose: allocations that fail, interrupts at random moments."""

"""Readers of what others wrote: every one guarded, bounded, and unable to open or fetch anything."""

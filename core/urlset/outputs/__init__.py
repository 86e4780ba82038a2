"""What a build writes: one module a form."""

"""Where page records come from: one module a kind of input, each with ``pages()``."""

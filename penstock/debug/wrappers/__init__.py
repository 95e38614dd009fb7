"""Sessions and hooks that run a program under the debugger."""

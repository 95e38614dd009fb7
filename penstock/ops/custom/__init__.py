"""Operations that a user has written in C++: libraries of them are loaded, and what they register becomes operation types
like all others. The headers that they are compiled with are in `penstock/include`.
"""

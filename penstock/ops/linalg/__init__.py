"""Linear algebra: products of matrices, decompositions, systems of equations."""

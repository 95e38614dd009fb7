"""What an operation means: one file per family, with kernel, shape rule, gradient and public function."""

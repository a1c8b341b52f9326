"""What every room uses: where things lie, what goes wrong, digests, processes and small tools."""

// Where the unknowns of a diffusion lie: a component of velocity (what: 0 or 1), whose first `first` nodes
// are given, or carried field `field` (2).

// Among the nodes of the field itself.
int ownNode(int i, int j)
{
    if (p.what == 0)
    {
        return nodeU(i + p.first, j);
    }
    return p.what == 1 ? nodeV(i, j + p.first) - p.offsetV : nodeOf(i, j, p.stride);
}

// And in the buffer.
int placeAt(int i, int j)
{
    int node = ownNode(i, j);
    return p.what == 2 ? placeOf(p.field, node) : (p.what == 1 ? p.offsetV : 0) + node;
}

// The difference of velocities around a corner. The shader has the array velocity.
float whirlAt(int i, int j)
{
    int placeU = nodeU(i, j);
    int placeV = nodeV(i, j);
    return (velocity[placeV] - velocity[placeV - 1]) -
           (velocity[placeU] - velocity[placeU - p.strideU]);
}

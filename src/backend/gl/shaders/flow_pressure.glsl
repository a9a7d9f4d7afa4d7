// The pressure of a cell: what is pressed there, less its mean in a closed domain, times `scale`. The
// shader has the arrays pressed and report (of the last step: y of the second is the sum of what is
// pressed), and flow_divergence.glsl. `mean` leads from that sum to the mean; 0 where the domain is open.
float pressureAt(int i, int j)
{
    float free = isOpen(i, j) ? p.mean * report[1].y : 0.0;
    return p.scale * (pressed[nodeOf(i, j, p.strideC)] - free);
}

// Three sums over the cells of a work group of 32 x 8, in the buffer of partial sums at binding 6.
layout(std430, binding = 6) writeonly buffer Partials
{
    WIDE partials[];
};

const int kThreads = 256;
const int kRowsOfThread = 8; // rows of a group's cells are 64

shared WIDE groupSums[3 * kThreads];

void addUp(WIDE3 own)
{
    int t = int(gl_LocalInvocationIndex);
    for (int k = 0; k < 3; ++k)
    {
        groupSums[k * kThreads + t] = own[k];
    }
    for (int some = kThreads / 2; some > 0; some /= 2)
    {
        barrier();
        if (t < some)
        {
            for (int k = 0; k < 3; ++k)
            {
                groupSums[k * kThreads + t] += groupSums[k * kThreads + t + some];
            }
        }
    }
    barrier();
    if (t < 3)
    {
        uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
        partials[3u * group + uint(t)] = groupSums[t * kThreads];
    }
}

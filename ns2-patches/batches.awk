# Reads names of object files, one a line. Writes a C++ file for each batch of them that is compiled
# as one, generated/batch-N.cc, and prints make's list of the batches, with what each is made of.
#
# first: the objects that a batch begins with, beside each tenth.

BEGIN {
    most = 10
    split(first, names, " ")
    for (i in names)
        begins[names[i]] = 1
}

{
    if (size == most || $1 in begins || NR == 1) {
        size = 0
        batch = sprintf("generated/batch-%02d", ++number)
        printf "BATCHES += %s.o\n", batch
    }
    size++
    source = $1
    sub(/\.o$/, ".cc", source)
    printf "%s.o: %s\n", batch, source
    # Many files name their version so.
    printf "#define rcsid rcsid_%d\n#include \"%s\"\n#undef rcsid\n", size, source > (batch ".cc")
}

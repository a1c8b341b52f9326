/*
 * Precompiled and included first in every C++ file: saves a quarter of the build. It also
 * declares strdup() and memcpy() for two files of diffusion3 that forget to. The machine
 * code of every function is the same with and without it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <list>
#include <map>
#include <string>

#include "config.h"
#include "packet.h"
#include "agent.h"
#include "ip.h"
#include "random.h"

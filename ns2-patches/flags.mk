# How everything is compiled that becomes part of ns: the simulator (Makefile) and the agents
# that it loads (agent.mk).

CC := gcc
CXX := g++

# Tcl's headers as Debian and Ubuntu install them.
SYSTEM_INCLUDES := /usr/include/tclcl /usr/include/tcl

DEFINES := TCP_DELAY_BIND_ALL NO_TK NS_DIFFUSION SMAC_NO_SYNC CPP_NAMESPACE=std \
	USE_SINGLE_ADDRESS_SPACE rng_test TCLCL_CLASSINSTVAR LINUX_TCP_HEADER \
	USE_INTERP_RESULT NDEBUG
INCLUDES := . added tcp sctp common link queue adc apps mac mobile trace routing tools \
	classifier mcast diffusion3/lib/main diffusion3/lib diffusion3/lib/nr diffusion3/ns \
	diffusion3/filter_core asim qs diffserv satellite wpan

# -w: the warnings are about code that is not ours to change. Some of it calls methods of no object,
# which then ask whether there is one (diffusion/iflist.cc): compilers may take that for granted, and
# ns crashes, or not, depending on what is compiled together.
FLAGS := -O2 -pipe -w -fno-delete-null-pointer-checks $(addprefix -D,$(DEFINES)) \
	$(addprefix -I,$(INCLUDES)) $(addprefix -I,$(SYSTEM_INCLUDES))

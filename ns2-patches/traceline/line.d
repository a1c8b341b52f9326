added/traceline/line.o: added/traceline/line.cc added/traceline/line.h \
 routing/address.h config.h trace/basetrace.h tcp/tcp.h common/agent.h \
 common/packet.h

# Builds one agent as a library that ns can load. Called in the folder of headers that a build of
# the simulator leaves, where flags.mk lies, too:
#
#   make -f ../FOLDER/agent.mk WORK=../FOLDER     of FOLDER/*.cc the library FOLDER/agent.so
#
# Equal sources give equal bytes, wherever they lie.

.DEFAULT_GOAL := $(WORK)/agent.so

include flags.mk

OBJECTS := $(patsubst %.cc,%.o,$(sort $(wildcard $(WORK)/*.cc))) $(WORK)/start/start.o

$(WORK)/agent.so: $(OBJECTS)
	@$(CXX) -shared -o $@ $^

$(WORK)/%.o: $(WORK)/%.cc
	@$(CXX) -c $(FLAGS) -fPIC -ffile-prefix-map=$(WORK)/= -include prelude.h -I$(WORK) -o $@ $<

# What Tcl calls after it has loaded a library; its classes register themselves.
$(WORK)/start/start.cc:
	@mkdir -p $(@D)
	@echo 'extern "C" int Agent_Init(struct Tcl_Interp *) { return 0; }' > $@

// The routing module that puts a forwarding unit at a node's entrance: RtModule/CEAS.

#include <cstring>

#include "config.h"
#include "node.h"
#include "rtmodule.h"

namespace {

class Module : public RoutingModule {
  public:
    const char* module_name() const override { return "CEAS"; }

    // Nobody computes routes in C++ for this module.
    int command(int argc, const char* const* argv) override {
        if (argc == 3 && (std::strcmp(argv[1], "route-notify") == 0 ||
                          std::strcmp(argv[1], "unreg-route-notify") == 0))
            return TCL_OK;
        return RoutingModule::command(argc, argv);
    }
};

class ModuleClass : public TclClass {
  public:
    ModuleClass() : TclClass("RtModule/CEAS") {}
    TclObject* create(int, const char* const*) override { return new Module; }
} class_module;

}  // namespace

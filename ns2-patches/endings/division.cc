#include "endings/division.h"

#include <dlfcn.h>
#include <tclcl.h>
#include <ucontext.h>

#include <cstdint>
#include <cstring>
#include <string>

namespace {

const char TCLS_MESSAGE[] = "domain error: argument not in valid range";

volatile sig_atomic_t last_code = 0;

const char* message() {
    switch (last_code) {
        case FPE_FLTDIV: return "divide by zero";
        case FPE_FLTOVF: return "floating-point value too large to represent";
        default: return TCLS_MESSAGE;
    }
}

// Runs once Tcl has noticed the error.
int name_error(ClientData, Tcl_Interp* interp, int code) {
    if (interp == 0 || code != TCL_ERROR ||
        std::strcmp(Tcl_GetStringResult(interp), TCLS_MESSAGE) != 0)
        return code;
    Tcl_Obj* options = Tcl_GetReturnOptions(interp, code);
    Tcl_IncrRefCount(options);
    Tcl_Obj* key = Tcl_NewStringObj("-errorinfo", -1);
    Tcl_IncrRefCount(key);
    Tcl_Obj* trace = 0;
    if (Tcl_DictObjGet(interp, options, key, &trace) == TCL_OK && trace) {
        std::string text = Tcl_GetString(trace);
        if (text.compare(0, sizeof TCLS_MESSAGE - 1, TCLS_MESSAGE) == 0) {
            text.replace(0, sizeof TCLS_MESSAGE - 1, message());
            Tcl_DictObjPut(interp, options, key, Tcl_NewStringObj(text.c_str(), -1));
        }
    }
    Tcl_SetObjResult(interp, Tcl_NewStringObj(message(), -1));
    code = Tcl_SetReturnOptions(interp, options);
    Tcl_DecrRefCount(key);
    Tcl_DecrRefCount(options);
    return code;
}

#ifdef __x86_64__

bool in_tcl(const void* code) {
    Dl_info info;
    return dladdr(code, &info) && info.dli_fname && std::strstr(info.dli_fname, "/libtcl8");
}

// The register that addsd, mulsd, subsd or divsd writes to; -1 for any other instruction.
int destination(const unsigned char* code) {
    if (*code++ != 0xF2) return -1;
    const int prefix = (*code & 0xF0) == 0x40 ? *code++ : 0;
    if (code[0] != 0x0F || !std::strchr("\x58\x59\x5C\x5E", code[1])) return -1;
    return (code[2] >> 3 & 7) | (prefix & 4) << 1;
}

#endif

}  // namespace

bool becomes_tcl_error(siginfo_t* info, void* context) {
#ifdef __x86_64__
    static const Tcl_AsyncHandler handler = Tcl_AsyncCreate(name_error, 0);
    mcontext_t& machine = static_cast<ucontext_t*>(context)->uc_mcontext;
    const void* code = reinterpret_cast<const void*>(machine.gregs[REG_RIP]);
    if (!in_tcl(code)) return false;
    const int number = destination(static_cast<const unsigned char*>(code));
    if (number < 0) return false;
    // The instruction is executed once more; nothing is trapped if one of its operands is no
    // number.
    const std::uint64_t not_a_number = 0x7FF8000000000000;
    std::memcpy(&machine.fpregs->_xmm[number], &not_a_number, sizeof not_a_number);
    machine.fpregs->mxcsr &= ~0x3Fu;
    last_code = info->si_code;
    Tcl_AsyncMark(handler);
    return true;
#else
    return false;
#endif
}

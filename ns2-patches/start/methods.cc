// ns' most frequent methods in C++: a variable of an object, its default, and a command of the
// object's own class. Each does what its original in Tcl does, which stays under another name for
// what is rare (methods.tcl). "NativeMethods install" puts them in the originals' place.

#include <tclcl.h>

#include <cctype>
#include <cstdio>
#include <cstring>
#include <deque>
#include <initializer_list>
#include <string>
#include <vector>

// Tcl has them for extensions such as OTcl, and declares them for itself alone.
extern "C" {
int Tcl_PushCallFrame(Tcl_Interp*, Tcl_CallFrame*, Tcl_Namespace*, int is_procedure);
void Tcl_PopCallFrame(Tcl_Interp*);
}

namespace {

// In front of a method's arguments OTcl puts the object twice, the class, and the method's name.
enum { SELF = 0, METHOD = 3, FIRST = 4 };

// Words of a command, which Tcl may keep longer than it takes to execute it.
class Command {
  public:
    Command(std::initializer_list<const char*> words) {
        for (const char* word : words) add(word);
    }
    Command(const Command&) = delete;
    Command& operator=(const Command&) = delete;
    ~Command() {
        for (Tcl_Obj* word : words_) Tcl_DecrRefCount(word);
    }
    void add(const char* word) {
        words_.push_back(Tcl_NewStringObj(word, -1));
        Tcl_IncrRefCount(words_.back());
    }
    int execute(Tcl_Interp* tcl) { return Tcl_EvalObjv(tcl, words_.size(), words_.data(), 0); }

  private:
    std::vector<Tcl_Obj*> words_;
};

// Variables of its own for what a command executes, as in a method in Tcl: names of an object's
// variables that it makes known there are not known to the caller afterwards.
class Frame {
  public:
    Frame(Tcl_Interp* tcl, const char* self) : tcl_(tcl) {
        Tcl_PushCallFrame(tcl, &frame_, Tcl_GetGlobalNamespace(tcl), 1);
        Tcl_SetVar2(tcl, "self", 0, self, 0);
    }
    Frame(const Frame&) = delete;
    Frame& operator=(const Frame&) = delete;
    ~Frame() { Tcl_PopCallFrame(tcl_); }

  private:
    Tcl_Interp* tcl_;
    Tcl_CallFrame frame_;
};

// The original of a method, which Tcl has under another name.
int original(Tcl_Interp* tcl, const char* name, int count, const char** words) {
    Command command{words[SELF], name};
    for (int i = FIRST; i < count; i++) command.add(words[i]);
    return command.execute(tcl);
}

// Where a variable of a C++ object is held while a script reads or sets it: such variables are
// bound to the name of a variable of Tcl's. Setting one may make a trace read another.
class Held {
  public:
    Held(Tcl_Interp* tcl) : tcl_(tcl), slot_(next()) {
        if (!slot_.exists) {
            Tcl_SetVar2(tcl, name(), 0, "0", TCL_GLOBAL_ONLY);
            slot_.exists = true;
        }
    }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held() { depth--; }

    /* Bind it; false if the object has no such variable in C++. */
    bool bind(TclObject* object, const char* variable) {
        return object->delay_bind_dispatch(variable, name(), 0) == TCL_OK;
    }

    /* Read it or, if there is a value, set it. */
    int exchange(const char* value) {
        const int flags = TCL_GLOBAL_ONLY | TCL_LEAVE_ERR_MSG;
        Tcl_Obj* now = value ? Tcl_SetVar2Ex(tcl_, name(), 0, Tcl_NewStringObj(value, -1), flags)
                             : Tcl_GetVar2Ex(tcl_, name(), 0, flags);
        if (now) Tcl_SetObjResult(tcl_, now);
        // This ends the binding.
        Tcl_UnsetVar(tcl_, name(), TCL_GLOBAL_ONLY);
        slot_.exists = false;
        return now ? TCL_OK : TCL_ERROR;
    }

  private:
    struct Slot {
        std::string name;
        bool exists;
    };
    static Slot& next() {
        // What is bound keeps the pointer to the name.
        static std::deque<Slot> slots;
        if (slots.empty()) Tcl_CreateNamespace(Tcl::instance().interp(), "::held", 0, 0);
        if (depth == int(slots.size()))
            slots.push_back({"::held::" + std::to_string(depth), false});
        return slots[depth++];
    }
    const char* name() const { return slot_.name.c_str(); }

    static int depth;
    Tcl_Interp* tcl_;
    Slot& slot_;
};

int Held::depth = 0;

// Neither an element of an array, nor a list, nor a name that the original uses itself.
bool is_plain(const char* name) {
    for (const char* at = name; *at; at++)
        if (!std::isalnum(static_cast<unsigned char>(*at)) && *at != '_') return false;
    for (const char* taken : {"", "args", "class", "proc", "self", "var"})
        if (!std::strcmp(name, taken)) return false;
    return true;
}

// OBJECT set VARIABLE ?VALUE?
int set(ClientData self, Tcl_Interp* tcl, int count, const char** words) {
    const char* variable = count > FIRST ? words[FIRST] : "";
    TclObject* object = TclObject::lookup(words[SELF]);
    if (!object || count > FIRST + 2 || !is_plain(variable))
        return original(tcl, "set-in-tcl", count, words);
    const char* value = count == FIRST + 2 ? words[FIRST + 1] : 0;
    {
        Held held(tcl);
        if (held.bind(object, variable)) return held.exchange(value);
    }
    OTclObject* of_tcl = static_cast<OTclObject*>(self);
    const char* now = value ? OTclSetInstVar(of_tcl, tcl, variable, value, TCL_LEAVE_ERR_MSG)
                            : OTclGetInstVar(of_tcl, tcl, variable, TCL_LEAVE_ERR_MSG);
    if (!now) return TCL_ERROR;
    Tcl_SetObjResult(tcl, Tcl_NewStringObj(now, -1));
    return TCL_OK;
}

// AGENT set VARIABLE ?VALUE?: one that was removed long ago is warned of.
int set_of_agent(ClientData self, Tcl_Interp* tcl, int count, const char** words) {
    if (count > FIRST && !std::strcmp(words[FIRST], "dst_"))
        return original(tcl, "set-removed", count, words);
    std::vector<const char*> next(words, words + count);
    next.push_back(0);
    return OTclNextMethod(static_cast<OTclObject*>(self), tcl, count, next.data());
}

// The words of a list that executing a command gives; none if it fails.
std::vector<std::string> list_of(Tcl_Interp* tcl, std::initializer_list<const char*> words) {
    std::vector<std::string> found;
    int count;
    const char** parts;
    Command command(words);
    if (command.execute(tcl) != TCL_OK ||
        Tcl_SplitList(tcl, Tcl_GetStringResult(tcl), &count, &parts) != TCL_OK)
        return found;
    found.assign(parts, parts + count);
    Tcl_Free(reinterpret_cast<char*>(parts));
    return found;
}

// What Tcl says of the calls behind an error that executing a command gave.
std::string trace_of(Tcl_Interp* tcl, int status) {
    Tcl_Obj *options = Tcl_GetReturnOptions(tcl, status), *trace = 0;
    Tcl_Obj* key = Tcl_NewStringObj("-errorinfo", -1);
    Tcl_IncrRefCount(options);
    Tcl_IncrRefCount(key);
    Tcl_DictObjGet(0, options, key, &trace);
    const std::string text = trace ? Tcl_GetString(trace) : "";
    Tcl_DecrRefCount(key);
    Tcl_DecrRefCount(options);
    return text;
}

std::string class_of(Tcl_Interp* tcl, const char* object) {
    const std::vector<std::string> found = list_of(tcl, {object, "info", "class"});
    return found.empty() ? "" : found[0];
}

// An error with these two texts. Tcl begins a trace with the result, and goes on with it.
int failed(Tcl_Interp* tcl, const std::string& message, const std::string& trace,
           const char* self) {
    Tcl_ResetResult(tcl);
    Tcl_SetObjResult(tcl, Tcl_NewStringObj(trace.c_str(), -1));
    // As the original in Tcl has it.
    enum { LINE = 2 };
    const std::string place = "\n    (procedure \"" + std::string(self) + "\" line ";
    Tcl_AddErrorInfo(tcl, (place + std::to_string(LINE) + ")").c_str());
    Tcl_SetErrorLine(tcl, LINE);
    Tcl_SetObjResult(tcl, Tcl_NewStringObj(message.c_str(), -1));
    return TCL_ERROR;
}

// OBJECT COMMAND …: a command of the object that is written in C++.
int unknown(ClientData, Tcl_Interp* tcl, int count, const char** words) {
    Command command{words[SELF], "cmd"};
    for (int i = FIRST; i < count; i++) command.add(words[i]);
    int status;
    {
        Frame frame(tcl, words[SELF]);
        status = command.execute(tcl);
    }
    if (status == TCL_OK) return TCL_OK;
    const std::string trace = trace_of(tcl, status);
    char* asked = Tcl_Merge(count - FIRST, words + FIRST);
    const std::string message =
        "error when calling class " + class_of(tcl, words[SELF]) + ": " + asked;
    Tcl_Free(asked);
    return failed(tcl, message, trace, words[SELF]);
}

bool is_last(const std::string& name) { return name == "SplitObject" || name == "Object"; }

// OBJECT init-instvar VARIABLE: give it the default of the nearest class that has one.
int init_instvar(ClientData, Tcl_Interp* tcl, int count, const char** words) {
    if (count != FIRST + 1) return original(tcl, "init-instvar-in-tcl", count, words);
    const char *self = words[SELF], *variable = words[FIRST];
    std::vector<std::string> classes = list_of(tcl, {self, "info", "class"}), parents;
    while (!classes.empty() && !(classes.size() == 1 && classes[0] == "SplitObject")) {
        parents.clear();
        for (const std::string& name : classes) {
            OTclClass* one = OTclGetClass(tcl, name.c_str());
            const char* value =
                one ? OTclGetInstVar(reinterpret_cast<OTclObject*>(one), tcl, variable, 0) : 0;
            if (value) return Command{self, "set", variable, value}.execute(tcl);
        }
        for (const std::string& name : classes) {
            if (is_last(name)) continue;
            for (std::string& parent : list_of(tcl, {name.c_str(), "info", "superclass"}))
                parents.push_back(parent);
        }
        classes.swap(parents);
    }
    return original(tcl, "init-instvar-in-tcl", count, words);
}

static class NativeMethodsClass : public TclClass {
  public:
    NativeMethodsClass() : TclClass("NativeMethods") {}
    // A class without objects: names of objects, which are numbered, must not depend on it.
    TclObject* create(int, const char* const*) override { return 0; }
    void bind() override {
        TclClass::bind();
        add_method("install");
    }
    int method(int count, const char* const* words) override {
        if (count != FIRST || std::strcmp(words[METHOD], "install"))
            return TclClass::method(count, words);
        replace("SplitObject", "set", set);
        replace("SplitObject", "init-instvar", init_instvar);
        replace("SplitObject", "unknown", unknown);
        replace("Agent", "set", set_of_agent);
        return TCL_OK;
    }

  private:
    static void replace(const char* of, const char* name, Tcl_CmdProc* by) {
        OTclClass* owner = OTclGetClass(Tcl::instance().interp(), of);
        OTclAddIMethod(owner, const_cast<char*>(name), by, 0, 0);
    }
} native_methods_class;

}  // namespace

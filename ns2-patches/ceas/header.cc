#include "ceas/header.h"

int hdr_ceas::offset_ = -1;

static class CeasHeaderClass : public PacketHeaderClass {
  public:
    CeasHeaderClass() : PacketHeaderClass("PacketHeader/CEAS", sizeof(hdr_ceas)) {
        bind_offset(&hdr_ceas::offset_);
    }
} class_ceas_header;

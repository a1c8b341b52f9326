/*
 * What ns' configure script would have found out on a 64-bit GNU/Linux. Only the names
 * that the sources test are given; see autoconf.h.in of ns-2.35.
 */
#ifndef ns_autoconf_h
#define ns_autoconf_h

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#define NSPERL_PATH "perl"
#define NSTCLSH_PATH "tclsh"

#define RANDOM_RETURN_TYPE long
#define SIZEOF_LONG 8
#define HAVE_INT64 1

#define HAVE_BCOPY 1
#define HAVE_BZERO 1
#define HAVE_FEENABLEEXCEPT 1
#define HAVE_GETRUSAGE 1
#define HAVE_SBRK 1
#define HAVE_SNPRINTF 1
#define HAVE_STRTOLL 1

#define STDC_HEADERS 1
#define HAVE_ARPA_INET_H 1
#define HAVE_FENV_H 1
#define HAVE_NETINET_IN_H 1
#define HAVE_STRINGS_H 1
#define HAVE_STRING_H 1
#define HAVE_TIME_H 1
#define HAVE_UNISTD_H 1

#ifdef __cplusplus
#define HAVE_STL 1
using namespace std;
#endif

#endif

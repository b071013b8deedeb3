// The functions of the X11 libraries that OverlayWindow calls, with the library of each. See LibraryLoading.h.
#pragma once

#include "LibraryLoading.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/cursorfont.h>
#include <X11/extensions/XShm.h>
#include <X11/extensions/Xfixes.h>
#include <X11/extensions/Xrandr.h>
#include <X11/keysym.h>

#define OVERLAY_X11_FUNCTIONS(F) \
  F(x11, XChangeProperty) \
  F(x11, XCloseDisplay) \
  F(x11, XConnectionNumber) \
  F(x11, XCreateColormap) \
  F(x11, XCreateFontCursor) \
  F(x11, XCreateGC) \
  F(x11, XCreatePixmap) \
  F(x11, XCreateWindow) \
  F(x11, XDefaultDepth) \
  F(x11, XDefaultRootWindow) \
  F(x11, XDefaultScreen) \
  F(x11, XDefaultVisual) \
  F(x11, XDefineCursor) \
  F(x11, XDestroyWindow) \
  F(x11, XDisplayHeight) \
  F(x11, XDisplayName) \
  F(x11, XDisplayWidth) \
  F(x11, XEventsQueued) \
  F(x11, XFree) \
  F(x11, XFreeColormap) \
  F(x11, XFreeCursor) \
  F(x11, XFreeGC) \
  F(x11, XFreePixmap) \
  F(x11, XGetWindowProperty) \
  F(x11, XImageByteOrder) \
  F(x11, XInitThreads) \
  F(x11, XInternAtoms) \
  F(x11, XLastKnownRequestProcessed) \
  F(x11, XLookupKeysym) \
  F(x11, XMapWindow) \
  F(x11, XMatchVisualInfo) \
  F(x11, XMoveResizeWindow) \
  F(x11, XNextEvent) \
  F(x11, XNextRequest) \
  F(x11, XOpenDisplay) \
  F(x11, XRaiseWindow) \
  F(x11, XRefreshKeyboardMapping) \
  F(x11, XResourceManagerString) \
  F(x11, XSelectInput) \
  F(x11, XSendEvent) \
  F(x11, XSetErrorHandler) \
  F(x11, XSetIOErrorExitHandler) \
  F(x11, XSetIOErrorHandler) \
  F(x11, XSetInputFocus) \
  F(x11, XSetWMHints) \
  F(x11, XSetWMNormalHints) \
  F(x11, XSetWMProtocols) \
  F(x11, XSetWindowBackgroundPixmap) \
  F(x11, XSync) \
  F(x11, XUnlockDisplay) \
  F(x11, XUnmapWindow) \
  F(extensions, XShmAttach) \
  F(extensions, XShmCreateImage) \
  F(extensions, XShmDetach) \
  F(extensions, XShmPutImage) \
  F(extensions, XShmQueryExtension) \
  F(fixes, XFixesCreateRegion) \
  F(fixes, XFixesDestroyRegion) \
  F(fixes, XFixesQueryExtension) \
  F(fixes, XFixesSetWindowShapeRegion) \
  F(randr, XRRFreeCrtcInfo) \
  F(randr, XRRFreeMonitors) \
  F(randr, XRRFreeOutputInfo) \
  F(randr, XRRFreeScreenResources) \
  F(randr, XRRGetCrtcInfo) \
  F(randr, XRRGetMonitors) \
  F(randr, XRRGetOutputInfo) \
  F(randr, XRRGetScreenResourcesCurrent) \
  F(randr, XRRQueryExtension) \
  F(randr, XRRQueryVersion) \
  F(randr, XRRSelectInput) \
  F(randr, XRRUpdateConfiguration)

OVERLAY_X11_FUNCTIONS(OVERLAY_DECLARE_FUNCTION)

//! Files that shrink while libsystemd reads them.
//!
//! libsystemd maps the files it reads. Where a mapped file has lost its end (a copy over it, `truncate`, a full
//! disk of a network), the kernel answers the next look there with SIGBUS, which ends the process. What
//! journalctl and journald do about it is done here as well: a page of zeros takes the place of the one that is
//! missing, and whoever reads is told that what it got is worth nothing.

#![expect(unsafe_code, reason = "a signal handler and the mapping that it makes")]

use std::cell::Cell;
use std::ptr;
use std::sync::{Once, OnceLock};

thread_local! {
    /// How many calls of [`watch`] this thread is in. The handler runs in the thread whose look failed, which has
    /// touched these before; without destructors and with constant values, they are plain memory from then on.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    /// Pages that were missing.
    static MISSING: Cell<u64> = const { Cell::new(0) };
}

static INSTALLED: Once = Once::new();
/// What was done about the signal before.
static BEFORE: OnceLock<libc::sigaction> = OnceLock::new();
static PAGE: OnceLock<usize> = OnceLock::new();

/// Runs what reads mapped files. The second value says whether part of one was missing: then the first is worth
/// nothing.
pub(super) fn watch<T>(read: impl FnOnce() -> T) -> (T, bool) {
    /// Also a panic leaves.
    struct Inside;
    impl Drop for Inside {
        fn drop(&mut self) {
            DEPTH.set(DEPTH.get() - 1);
        }
    }
    INSTALLED.call_once(install);
    let before = MISSING.get();
    DEPTH.set(DEPTH.get() + 1);
    let inside = Inside;
    let given = read();
    drop(inside);
    (given, MISSING.get() != before)
}

/// Makes [`handle`] the answer to SIGBUS. Where that fails the signal ends the process, as it did before.
fn install() {
    // SAFETY: sysconf only reads.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    let Some(page) = usize::try_from(page).ok().filter(|page| page.is_power_of_two()) else { return };
    if PAGE.set(page).is_err() {
        return;
    }
    let handler: extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void) = handle;
    // SAFETY: all zeros are a valid `sigaction`: no handler, an empty mask, no flags.
    let (mut action, mut before) = unsafe { std::mem::zeroed::<(libc::sigaction, libc::sigaction)>() };
    action.sa_sigaction = handler as usize;
    action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
    // SAFETY: both point to valid values, and the handler has the signature that SA_SIGINFO asks for and calls
    // only what is safe in a handler.
    if unsafe { libc::sigaction(libc::SIGBUS, &raw const action, &raw mut before) } == 0 {
        let _ = BEFORE.set(before);
    }
}

extern "C" fn handle(signal: libc::c_int, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
    // SAFETY: the kernel gives a handler with SA_SIGINFO a valid `siginfo_t`, and one of SIGBUS has an address
    // where the code says so; for other codes it is not used.
    let (code, address) = unsafe { ((*info).si_code, (*info).si_addr() as usize) };
    if code == libc::BUS_ADRERR && DEPTH.get() > 0 && fill(address) {
        MISSING.set(MISSING.get() + 1);
        return;
    }
    // Nothing of ours. Once the former action is back, the same look fails again and ends as it did before.
    // SAFETY: all zeros are the default action; sigaction and raise may be called in a handler.
    unsafe {
        let default = std::mem::zeroed::<libc::sigaction>();
        let before = BEFORE.get().unwrap_or(&default);
        libc::sigaction(signal, before, ptr::null_mut());
        if code <= 0 {
            // Somebody sent the signal: it does not come again by itself.
            libc::raise(signal);
        }
    }
}

/// Maps zeros over the page in which the address is.
fn fill(address: usize) -> bool {
    let Some(page) = PAGE.get() else { return false };
    let start = (address & !(page - 1)) as *mut libc::c_void;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED;
    // SAFETY: mmap is a bare system call here. The page belongs to a mapping of a file, since only such a look
    // gives BUS_ADRERR, and nobody could read from it; who unmaps the file unmaps it, too. Readers of a mapped
    // file must expect any bytes, so zeros break no promise.
    unsafe { libc::mmap(start, *page, libc::PROT_READ, flags, -1, 0) != libc::MAP_FAILED }
}

//! Failed checks and assertions.
//!
//! `[GPU0 ]<function>: Check failed: <text> [<NAME>] (0x%08X) returned from <expression> @ <file>:<line>`,
//! or without the status; `Assertion failed` likewise. The expression is raw C text and may hold anything,
//! ` @ ` and ` returned from ` included, so the line is read from both ends. The bracketed name is missing
//! for codes that the driver does not list, the expression and the place in builds without strings, which
//! print `0x%016llx` instead. The source line differs from version to version (`_memdescAllocInternal` is at
//! 1359 in 580 and at 1336 in 595): it tells nothing.

use model::Record;
use model::event::Nvrm;
use model::event::nvrm::{CallSite, Status, StatusClass};
use model::{EventKind, Signal};
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while_m_n, take_while1};
use nom::character::complete::{char, multispace0, multispace1};
use nom::combinator::{map_res, rest, value, verify};
use nom::sequence::{delimited, terminated};
use nom::{IResult, Parser};

use crate::allocation::no_address_space;
use crate::status::class_of;
use crate::{KERNEL, example, said};

/// Host memory was short at that moment. The driver allocates with `__GFP_NOWARN`, so this is usually its
/// only trace; it has no size and no process, and an unmovable or high-order failure is not a full memory.
/// On a discrete GPU it can be the GPU's own memory.
pub(crate) const NO_MEMORY: Signal = Signal {
    name: "nvrm.no_memory",
    listen: KERNEL,
    message_ids: &[],
    needles: SHORTAGE,
    parse: |record| shortage(record, CallSite::HostMemory),
    examples: &[
        example(
            "NVRM: nvCheckOkFailedNoLog: Check failed: Out of memory [NV_ERR_NO_MEMORY] (0x00000051) returned from _memdescAllocInternal(pMemDesc) @ mem_desc.c:1359",
            r#"Nvrm(Check { assertion: false, function: "nvCheckOkFailedNoLog", status: Some(Status { code: 81, name: Some("NV_ERR_NO_MEMORY"), class: Memory }), expression: Some("_memdescAllocInternal(pMemDesc)"), place: Some(("mem_desc.c", 1359)), site: HostMemory })"#,
        ),
        example(
            "NVRM: GPU0 nvCheckOkFailedNoLog: Check failed: Out of memory [NV_ERR_NO_MEMORY] (0x00000051) returned from _memdescAllocInternal(pMemDesc) @ mem_desc.c:1393",
            r#"Nvrm(Check { assertion: false, function: "nvCheckOkFailedNoLog", status: Some(Status { code: 81, name: Some("NV_ERR_NO_MEMORY"), class: Memory }), expression: Some("_memdescAllocInternal(pMemDesc)"), place: Some(("mem_desc.c", 1393)), site: HostMemory })"#,
        ),
        // Wrapped in a report, at either place.
        example(
            "NVRM: nvCheckOkFailed: Check failed: Out of memory [NV_ERR_NO_MEMORY]\n  (0x00000051)\n  returned from _memdescAllocInternal(pMemDesc) @ mem_desc.c:1338",
            r#"Nvrm(Check { assertion: false, function: "nvCheckOkFailed", status: Some(Status { code: 81, name: Some("NV_ERR_NO_MEMORY"), class: Memory }), expression: Some("_memdescAllocInternal(pMemDesc)"), place: Some(("mem_desc.c", 1338)), site: HostMemory })"#,
        ),
        // Another driver's text before and behind.
        example(
            "[drm] startNVRM: nvCheckOkFailedNoLog: Check failed: Out of memory [NV_ERR_NO_MEMORY] (0x00000051) returned from _memdescAllocInternal(pMemDesc) @ mem_desc.c:1359nvme nvme0: I/O @ 12",
            r#"Nvrm(Check { assertion: false, function: "nvCheckOkFailedNoLog", status: Some(Status { code: 81, name: Some("NV_ERR_NO_MEMORY"), class: Memory }), expression: Some("_memdescAllocInternal(pMemDesc)"), place: Some(("mem_desc.c", 1359)), site: HostMemory })"#,
        ),
        example(
            "NVRM: nvAssertOkFailedNoLog: Assertion failed: Out of memory [NV_ERR_NO_MEMORY] (0x00000051) returned from pRmApi->Alloc(pRmApi, device->session->handle, isSystemMemory ? device->handle : device->subhandle, &physHandle, memClass, &params) @ nv_gpu_ops.c:4647",
            r#"Nvrm(Check { assertion: true, function: "nvAssertOkFailedNoLog", status: Some(Status { code: 81, name: Some("NV_ERR_NO_MEMORY"), class: Memory }), expression: Some("pRmApi->Alloc(pRmApi, device->session->handle, isSystemMemory ? device->handle : device->subhandle, &physHandle, memClass, &params)"), place: Some(("nv_gpu_ops.c", 4647)), site: HostMemory })"#,
        ),
        example(
            "NVRM: nvCheckOkFailedNoLog: Check failed: Out of memory (0x00000051) returned from iovaspaceMap(pVas, \" @ x.c:1\") @ io_vaspace.c:512",
            r#"Nvrm(Check { assertion: false, function: "nvCheckOkFailedNoLog", status: Some(Status { code: 81, name: None, class: Memory }), expression: Some("iovaspaceMap(pVas, \" @ x.c:1\")"), place: Some(("io_vaspace.c", 512)), site: HostMemory })"#,
        ),
    ],
};

/// GPU or BAR1 virtual address space ran out, which says nothing of memory (seen 500 times in five weeks with
/// 1.3 of 16 GiB in use).
pub(crate) const ADDRESS_SPACE: Signal = Signal {
    name: "nvrm.address_space",
    listen: KERNEL,
    message_ids: &[],
    needles: &["NV_ERR_NO_MEMORY", "(0x00000051)", "can't alloc VA space"],
    parse: |record| shortage(record, CallSite::AddressSpace).or_else(|| said(record, no_address_space)),
    examples: &[
        example(
            "NVRM: nvAssertOkFailedNoLog: Assertion failed: Out of memory [NV_ERR_NO_MEMORY] (0x00000051) returned from pReuseMappingDb->pMapCb(pReuseMappingDb->pGlobalCtx, pAllocCtx, _reusemappingdbAddMappingCallback) @ mapping_reuse.c:273",
            r#"Nvrm(Check { assertion: true, function: "nvAssertOkFailedNoLog", status: Some(Status { code: 81, name: Some("NV_ERR_NO_MEMORY"), class: Memory }), expression: Some("pReuseMappingDb->pMapCb(pReuseMappingDb->pGlobalCtx, pAllocCtx, _reusemappingdbAddMappingCallback)"), place: Some(("mapping_reuse.c", 273)), site: AddressSpace })"#,
        ),
        // The companion's own words.
        example(
            "NVRM: dmaAllocMapping_GM107: can't alloc VA space for mapping.",
            "Nvrm(AllocationFailed { site: AddressSpace, bytes: None })",
        ),
        example(
            "NVRM: GPU0 dmaAllocMapping_GM107: can't alloc VA space for mapping.",
            "Nvrm(AllocationFailed { site: AddressSpace, bytes: None })",
        ),
    ],
};

/// The GPU could not be initialised for want of memory, for example after a suspend.
pub(crate) const INIT_NO_MEMORY: Signal = Signal {
    name: "nvrm.init_no_memory",
    listen: KERNEL,
    message_ids: &[],
    needles: SHORTAGE,
    parse: |record| shortage(record, CallSite::Initialisation),
    examples: &[example(
        "NVRM: nvCheckOkFailedNoLog: Check failed: Out of memory [NV_ERR_NO_MEMORY] (0x00000051) returned from kgspCreateRadix3(pGpu, pKernelGsp, &pKernelGsp->pGspUCodeRadix3Descriptor, NULL, pGspFw->pImageData, pGspFw->imageSize) @ kernel_gsp.c:4502",
        r#"Nvrm(Check { assertion: false, function: "nvCheckOkFailedNoLog", status: Some(Status { code: 81, name: Some("NV_ERR_NO_MEMORY"), class: Memory }), expression: Some("kgspCreateRadix3(pGpu, pKernelGsp, &pKernelGsp->pGspUCodeRadix3Descriptor, NULL, pGspFw->pImageData, pGspFw->imageSize)"), place: Some(("kernel_gsp.c", 4502)), site: Initialisation })"#,
    )],
};

/// Every other failed check. Most are follow-ups of something else.
pub(crate) const CHECK: Signal = Signal {
    name: "nvrm.check",
    listen: KERNEL,
    message_ids: &[],
    needles: &["Check failed:", "Assertion failed:"],
    parse: |record| said(record, check),
    examples: &[
        example(
            "NVRM: nvAssertOkFailedNoLog: Assertion failed: GPU lost from the bus [NV_ERR_GPU_IS_LOST] (0x0000000F) returned from rpcRecvPoll(pGpu, pRpc, fn) @ kernel_gsp.c:610",
            r#"Nvrm(Check { assertion: true, function: "nvAssertOkFailedNoLog", status: Some(Status { code: 15, name: Some("NV_ERR_GPU_IS_LOST"), class: Bus }), expression: Some("rpcRecvPoll(pGpu, pRpc, fn)"), place: Some(("kernel_gsp.c", 610)), site: Other })"#,
        ),
        example(
            "NVRM: nvCheckFailedNoLog: Check failed: pMemory->x[f(a, b)] != NULL && g(\"a @ b\") @ mem.c:12",
            r#"Nvrm(Check { assertion: false, function: "nvCheckFailedNoLog", status: None, expression: Some("pMemory->x[f(a, b)] != NULL && g(\"a @ b\")"), place: Some(("mem.c", 12)), site: Other })"#,
        ),
        example(
            "NVRM: GPU1 nvAssertFailedNoLog: Assertion failed: 0 @ gpu.c:77",
            r#"Nvrm(Check { assertion: true, function: "nvAssertFailedNoLog", status: None, expression: Some("0"), place: Some(("gpu.c", 77)), site: Other })"#,
        ),
        // A code that the driver does not list.
        example(
            "NVRM: nvCheckOkFailedNoLog: Check failed: Unknown error code! (0x000000AB) returned from f(x) @ f.c:1",
            r#"Nvrm(Check { assertion: false, function: "nvCheckOkFailedNoLog", status: Some(Status { code: 171, name: None, class: Generic }), expression: Some("f(x)"), place: Some(("f.c", 1)), site: Other })"#,
        ),
        // An expression that imitates the template.
        example(
            "NVRM: nvCheckOkFailedNoLog: Check failed: Call timed out [NV_ERR_TIMEOUT] (0x00000065) returned from log(\"(0x00000051) returned from x @ y.c:2\") @ z.c:3",
            r#"Nvrm(Check { assertion: false, function: "nvCheckOkFailedNoLog", status: Some(Status { code: 101, name: Some("NV_ERR_TIMEOUT"), class: Timeout }), expression: Some("log(\"(0x00000051) returned from x @ y.c:2\")"), place: Some(("z.c", 3)), site: Other })"#,
        ),
        // Builds without strings.
        example(
            "NVRM: nvAssertFailedNoLog: Assertion failed: 0x0000000000a1b2c3",
            r#"Nvrm(Check { assertion: true, function: "nvAssertFailedNoLog", status: None, expression: None, place: None, site: Other })"#,
        ),
        example(
            "NVRM: nvCheckOkFailedNoLog: Check failed: Out of memory [NV_ERR_NO_MEMORY] (0x00000051) returned from 0x00000000001f3a2b",
            r#"Nvrm(Check { assertion: false, function: "nvCheckOkFailedNoLog", status: Some(Status { code: 81, name: Some("NV_ERR_NO_MEMORY"), class: Memory }), expression: None, place: None, site: Other })"#,
        ),
        // Torn; without a place nothing tells what the memory was for.
        example(
            "NVRM: nvCheckOkFailedNoLog: Check failed: Out of memory [NV_ERR_NO_MEMORY] (0x00000051) retur",
            r#"Nvrm(Check { assertion: false, function: "nvCheckOkFailedNoLog", status: Some(Status { code: 81, name: Some("NV_ERR_NO_MEMORY"), class: Memory }), expression: None, place: None, site: Other })"#,
        ),
        example(
            "NVRM: nvCheckOkFailedNoLog: Check failed: Out of memory [NV_ERR_NO_MEMORY] (0x00000051)",
            r#"Nvrm(Check { assertion: false, function: "nvCheckOkFailedNoLog", status: Some(Status { code: 81, name: Some("NV_ERR_NO_MEMORY"), class: Memory }), expression: None, place: None, site: Other })"#,
        ),
    ],
};

/// Marks of the one status that is a shortage of memory.
const SHORTAGE: &[&str] = &["NV_ERR_NO_MEMORY", "(0x00000051)"];

/// A failed check with that status at that kind of place.
fn shortage(record: &Record, wanted: CallSite) -> Option<EventKind> {
    said(record, check).filter(|event| match event {
        EventKind::Nvrm(Nvrm::Check { status: Some(status), site, .. }) => {
            status.class == StatusClass::Memory && *site == wanted
        }
        _ => false,
    })
}

fn check(body: &str) -> Option<Nvrm> {
    let (rest, (function, assertion)) = opening(body).ok()?;
    let (status, rest) = match status(rest) {
        Some((status, rest)) => (Some(status), rest),
        None => (None, rest),
    };
    let (expression, place) = expression_and_place(rest);
    if status.is_none() && rest.is_empty() {
        return None;
    }
    let site = match &status {
        Some(status) if status.class == StatusClass::Memory => site(expression.as_deref(), place.as_ref()),
        _ => CallSite::Other,
    };
    Some(Nvrm::Check { assertion, function: function.to_owned(), status, expression, place, site })
}

fn opening(input: &str) -> IResult<&str, (&str, bool)> {
    let function = take_while1(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let kind = alt((value(false, tag("Check failed:")), value(true, tag("Assertion failed:"))));
    (terminated(function, (char(':'), multispace1)), terminated(kind, multispace0)).parse(input)
}

/// The status and what follows it. It ends with the first number in brackets that ` returned from ` follows,
/// or that ends a torn line.
fn status(text: &str) -> Option<(Status, &str)> {
    text.match_indices("(0x").find_map(|(at, _)| {
        let (before, code) = text.split_at(at);
        let (rest, code) = code_and_from(code).ok()?;
        let name = bracketed_name(before);
        let class = class_of(code, name);
        Some((Status { code, name: name.map(str::to_owned), class }, rest))
    })
}

fn code_and_from(input: &str) -> IResult<&str, u32> {
    let digits = take_while_m_n(1, 8, |c: char| c.is_ascii_hexdigit());
    let code = map_res(digits, |digits| u32::from_str_radix(digits, 16));
    let from = value((), (multispace1, tag("returned"), multispace1, tag("from"), multispace0));
    let torn = value((), verify(rest, |end: &str| "returned from".starts_with(end.trim())));
    terminated(delimited(tag("(0x"), code, char(')')), alt((from, torn))).parse(input)
}

/// `Out of memory [NV_ERR_NO_MEMORY]` -> `NV_ERR_NO_MEMORY`
fn bracketed_name(text: &str) -> Option<&str> {
    let (_, name) = text.trim_end().strip_suffix(']')?.rsplit_once('[')?;
    let plain = name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_');
    (plain && !name.is_empty()).then_some(name)
}

/// Splits at the last ` @ ` that a file and a line follow. What comes behind them is another driver's text.
fn expression_and_place(text: &str) -> (Option<String>, Option<(String, u32)>) {
    let split = text.rmatch_indices(" @ ").find_map(|(at, mark)| {
        let (expression, rest) = text.split_at(at);
        let (_, place) = place(rest.strip_prefix(mark)?).ok()?;
        Some((expression, place))
    });
    let (expression, place) = match split {
        Some((expression, place)) => (expression, Some(place)),
        None => (text, None),
    };
    let expression = expression.trim();
    let kept = !expression.is_empty() && !is_address(expression);
    (kept.then(|| expression.to_owned()), place)
}

fn place(input: &str) -> IResult<&str, (String, u32)> {
    let file = take_while1(|c: char| c.is_ascii_alphanumeric() || "_-./".contains(c));
    let (rest, (file, line)) = (terminated(file, char(':')), nom::character::complete::u32).parse(input)?;
    let base = file.rsplit('/').next().unwrap_or(file);
    Ok((rest, (base.to_owned(), line)))
}

/// What builds without strings print instead of expression and place.
fn is_address(text: &str) -> bool {
    let digits = text.strip_prefix("0x").filter(|digits| digits.len() == 16);
    digits.is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// What the memory was for, by source file and by the function called.
fn site(expression: Option<&str>, place: Option<&(String, u32)>) -> CallSite {
    let file = place.map_or("", |(file, _)| file.as_str());
    let expression = expression.unwrap_or_default();
    let callee = expression.split('(').next().unwrap_or_default();
    if file == "mapping_reuse.c" || callee.contains("dmaAllocMapping") {
        CallSite::AddressSpace
    } else if file.starts_with("kernel_gsp") || callee.starts_with("kgsp") {
        CallSite::Initialisation
    } else if ["mem_desc.c", "io_vaspace.c", "system_mem.c"].contains(&file)
        || ["memdescAlloc", "sysmem", "iovaspace"].iter().any(|name| callee.contains(name))
        // UVM allocates either kind with one call; the companions of such lines spoke of system memory.
        || expression.contains("isSystemMemory")
    {
        CallSite::HostMemory
    } else {
        CallSite::Other
    }
}

//! Xids: the driver's numbered errors.

use model::Signal;
use model::event::Nvrm;
use nom::bytes::complete::{tag, take_till, take_while1};
use nom::character::complete::{char, multispace0, multispace1};
use nom::combinator::opt;
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

use crate::catalogue::xid_class;
use crate::{KERNEL, example, said};

/// `Xid (PCI:%04x:%02x:%02x[ GPU-I:%02u[ GPU-CI:%02u]]): %d, [pid=%s, name=%s, ]<text>[ caused by previous
/// Xid %d]`. Up to 565 an unknown process prints as `pid='<unknown>', name=<unknown>`; from 570.86 on, which
/// every GB10 driver is, both are left out.
pub(crate) const XID: Signal = Signal {
    name: "nvrm.xid",
    listen: KERNEL,
    message_ids: &[],
    needles: &["Xid ("],
    parse: |record| said(record, xid),
    examples: &[
        example(
            "NVRM: Xid (PCI:000f:01:00): 79, GPU has fallen off the bus.",
            r#"Nvrm(Xid { pci: "000f:01:00", number: 79, pid: None, name: None, text: "GPU has fallen off the bus.", class: OffBus, caused_by: None })"#,
        ),
        example(
            "NVRM: Xid (PCI:0000:01:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen off the bus.",
            r#"Nvrm(Xid { pci: "0000:01:00", number: 79, pid: None, name: None, text: "GPU has fallen off the bus.", class: OffBus, caused_by: None })"#,
        ),
        example(
            "NVRM: Xid (PCI:000f:01:00): 13, Graphics SM Warp Exception: Illegal Instruction Parameter",
            r#"Nvrm(Xid { pci: "000f:01:00", number: 13, pid: None, name: None, text: "Graphics SM Warp Exception: Illegal Instruction Parameter", class: Application, caused_by: None })"#,
        ),
        example(
            "NVRM: Xid (PCI:000f:01:00): 119, pid=3849, name=KMS thread, Timeout after 45s of waiting for RPC response from GPU0 GSP!",
            r#"Nvrm(Xid { pci: "000f:01:00", number: 119, pid: Some(3849), name: Some("KMS thread"), text: "Timeout after 45s of waiting for RPC response from GPU0 GSP!", class: Driver, caused_by: None })"#,
        ),
        example(
            "NVRM: Xid (PCI:000f:01:00): 120, pid=9111, name=python, GSP task exception: load access fault",
            r#"Nvrm(Xid { pci: "000f:01:00", number: 120, pid: Some(9111), name: Some("python"), text: "GSP task exception: load access fault", class: Driver, caused_by: None })"#,
        ),
        example(
            "NVRM: Xid (PCI:0000:01:00): 62, 323f0f30 0000c3d8 00000000 20ff5ea2",
            r#"Nvrm(Xid { pci: "0000:01:00", number: 62, pid: None, name: None, text: "323f0f30 0000c3d8 00000000 20ff5ea2", class: Driver, caused_by: None })"#,
        ),
        example(
            "NVRM: Xid (PCI:0000:01:00): 154, GPU recovery action changed from 0x0 (None) to 0x1 (GPU Reset Required)",
            r#"Nvrm(Xid { pci: "0000:01:00", number: 154, pid: None, name: None, text: "GPU recovery action changed from 0x0 (None) to 0x1 (GPU Reset Required)", class: Informational, caused_by: None })"#,
        ),
        example(
            "NVRM: Xid (PCI:0000:00:05): 43, pid=1045242, name=pt_main_thread, Ch 00000008",
            r#"Nvrm(Xid { pci: "0000:00:05", number: 43, pid: Some(1045242), name: Some("pt_main_thread"), text: "Ch 00000008", class: Application, caused_by: None })"#,
        ),
        // An address fault of a program, no shortage of memory.
        example(
            "NVRM: Xid (PCI:0000:01:00): 31, pid=44120, name=VLLM::Worker, Ch 00000008, intr 00000000. MMU Fault: ENGINE GRAPHICS GPCCLIENT_T1_3 faulted @ 0x7f1a_20000000. Fault is of type FAULT_PDE ACCESS_TYPE_VIRT_READ",
            r#"Nvrm(Xid { pci: "0000:01:00", number: 31, pid: Some(44120), name: Some("VLLM::Worker"), text: "Ch 00000008, intr 00000000. MMU Fault: ENGINE GRAPHICS GPCCLIENT_T1_3 faulted @ 0x7f1a_20000000. Fault is of type FAULT_PDE ACCESS_TYPE_VIRT_READ", class: Application, caused_by: None })"#,
        ),
        example(
            "NVRM: Xid (PCI:0000:c1:00): 94, pid='<unknown>', name=<unknown>, Contained: SM (0x1). RST: No, D-RST: No",
            r#"Nvrm(Xid { pci: "0000:c1:00", number: 94, pid: None, name: None, text: "Contained: SM (0x1). RST: No, D-RST: No", class: GpuMemory, caused_by: None })"#,
        ),
        example(
            "NVRM: Xid (PCI:0000:dc:00): 45, pid=4711, name=python3, Ch 00000001 caused by previous Xid 149",
            r#"Nvrm(Xid { pci: "0000:dc:00", number: 45, pid: Some(4711), name: Some("python3"), text: "Ch 00000001", class: Informational, caused_by: Some(149) })"#,
        ),
        // Parts of a GPU.
        example(
            "NVRM: Xid (PCI:0000:c4:00 GPU-I:05 GPU-CI:00): 43, pid=77, name=a, Ch 00000001",
            r#"Nvrm(Xid { pci: "0000:c4:00", number: 43, pid: Some(77), name: Some("a"), text: "Ch 00000001", class: Application, caused_by: None })"#,
        ),
        example(
            "NVRM: Xid (PCI:0000:c4:00 GPU-I:05): 45, Ch 00000001",
            r#"Nvrm(Xid { pci: "0000:c4:00", number: 45, pid: None, name: None, text: "Ch 00000001", class: Informational, caused_by: None })"#,
        ),
        // A comma in the name.
        example(
            "NVRM: Xid (PCI:0000:01:00): 43, pid=77, name=train, rank 0, Ch 00000008",
            r#"Nvrm(Xid { pci: "0000:01:00", number: 43, pid: Some(77), name: Some("train, rank 0"), text: "Ch 00000008", class: Application, caused_by: None })"#,
        ),
        // Up to 340 without `PCI:`; for a while with a process id only.
        example(
            "NVRM: Xid (0000:01:00): 31, Ch 00000003, engmask 00000101, intr 10000000",
            r#"Nvrm(Xid { pci: "0000:01:00", number: 31, pid: None, name: None, text: "Ch 00000003, engmask 00000101, intr 10000000", class: Application, caused_by: None })"#,
        ),
        example(
            "NVRM: Xid (PCI:0000:01:00): 31, pid=2350, Ch 00000010, intr 10000000",
            r#"Nvrm(Xid { pci: "0000:01:00", number: 31, pid: Some(2350), name: None, text: "Ch 00000010, intr 10000000", class: Application, caused_by: None })"#,
        ),
        example(
            "NVRM: GPU0 Xid (PCI:000f:01:00): 999, something of the future",
            r#"Nvrm(Xid { pci: "000f:01:00", number: 999, pid: None, name: None, text: "something of the future", class: Unlisted, caused_by: None })"#,
        ),
        // Torn.
        example(
            "NVRM: Xid (PCI:000f:01:00): 119, pid=3849, name=KMS th",
            r#"Nvrm(Xid { pci: "000f:01:00", number: 119, pid: Some(3849), name: Some("KMS th"), text: "", class: Driver, caused_by: None })"#,
        ),
        example(
            "NVRM: Xid (PCI:000f:01:00): 79",
            r#"Nvrm(Xid { pci: "000f:01:00", number: 79, pid: None, name: None, text: "", class: OffBus, caused_by: None })"#,
        ),
    ],
};

fn xid(body: &str) -> Option<Nvrm> {
    let (rest, (pci, number)) = opening(body).ok()?;
    let (rest, pid) = opt(process_id).parse(rest).ok()?;
    let (name, text) = match rest.strip_prefix("name=") {
        Some(rest) => name_and_text(rest),
        None => (None, rest),
    };
    let (text, caused_by) = without_cause(text.trim());
    Some(Nvrm::Xid {
        pci: pci.to_owned(),
        number,
        pid: pid.flatten(),
        name: name.filter(|name| *name != UNKNOWN).map(str::to_owned),
        text: text.to_owned(),
        class: xid_class(number),
        caused_by,
    })
}

/// As printed for the process where the driver knows none.
const UNKNOWN: &str = "<unknown>";

fn opening(input: &str) -> IResult<&str, (&str, u32)> {
    let address = take_while1(|c: char| c.is_ascii_hexdigit() || c == ':' || c == '.');
    let pci = delimited((opt(tag("PCI:")), multispace0), address, (take_till(|c| c == ')'), char(')')));
    let number = delimited((char(':'), multispace0), nom::character::complete::u32, end_of_field);
    (preceded(tag("Xid ("), pci), number).parse(input)
}

/// `pid=%s, `, where the unknown process is quoted.
fn process_id(input: &str) -> IResult<&str, Option<u32>> {
    let (rest, value) = delimited(tag("pid="), take_till(|c| c == ','), end_of_field).parse(input)?;
    Ok((rest, value.trim().trim_matches('\'').parse().ok()))
}

fn end_of_field(input: &str) -> IResult<&str, ()> {
    let (rest, _) = opt(terminated(char(','), opt(multispace1))).parse(input)?;
    Ok((rest, ()))
}

/// How the driver's texts begin: with `Ch 00000008` and the like, a capital word, or bare registers.
const TEXT_OPENINGS: &[&str] = &[
    "Ch ",
    "Channel ",
    "Timeout ",
    "GSP ",
    "GPU ",
    "MMU ",
    "Graphics ",
    "Contained",
    "Uncontained",
    "Reset",
    "Engine ",
    "CTX ",
    "CMDre ",
    "DBE ",
    "SBE ",
    "Row ",
    "NVLink",
    "C2C",
    "PMU ",
    "RC ",
];

/// A process name can hold commas. It has 15 bytes at most, so a comma among them ends it if one of the
/// driver's texts follows; failing that, the first comma does.
fn name_and_text(rest: &str) -> (Option<&str>, &str) {
    let commas = || rest.match_indices(", ").map(|(at, _)| rest.split_at(at));
    let text = |behind: &str| {
        let behind = behind.trim_start_matches([',', ' ']);
        TEXT_OPENINGS.iter().any(|opening| behind.starts_with(opening))
    };
    let (name, text) = commas()
        .take_while(|(name, _)| name.len() <= 15)
        .find(|(_, behind)| text(behind))
        .or_else(|| commas().next())
        .unwrap_or((rest, ""));
    let name = name.trim().trim_matches('\'');
    ((!name.is_empty()).then_some(name), text.strip_prefix(", ").unwrap_or(text))
}

/// Only on Xid 45, from 570.123 on.
fn without_cause(text: &str) -> (&str, Option<u32>) {
    let cause = text.rsplit_once("caused by previous Xid ").and_then(|(text, number)| {
        let number = number.trim_end_matches('.').parse().ok()?;
        Some((text.trim_end(), Some(number)))
    });
    cause.unwrap_or((text, None))
}

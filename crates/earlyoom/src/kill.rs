//! A process is being signalled.

use model::Signal;
use model::event::Earlyoom;
use model::event::earlyoom::KillSignal;
use nom::branch::alt;
use nom::combinator::{opt, value};
use nom::sequence::preceded;
use nom::{IResult, Parser};

use crate::number::{count, integer, mib, words};
use crate::{EARLYOOM, example, said};

/// The command line that 1.8 and later print is never read: it can hold secrets. A dry run prints this line
/// too and says so afterwards.
pub(crate) const KILL: Signal = Signal {
    name: "earlyoom.kill",
    listen: EARLYOOM,
    message_ids: &[],
    needles: &[
        " to process ",
        "Killing process",
        "killing process ",
        "Invoking oom killer:",
        "trigger_kernel_oom: successfully",
    ],
    parse: |record| said(record, read),
    examples: &[
        // Up to 1.0
        example(
            "Killing process 5476 tail",
            r#"Earlyoom(Kill { signal: Kill, pid: Some(5476), name: "tail", rss_mib: None })"#,
        ),
        example(
            "Killing process 1820 Web Content",
            r#"Earlyoom(Kill { signal: Kill, pid: Some(1820), name: "Web Content", rss_mib: None })"#,
        ),
        // 1.1
        example(
            "Killing process: tail, pid: 5476, badness: 367, VmRSS: 719 MiB",
            r#"Earlyoom(Kill { signal: Kill, pid: Some(5476), name: "tail", rss_mib: Some(719) })"#,
        ),
        // 1.2
        example(
            "Killing process 'tail' with signal 15, pid: 5476, badness: 367, VmRSS: 719 MiB",
            r#"Earlyoom(Kill { signal: Term, pid: Some(5476), name: "tail", rss_mib: Some(719) })"#,
        ),
        example(
            "Killing process 'it's a' with signal 9, pid: 12, badness: -3, VmRSS: 9 MiB",
            r#"Earlyoom(Kill { signal: Kill, pid: Some(12), name: "it's a", rss_mib: Some(9) })"#,
        ),
        // 1.3 release candidates
        example(
            r#"killing process 4711 "chromium" with signal 9: badness 300, VmRSS 120 MiB"#,
            r#"Earlyoom(Kill { signal: Kill, pid: Some(4711), name: "chromium", rss_mib: Some(120) })"#,
        ),
        // 1.3
        example(
            r#"sending SIGTERM to process 4711 "tail": badness 801, VmRSS 4914 MiB"#,
            r#"Earlyoom(Kill { signal: Term, pid: Some(4711), name: "tail", rss_mib: Some(4914) })"#,
        ),
        // 1.4 to 1.7
        example(
            r#"sending SIGTERM to process 51877 uid 1001 "python3": badness 1288, VmRSS 41220 MiB"#,
            r#"Earlyoom(Kill { signal: Term, pid: Some(51877), name: "python3", rss_mib: Some(41220) })"#,
        ),
        example(
            r#"sending SIGKILL to process 51877 uid 1001 "python3": badness 1291, VmRSS 42020 MiB"#,
            r#"Earlyoom(Kill { signal: Kill, pid: Some(51877), name: "python3", rss_mib: Some(42020) })"#,
        ),
        // A self-test of debug mode.
        example(
            r#"sending 0 (no-op signal) to process 1 uid 0 "systemd": badness 0, VmRSS 12 MiB"#,
            r#"Earlyoom(Kill { signal: None, pid: Some(1), name: "systemd", rss_mib: Some(12) })"#,
        ),
        // 1.8
        example(
            r#"sending SIGTERM to process 906175 uid 1000 "java": oom_score 1170, VmRSS 43912 MiB, cmdline "java -jar x.jar""#,
            r#"Earlyoom(Kill { signal: Term, pid: Some(906175), name: "java", rss_mib: Some(43912) })"#,
        ),
        // 1.9, with quotes in the name and in the command line, which imitates the rest of the line.
        example(
            r#"sending SIGTERM to process 2232050 uid 1000 "a "b": c": oom_score 712, oom_score_adj -100, VmRSS 4514 MiB, cmdline "sh -c "x": oom_score 1, VmRSS 1 MiB""#,
            r#"Earlyoom(Kill { signal: Term, pid: Some(2232050), name: "a \"b\": c", rss_mib: Some(4514) })"#,
        ),
        // A process group.
        example(
            r#"sending SIGKILL to process -2232050 uid 1000 "bun": oom_score 712, oom_score_adj 0, VmRSS 4514 MiB, cmdline "bun test""#,
            r#"Earlyoom(Kill { signal: Kill, pid: Some(-2232050), name: "bun", rss_mib: Some(4514) })"#,
        ),
        // Cut.
        example(
            r#"sending SIGKILL to process 51877 uid 1001 "python3": bad"#,
            r#"Earlyoom(Kill { signal: Kill, pid: Some(51877), name: "python3", rss_mib: None })"#,
        ),
        example(
            r#"sending SIGKILL to process 51877 uid 1001 "pyth"#,
            r#"Earlyoom(Kill { signal: Kill, pid: Some(51877), name: "pyth", rss_mib: None })"#,
        ),
        example(
            "sending SIGKILL to process 51877",
            r#"Earlyoom(Kill { signal: Kill, pid: Some(51877), name: "", rss_mib: None })"#,
        ),
        // The kernel's own killer: `-k` up to 1.1, `--kernel-oom` after 1.9.
        example(
            "Invoking oom killer: done",
            r#"Earlyoom(Kill { signal: KernelOom, pid: None, name: "", rss_mib: None })"#,
        ),
        example(
            "trigger_kernel_oom: successfully triggered kernel OOM killer",
            r#"Earlyoom(Kill { signal: KernelOom, pid: None, name: "", rss_mib: None })"#,
        ),
    ],
};

fn read(text: &str) -> Option<Earlyoom> {
    sending(text)
        .or_else(|| before_1_2(text))
        .or_else(|| with_signal_number(text))
        .or_else(|| release_candidate(text))
        .or_else(|| kernel_oom(text))
}

/// 1.3 and later.
fn sending(text: &str) -> Option<Earlyoom> {
    let signal = alt((
        value(KillSignal::Term, words("SIGTERM")),
        value(KillSignal::Kill, words("SIGKILL")),
        value(KillSignal::None, words("0 (no-op signal)")),
    ));
    let (rest, (signal, pid, _uid)) = (
        preceded(words("sending"), signal),
        preceded(words("to process"), integer),
        opt(preceded(words("uid"), count)),
    )
        .parse(text)
        .ok()?;
    let (name, rss_mib) = quoted_victim(rest);
    Some(Earlyoom::Kill { signal, pid: Some(pid), name, rss_mib })
}

/// `"%s": badness %d, VmRSS %lld MiB` with whatever follows. A name may hold quotes, and so may the command
/// line behind it: the name ends at the first quote after which the scores follow.
fn quoted_victim(text: &str) -> (String, Option<u64>) {
    let Some(quoted) = text.trim_start().strip_prefix('"') else { return (String::new(), None) };
    for (end, _) in quoted.match_indices("\":") {
        let (name, rest) = quoted.split_at(end);
        if let Ok((_, rss)) = preceded(words("\":"), scores).parse(rest) {
            return (comm(name), Some(rss));
        }
    }
    let name = quoted.split_once('"').map_or(quoted, |(name, _)| name);
    (comm(name), None)
}

/// The scores before the resident memory.
fn scores(input: &str) -> IResult<&str, u64> {
    let (rest, _) = preceded(alt((words("badness"), words("oom_score"))), integer).parse(input)?;
    let (rest, _) = opt(preceded(words(", oom_score_adj"), integer)).parse(rest)?;
    preceded(words(", VmRSS"), mib).parse(rest)
}

/// No more than a process name has room for: the rest of a torn line could be a command line.
fn comm(name: &str) -> String {
    name.chars().take(15).collect()
}

/// Up to 1.1 there was only SIGKILL.
fn before_1_2(text: &str) -> Option<Earlyoom> {
    let signal = KillSignal::Kill;
    if let Some(rest) = text.strip_prefix("Killing process: ") {
        let (name, numbers) = rest.rsplit_once(", pid:")?;
        let (pid, rss_mib) = pid_and_rss(numbers)?;
        return Some(Earlyoom::Kill { signal, pid, name: comm(name), rss_mib });
    }
    let (rest, pid) = preceded(words("Killing process"), integer).parse(text).ok()?;
    Some(Earlyoom::Kill { signal, pid: Some(pid), name: comm(rest.trim_start()), rss_mib: None })
}

/// 1.2
fn with_signal_number(text: &str) -> Option<Earlyoom> {
    let rest = text.strip_prefix("Killing process '")?;
    let (name, numbers) = rest.rsplit_once("' with signal")?;
    let (numbers, signal) = signal_number(numbers).ok()?;
    let (pid, rss_mib) = pid_and_rss(numbers.strip_prefix(", pid:")?)?;
    Some(Earlyoom::Kill { signal, pid, name: comm(name), rss_mib })
}

/// 1.3-rc
fn release_candidate(text: &str) -> Option<Earlyoom> {
    let (rest, pid) = preceded(words("killing process"), integer).parse(text).ok()?;
    let (name, numbers) = rest.trim_start().strip_prefix('"')?.rsplit_once("\" with signal")?;
    let (numbers, signal) = signal_number(numbers).ok()?;
    let rss_mib = preceded(words(":"), scores).parse(numbers).ok().map(|(_, rss)| rss);
    Some(Earlyoom::Kill { signal, pid: Some(pid), name: comm(name), rss_mib })
}

fn signal_number(input: &str) -> IResult<&str, KillSignal> {
    let (rest, number) = count(input)?;
    let signal = match number {
        0 => KillSignal::None,
        15 => KillSignal::Term,
        _ => KillSignal::Kill,
    };
    Ok((rest, signal))
}

/// `%d, badness: %d, VmRSS: %lu MiB`
fn pid_and_rss(numbers: &str) -> Option<(Option<i64>, Option<u64>)> {
    let (rest, pid) = integer(numbers).ok()?;
    let rss = (preceded(words(", badness:"), integer), preceded(words(", VmRSS:"), mib)).parse(rest);
    Some((Some(pid), rss.ok().map(|(_, (_, rss))| rss)))
}

/// The kernel chooses the victim and names it in its own lines.
fn kernel_oom(text: &str) -> Option<Earlyoom> {
    let asked = text.starts_with("Invoking oom killer: done")
        || text.starts_with("trigger_kernel_oom: successfully triggered");
    asked.then(|| Earlyoom::Kill {
        signal: KillSignal::KernelOom,
        pid: None,
        name: String::new(),
        rss_mib: None,
    })
}

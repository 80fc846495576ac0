//! Tokens, passwords, keys and cookies, by their own form or by what stands before them.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::address::replace;
use super::{Given, Kind, is_placeholder};

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a valid pattern")
}

/// Everything that opens a door.
pub(super) fn secrets(text: &str, given: &mut Given) -> String {
    let text = keys(text, given);
    let text = tokens(&text, given);
    let text = logins(&text, given);
    let text = named(&text, given);
    networks(&text, given)
}

/// Private keys, public ones and their fingerprints.
fn keys(text: &str, given: &mut Given) -> String {
    static PRIVATE: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?s)-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----.*?(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|$)",
        )
    });
    static PUBLIC: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r"\b(SHA256:|AAAA|\|1\|)([A-Za-z0-9+/]{20,}={0,2}(?:\|[A-Za-z0-9+/]{20,}={0,2})?)")
    });
    static HASHED_HOST: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"\|1\|[A-Za-z0-9+/]{20,}={0,2}\|[A-Za-z0-9+/]{20,}={0,2}"));
    // WireGuard's: 32 bytes.
    static BARE: LazyLock<Regex> = LazyLock::new(|| pattern(r"[A-Za-z0-9+/]{43}="));
    let text = PRIVATE.replace_all(text, |found: &Captures<'_>| given.learn(Kind::Secret, &found[0]));
    let text = HASHED_HOST.replace_all(&text, |found: &Captures<'_>| given.learn(Kind::Key, &found[0]));
    let text = PUBLIC.replace_all(&text, |found: &Captures<'_>| {
        let shown = if found[1].starts_with("SHA") { &found[1] } else { "" };
        format!("{shown}{}", given.learn(Kind::Key, &found[2]))
    });
    replace(&BARE, &text, |found| {
        let stands_alone = !text[..found.start()].ends_with(|c: char| c.is_alphanumeric() || c == '/');
        stands_alone.then(|| given.learn(Kind::Key, found.as_str()))
    })
}

/// Tokens that their issuers gave a form by which they are known.
fn tokens(text: &str, given: &mut Given) -> String {
    static TOKEN: LazyLock<Regex> = LazyLock::new(|| {
        let forms = [
            r"[srp]k-[A-Za-z0-9_-]{8,}",
            r"[srpw][kh](?:sec)?_(?:live|test)?_?[A-Za-z0-9]{12,}",
            r"(?:hf|gsk|npm|r8|pat|lsv2_pt|lin_api|shp[a-z]{2}|dop_v1|dckr_pat|github_pat|gh[pousr])_[A-Za-z0-9_]{8,}",
            r"(?:gl[a-z]{2,4}t|nvapi|xox[a-z]|xapp|pypi|tskey|ATATT\w*|AGE-SECRET-KEY)-[A-Za-z0-9_-]{8,}",
            r"A[KSGR][IO]A[A-Z0-9]{12,}",
            r"AIza[A-Za-z0-9_-]{20,}",
            r"ya29\.[A-Za-z0-9_-]{8,}",
            r"SG\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}",
            r"hv[sbr]\.[A-Za-z0-9_-]{8,}",
            r"eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)?",
            r"K10[0-9a-f]{20,}(?:::[^\s]+)?",
            // kubeadm's
            r"[a-z0-9]{6}\.[a-z0-9]{16}",
        ];
        pattern(&format!(r"\b(?:{})", forms.join("|")))
    });
    // Whoever knows the address may write there.
    static HOOK: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?i)(hooks\.slack\.com/[a-z]+/|discord(?:app)?\.com/api/webhooks/|api\.telegram\.org/bot|webhook\.office\.com/)([^\s\x22']+)",
        )
    });
    let text = HOOK.replace_all(text, |found: &Captures<'_>| {
        if is_placeholder(&found[2]) {
            return found[0].to_owned();
        }
        format!("{}{}", &found[1], given.learn(Kind::Secret, &found[2]))
    });
    replace(&TOKEN, &text, |found| {
        let token = found.as_str();
        // Sixteen characters behind a dot may also be the rest of a host's name or of a program's.
        let is_short = token.len() == 23 && token.as_bytes()[6] == b'.';
        (!is_short || (token.matches(|c: char| c.is_ascii_digit()).count() >= 3))
            .then(|| given.learn(Kind::Secret, token))
    })
}

/// Names and passwords in addresses and in the options of programs.
fn logins(text: &str, given: &mut Given) -> String {
    static LOGIN: LazyLock<Regex> = LazyLock::new(|| pattern(r"(://)([^/\s@\x22']+)@"));
    static OPTION: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r"((?:^|\s)(?:-u|--user|--proxy-user|-U|--login)[ =]['\x22]?)([^\s:'\x22]+:[^\s'\x22]+)")
    });
    let text = LOGIN.replace_all(text, |found: &Captures<'_>| {
        if is_placeholder(&found[2]) {
            found[0].to_owned()
        } else {
            format!("{}{}@", &found[1], login(&found[2], given))
        }
    });
    OPTION
        .replace_all(&text, |found: &Captures<'_>| format!("{}{}", &found[1], login(&found[2], given)))
        .into_owned()
}

/// A name and a password; the password is known again without the name.
fn login(login: &str, given: &mut Given) -> String {
    let placeholder = given.learn(Kind::Secret, login);
    if let Some((_, password)) = login.split_once(':').filter(|(_, password)| password.len() >= 6) {
        given.learned.entry(password.to_owned()).or_insert_with(|| placeholder.clone());
    }
    placeholder
}

/// What a word before it calls a secret.
fn named(text: &str, given: &mut Given) -> String {
    static HEADER: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r#"(?i)(\b(?:(?:proxy-)?authorization|(?:set-)?cookie|x-(?:api|auth)[a-z-]*)["']?\s*[:=]\s*["']?(?:(?:basic|bearer|digest|token|negotiate|aws4-hmac-sha256) +)?)([^"'\n]{2,})"#,
        )
    });
    static SCHEME: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"(?i)(\bbearer[ :=]+)([A-Za-z0-9._~+/=-]{6,})"));
    static NAMED: LazyLock<Regex> = LazyLock::new(|| {
        let words = "passw(?:or)?d|passphrase|passwd|passcode|pwd|token|secrets?|api[-_]?key|(?:access|secret|private|shared|account|signing|encryption|master|preshared|pre-shared|wep|auth)[-_ ]?key\\d?|(?:access[-_]?key|session|client|tenant)[-_]?id|access[-_]?key|psk|credentials?|signature|sig|cookie|auth|nonce|otp";
        pattern(&format!(
            r#"(?i)((?:^|[^a-z0-9])[a-z0-9_.-]{{0,40}}?(?:{words})\\?["']?(?:\s?[=:]>?\s?| (?:is |value )?))(\\?"[^"]*"?|'[^']*'?|[^\s"'&;]+)"#
        ))
    });
    // mysql's, and others'.
    static SHORT: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r"(\b(?:mysql|mysqldump|mariadb|sshpass|redis-cli)\b.*?\s(?:-p|-a) ?)([^\s]+)")
    });
    let mut after = |found: &Captures<'_>| {
        let (before, value) = (&found[1], &found[2]);
        // `a=1,b=2` is a list.
        let end = value.match_indices(',').find(|(at, _)| value[at + 1..].contains('=')).map(|(at, _)| at);
        let (value, rest) = value.split_at(end.unwrap_or(value.len()));
        let bare = value.trim_matches(['"', '\'', '\\', ',', ')', ']', '}']);
        if !is_secret(before, bare) {
            return found[0].to_owned();
        }
        let (open, close) = value.split_once(bare).unwrap_or_default();
        format!("{before}{open}{}{close}{rest}", given.learn(Kind::Secret, bare))
    };
    let text = HEADER.replace_all(text, &mut after);
    let text = SCHEME.replace_all(&text, &mut after);
    let text = NAMED.replace_all(&text, &mut after);
    SHORT.replace_all(&text, &mut after).into_owned()
}

/// After a mere blank only what looks random is a secret: `token expired` is a sentence.
fn is_secret(before: &str, value: &str) -> bool {
    let lower = before.to_lowercase();
    // Paths, what is already replaced, what a program hides itself, and switches.
    let told = ["", "none", "null", "yes", "no", "true", "false", "set", "hidden", "redacted", "n/a"];
    if is_placeholder(value)
        || value.starts_with(['/', '<', '$', '*', '['])
        || told.contains(&value.to_lowercase().as_str())
    {
        return false;
    }
    let option = lower.trim_start().starts_with('-');
    let is_counted = value.chars().all(|c| c.is_ascii_digit()) && value.len() < 4;
    if before.ends_with(' ') && !lower.trim_end().ends_with([':', '=', '>']) {
        return option
            || lower.contains("authorization")
            || lower.contains("cookie")
            || lower.contains("bearer")
            || lower.ends_with(" is ")
            || lower.ends_with("-p ")
            || (value.len() >= 12 && value.contains(|c: char| c.is_ascii_digit()));
    }
    !is_counted
}

/// Names of wireless networks, and of the connections that are called after them.
fn networks(text: &str, given: &mut Given) -> String {
    static NETWORK: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r#"(?i)(\b(?:e?ssid|access point|wi-?fi network|connection|added 'ssid' value|associated (?:with|to))["']?\s?[=:]?\s?)("[^"]+"|'[^']+')"#,
        )
    });
    static BARE: LazyLock<Regex> = LazyLock::new(|| pattern(r#"(?i)(\be?ssid\s?[=:]\s?)([^\s"',;]+)"#));
    // Where the network's name is a file's.
    static FILE: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r"(system-connections/|/iwd/)([^/\n]+?)(\.(?:nmconnection|psk|8021x|open))")
    });
    let text = NETWORK.replace_all(text, |found: &Captures<'_>| {
        let quote = &found[2][..1];
        let name = found[2].trim_matches(['"', '\'']);
        if is_placeholder(name) {
            return found[0].to_owned();
        }
        format!("{}{quote}{}{quote}", &found[1], given.learn(Kind::Network, name))
    });
    let text = BARE.replace_all(&text, |found: &Captures<'_>| {
        if is_placeholder(&found[2]) || found[2].starts_with("<") {
            return found[0].to_owned();
        }
        format!("{}{}", &found[1], given.learn(Kind::Network, &found[2]))
    });
    FILE.replace_all(&text, |found: &Captures<'_>| {
        let name = if is_placeholder(&found[2]) {
            found[2].to_owned()
        } else {
            given.learn(Kind::Network, &found[2])
        };
        format!("{}{name}{}", &found[1], &found[3])
    })
    .into_owned()
}

/// Long strings that nobody would write by hand: capitals, small letters and digits in no order.
pub(super) fn random(text: &str, given: &mut Given) -> String {
    static LONG: LazyLock<Regex> = LazyLock::new(|| pattern(r"[A-Za-z0-9+/=_-]{28,}"));
    static PART: LazyLock<Regex> = LazyLock::new(|| pattern(r"[A-Za-z0-9+=_-]{28,}"));
    let text = replace(&LONG, text, |found| {
        let string = found.as_str();
        // A path is looked at part by part.
        let is_path = string.starts_with('/')
            || text[..found.start()].ends_with(['/', '.', '~'])
            || string.matches('/').count() * 16 > string.len();
        (!is_path && is_random(string)).then(|| given.learn(Kind::Secret, string))
    });
    replace(&PART, &text, |found| {
        is_random(found.as_str()).then(|| given.learn(Kind::Secret, found.as_str()))
    })
}

fn is_random(text: &str) -> bool {
    let class = |c: char| (c.is_ascii_uppercase(), c.is_ascii_lowercase(), c.is_ascii_digit());
    let classes: Vec<_> = text.chars().map(class).collect();
    let changes = classes.windows(2).filter(|pair| pair[0] != pair[1]).count();
    let kinds = [(true, false, false), (false, true, false), (false, false, true)];
    // By chance two of three neighbours differ; in names and paths far fewer do.
    kinds.iter().all(|class| classes.contains(class)) && changes * 5 >= text.len() * 2
}

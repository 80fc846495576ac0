//! Private things of every kind, in lines as programs write them, planted everywhere and searched in every rendering.

use super::*;
use crate::{Format, Lang, Options, sample};

/// What a line is about, the line, and what of it must not be found.
const PLANTED: &[(&str, &str, &[&str])] = &[
    ("host in a syslog line", "May 14 05:21:50 orion kernel: usb 1-1: new device", &["orion"]),
    (
        "host, full name, other case",
        "Hostname set to <Orion.Lab.Example.NET>; ORION is up",
        &["Orion", "ORION", "Example.NET"],
    ),
    (
        "another host",
        "ssh: connect to host vault-03.int.acme.example.com port 22: Connection refused",
        &["vault-03", "acme"],
    ),
    ("file server", "nfs: server filer7 not responding, timed out; mount //filer7/projects", &["filer7"]),
    (
        "phone-home address",
        "cloud-init: POST https://phone-home.acme-works.com/v1/hosts?id=7 ok",
        &["phone-home.acme"],
    ),
    ("user of sudo", "  mallory : TTY=pts/0 ; PWD=/srv ; USER=root ; COMMAND=/usr/bin/id", &["mallory"]),
    ("user of su", "(to root) trudy on pts/1", &["trudy"]),
    (
        "user of a session",
        "pam_unix(sshd:session): session opened for user wendy(uid=1001) by (uid=0)",
        &["wendy"],
    ),
    ("user of cron", "(peggy) CMD (/usr/local/bin/sample)", &["peggy"]),
    (
        "user of a failed login",
        "authentication failure; logname= uid=0 euid=0 tty=ssh ruser=victor rhost=192.0.2.99 user=olivia",
        &["victor", "olivia", "192.0.2.99"],
    ),
    ("user at a home", "open(/home/sybil/train.py), /Users/Craig/x, /root/y", &["sybil", "Craig"]),
    ("user with a name in Japanese", "open(/home/山田花子/train.py)", &["山田花子"]),
    ("user by id", "uid=1002(heidi) gid=1002(heidi) groups=1002(heidi)", &["heidi"]),
    (
        "user of a domain",
        "Accepted password for ACME\\judy from 198.51.100.4 port 4711 ssh2",
        &["judy", "198.51.100.4"],
    ),
    ("user of polkit", "Operator of unix-session:2 authenticated [owned by unix-user:niaj]", &["niaj"]),
    ("user in JSON", r#"{"username": "grace.h", "msg": "x"}"#, &["grace.h"]),
    ("user's disk", "mounted at /media/erin/BACKUP", &["erin"]),
    ("IPv4", "SRC=203.0.113.77 DST=10.20.30.40 LEN=60", &["203.0.113.77", "10.20.30.40"]),
    (
        "IPv4 in a file's name",
        "/var/log/box-203.0.113.78_old.csv and box_10.20.30.41.log",
        &["203.0.113.78", "10.20.30.41"],
    ),
    ("IPv4 in a host's name", "node ip-10-20-30-42.ec2.internal is ready", &["10-20-30-42"]),
    ("IPv6", "from 2001:db8:0:0:8:800:200c:417a port 22", &["2001:db8", "417a"]),
    ("IPv6 in capitals", "from 2001:DB8::8:800:200C:417B", &["200C", "417B"]),
    ("IPv6 with a zone", "fe80::5eff:fe00:5377%eth0 joined", &["fe80", "5377"]),
    ("IPv6 with a port", "listening on [2001:db8::53:5353]:8443", &["2001:db8", "5353"]),
    ("IPv6 of IPv4", "peer ::ffff:203.0.113.79 gone", &["203.0.113.79"]),
    ("MAC", "eth0: 02:00:5e:10:00:a1", &["5e:10:00:a1"]),
    ("MAC with dashes", "eth0: 02-00-5E-10-00-A2", &["5E-10-00-A2"]),
    ("MAC with dots", "eth0: 0200.5e10.00a3", &["5e10"]),
    ("MAC in an interface's name", "enx02005e1000a4: link up", &["02005e1000a4"]),
    ("MAC in a column's name", "temp_02_00_5e_10_00_a5_c", &["5e_10"]),
    ("Bluetooth", "org/bluez/hci0/dev_02_00_5E_10_00_A6: connected", &["5E_10"]),
    ("DUID", "DHCPv6 DUID 00:01:00:01:2a:bb:cc:dd:02:00:5e:10:00:a7", &["2a:bb:cc:dd"]),
    ("DHCP client id", "dhcp4 (eth0): client-id ff:5e:10:00:a8:00:02:00:00:ab:11", &["5e:10:00:a8"]),
    (
        "disk's serial number",
        "smartd: Device: /dev/nvme0, Acme 990, S/N:S7KHNJ0W123456A, FW:1",
        &["S7KHNJ0W123456A"],
    ),
    ("disk by id", "/dev/disk/by-id/nvme-Acme_990_PRO_2TB_S7KHNJ0W654321B-part1", &["S7KHNJ0W654321B"]),
    ("GPU's serial number", "Serial Number                     : 1420521007788", &["1420521007788"]),
    (
        "board's serial number",
        "dmi: board_serial: QTFCRX1234567; chassis tag: CT99887",
        &["QTFCRX1234567", "CT99887"],
    ),
    ("serial number in JSON", r#"{"serial":"PF3XYZ12"}"#, &["PF3XYZ12"]),
    ("USB serial number", "usb 1-2: SerialNumber: 4C530001230917113243", &["4C530001230917113243"]),
    ("USB iSerial", "iSerial                 3 60A44C413FAE", &["60A44C413FAE"]),
    (
        "WWN",
        "scsi 0:0:0:0: wwn-0x5000c500a1b2c3d4, naa.5000c500a1b2c3d5",
        &["5000c500a1b2c3d4", "5000c500a1b2c3d5"],
    ),
    (
        "NVMe eui and nguid",
        "nvme-eui.0025385b21404e3a nguid: 0x36344630525014330025384500000001",
        &["0025385b21404e3a", "36344630525014330025384500000001"],
    ),
    (
        "GPU UUID",
        "GPU 0: GB10 (UUID: GPU-aa11bb22-cc33-dd44-ee55-ff6677889900)",
        &["aa11bb22", "ff6677889900"],
    ),
    (
        "unit of a disk",
        r"dev-disk-by\x2duuid-aa11bb23\x2dcc33\x2ddd44\x2dee55\x2dff6677889901.device",
        &["aa11bb23", "ff6677889901"],
    ),
    ("FAT and partition ids", "UUID=1A2B-3C4D PARTUUID=0a1b2c3d-01", &["1A2B-3C4D", "0a1b2c3d-01"]),
    (
        "LUKS and LVM",
        "luks-aa11bb24-cc33-dd44-ee55-ff6677889902 lvm uuid Ab1dEf-1234-abcd-5678-efgh-9012-ijklmn",
        &["aa11bb24", "efgh-9012"],
    ),
    (
        "another machine's id",
        "machine-id 99887766554433221100ffeeddccbbaa",
        &["99887766554433221100ffeeddccbbaa"],
    ),
    (
        "container",
        "docker-0123456789abcdeffedcba98765432100123456789abcdeffedcba9876543210.scope",
        &["0123456789abcdeffedcba9"],
    ),
    ("commit-like id", "task 5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8", &["5baa61e4c9b93f3f"]),
    ("e-mail", "mail from carol.s+alerts@mail.acme.example", &["carol.s", "acme"]),
    (
        "AWS keys",
        "AKIAIOSFODNN7EXAMPLE aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        &["AKIAIOSFODNN7", "wJalrXUt", "bPxRfi"],
    ),
    (
        "GitHub",
        "ghp_abcdefghijklmnopqrstuvwxyz0123456789 github_pat_11ABCDEFG0abcdefgh_ijklm",
        &["ghp_", "github_pat_11"],
    ),
    ("GitLab", "glpat-abcdefghijklmnop1234", &["glpat-abc"]),
    ("Hugging Face", "hf_abcdefghijklmnopqrstuvwxyzABCD", &["hf_abc"]),
    ("model services", "sk-proj-abcd1234efgh5678 nvapi-abcd1234efgh5678_ij", &["sk-proj-abcd", "nvapi-abcd"]),
    (
        "Slack",
        "xoxb-123456789012-abcdefABCDEF and https://hooks.slack.com/services/T000/B000/XXXXyyyy1234",
        &["xoxb-1", "XXXXyyyy1234"],
    ),
    (
        "JWT",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVPmB92K27uhbUJU1p1r",
        &["eyJhbGci", "dBjftJ"],
    ),
    ("Bearer", "authorization: Bearer mF_9.B5f-4.1JqM", &["mF_9"]),
    ("Basic", "Proxy-Authorization: Basic QWxhZGRpbjpvcGVu", &["QWxhZGRpb"]),
    ("login in an address", "postgres://svc:pl%40in,te.xt@127.0.0.1:5432/db", &["pl%40in", "te.xt"]),
    ("token as a login", "git clone https://oauth2tokenvalue@127.0.0.1/x", &["oauth2tokenvalue"]),
    ("password", "connecting with password=hunter2,please", &["hunter2", "please"]),
    ("short password", "login pwd=x9k", &["x9k"]),
    ("quoted password", "db_password: \"correct horse battery\"", &["correct", "horse", "battery"]),
    ("api key", "run --api-key 0f9e8d7c6b --client_secret=zyxwvu", &["0f9e8d7c6b", "zyxwvu"]),
    ("curl's user", "curl -u alice2:wonderland9 http://127.0.0.1/", &["alice2", "wonderland9"]),
    ("mysql's password", "mysql -h 127.0.0.1 -pTopSecret99 db", &["TopSecret99"]),
    (
        "private key",
        "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\nQyNTUxOQAAACD\n-----END OPENSSH PRIVATE KEY-----",
        &["b3BlbnNz", "QyNTUx"],
    ),
    ("private key, cut", "-----BEGIN RSA PRIVATE KEY----- MIIEowIBAAKCAQEA7bq", &["MIIEowIB"]),
    (
        "SSH fingerprints",
        "SHA256:AbCdEfGhIjKlMnOpQrStUvWxYz0123456789+/abcdE MD5:16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48",
        &["AbCdEfGh", "16:27:ac"],
    ),
    (
        "SSH public key",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl dave@box",
        &["C3NzaC1l", "OMqqnk"],
    ),
    (
        "SSH known host",
        "|1|F1E1KeoE/eEWhi10WpGv4OdiO6Y=|3988QV0VE8wmZL7suNrYQLITLCg= ssh-rsa",
        &["F1E1Keo", "3988QV0"],
    ),
    ("WireGuard", "peer: xTIBA5rboUvnH4htodjb6e697QjLERt1NAB4mZqp8Dg=", &["xTIBA5r"]),
    (
        "wireless network",
        "wlan0: Trying to associate with 02:00:5e:10:00:b1 (SSID='Smith Family 5G' freq=5180 MHz)",
        &["Smith Family", "5e:10:00:b1"],
    ),
    (
        "wireless password",
        "Config: added 'ssid' value 'CasaBlanca' psk=\"open sesame\" wpa_psk: s3same",
        &["CasaBlanca", "sesame", "s3same"],
    ),
    (
        "wireless connection",
        "policy: auto-activating connection 'CoffeeBar 2' /etc/NetworkManager/system-connections/CoffeeBar 2.nmconnection",
        &["CoffeeBar"],
    ),
    (
        "long command",
        "  mallory : TTY=pts/0 ; PWD=/srv ; USER=root ; COMMAND=/usr/bin/rsync -a --files-from=/srv/customers-2026/list.txt /srv/blue-whale-project /mnt/target",
        &["blue-whale", "customers-2026"],
    ),
    (
        "long command of a job",
        "(root) CMD (/usr/local/bin/push --target green-lizard --deal merger-of-the-century --verbose --retry 5)",
        &["green-lizard", "merger"],
    ),
    (
        "S3, presigned",
        "GET https://127.0.0.1/b?X-Amz-Credential=ASIAXYZ123%2F20260514&X-Amz-Signature=fe5f80f77d5fa3beca038a248ff027&X-Amz-Security-Token=IQoJb3Jp",
        &["ASIAXYZ", "fe5f80f77d", "IQoJb3Jp"],
    ),
    ("cookie", "Set-Cookie: session=abc123def; theme=dark", &["abc123def"]),
    (
        "Kubernetes secret",
        "secret/db data: {\"password\":\"cGFzc3dvcmQ=\",\"token\":\"bXl0b2tlbg==\"}",
        &["cGFzc3dv", "bXl0b2t"],
    ),
    ("Kubernetes join", "kubeadm join 127.0.0.1:6443 --token abcdef.0123456789abcdef", &["abcdef.0123"]),
    ("a random string", "value Zm9vYmFyMTIzNDU2Nzg5MEFCQ0RFRkdISg end", &["Zm9vYmFy"]),
    // Known by the lines above, and here without a word that tells them.
    (
        "alone",
        "orion wendy S7KHNJ0W123456A wonderland9 CasaBlanca 02-00-5e-10-00-a1",
        &["orion", "wendy", "S7KHNJ0W", "CasaBlanca", "00-a1"],
    ),
];

fn planted() -> Report {
    let lines: Vec<&str> = PLANTED.iter().map(|(_, line, _)| *line).collect();
    sample::telling(&lines)
}

#[test]
fn nothing_planted_is_found_in_any_rendering() {
    let report = planted();
    let mut found = Vec::new();
    for format in Format::ALL {
        for lang in [Lang::En, Lang::Ja] {
            let options = Options { redact: true, verbose: 1, width: 240, lang, ..Options::default() };
            let mut bytes = Vec::new();
            crate::render(&report, format, &options, &mut bytes).unwrap();
            // Wrapped lines and escapes are no hiding places.
            let text = String::from_utf8_lossy(&bytes).replace("<!-- -->", "").replace('\\', "");
            let packed: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
            for (what, _, secrets) in PLANTED {
                for secret in *secrets {
                    if packed.contains(secret) || text.contains(secret) {
                        found.push(format!("{what}: {secret} in {format:?} {lang:?}"));
                    }
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn each_kind_is_counted_and_the_same_thing_has_one_placeholder() {
    let (redacted, counts) = redact(&planted());
    let counted: Vec<&str> = counts.keys().map(String::as_str).collect();
    for kind in Kind::ALL {
        let is_machine = kind == Kind::Machine;
        assert!(is_machine || counted.contains(&kind.counted_as()), "{kind:?} is not counted");
    }
    let running: Vec<&str> = redacted.boots[0].running.iter().map(|running| &*running.what).collect();
    let last = running.last().unwrap();
    let host = running.iter().find(|line| line.starts_with("May 14")).unwrap().split(' ').nth(3).unwrap();
    assert!(last.starts_with(host), "{last}: {host}");
    assert_eq!(running.iter().filter(|line| line.contains("mac-1")).count(), 2, "{running:#?}");
    // The event, the citation and the argument say the same.
    let texts: Vec<&str> = redacted.boots[0].events.iter().map(|event| &*event.text).collect();
    for line in &running[running.len() - PLANTED.len()..] {
        assert!(texts.contains(line), "{line}");
    }
    let again = redact(&redacted).0;
    for (once, twice) in redacted.boots[0].running.iter().zip(&again.boots[0].running) {
        assert_eq!(once.what, twice.what);
    }
}

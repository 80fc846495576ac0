//! `glances --export csv`: hundreds of `group.field` columns, bytes, a local time and one with an offset.

use super::{Format, Read, delimited};

pub(super) const FORMAT: Format = Format {
    name: "glances CSV",
    sniff: |head| {
        let has = |wanted: &str| head.names().iter().any(|name| name == wanted);
        has("timestamp") && (has("now.iso") || has("mem.available") && has("load.min1"))
    },
    read: Read::Table(delimited::dialect),
    sample: (
        "timestamp,now.iso,load.min1,mem.total,mem.available,mem.percent,mem.used,mem.free,memswap.total,memswap.used,\
         uptime.seconds\n\
         2026-07-18 14:12:01,2026-07-18T14:12:01+09:00,6.0,130591752192,63421022208,51.4,67170729984,31710511104,\
         17179865088,0,18000\n\
         2026-07-18 14:12:04,2026-07-18T14:12:04+09:00,6.4,130591752192,61794680832,52.7,68797071360,30897340416,\
         17179865088,0,18003\n",
        2,
    ),
};

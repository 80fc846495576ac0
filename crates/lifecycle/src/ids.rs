//! The `MESSAGE_ID`s of systemd's programs that tell of starts and ends (systemd `sd-messages.h`).
//!
//! The ids are the same in all versions and languages; the texts beside them are not. They lack where the
//! line reached the journal through the kernel's buffer: PID 1's before journald runs and in a soft reboot.

use model::Id128;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident = $value:literal;)*) => {
        $($(#[$doc])* pub(crate) const $name: Id128 = Id128::of($value);)*
    };
}

ids! {
    SHUTDOWN = 0x9826_8866_d1d5_4a49_9c4e_9892_1d93_bc40;
    FACTORY_RESET = 0xc14a_af76_ec28_4a5f_a1f1_05f8_8dfb_061c;
    SHUTDOWN_SCHEDULED = 0x9e70_6627_9dc8_403d_a79c_e4b1_a690_64b2;
    SHUTDOWN_CANCELED = 0x249f_6fb9_e6e2_428c_96f3_f087_5681_ffa3;
    POWER_KEY = 0xb72e_a4a2_8815_45a0_b50e_200e_55b9_b071;
    POWER_KEY_LONG_PRESS = 0x3e01_1710_1eb2_43c1_b9a5_0db3_494a_b10b;
    REBOOT_KEY = 0x9fa9_d2c0_1213_4ec3_8545_1ffe_316f_97d0;
    REBOOT_KEY_LONG_PRESS = 0xf1c5_9a58_c9d9_4366_8965_c337_caec_5975;
    JOURNAL_START = 0xf773_79a8_490b_408b_be5f_6940_505a_777b;
    JOURNAL_STOP = 0xd93f_b3c9_c24d_451a_97ce_a615_ce59_c00b;
    JOURNAL_USAGE = 0xec38_7f57_7b84_4b8f_a948_f33c_ad9a_75e6;
    JOURNAL_DROPPED = 0xa596_d6fe_7bfa_4994_828e_7230_9e95_d61e;
    JOURNAL_MISSED = 0xe9bf_28e6_e834_481b_b6f4_8f54_8ad1_3606;
    STARTUP_FINISHED = 0xb07a_249c_d024_414a_82dd_00cd_1813_78ff;
    SLEEP_START = 0x6bbd_95ee_9779_41e4_97c4_8be2_7c25_4128;
    SLEEP_STOP = 0x8811_e6df_2a8e_40f5_8a94_cea2_6f8e_bf14;
    TIME_CHANGE = 0xc7a7_8707_9b35_4eaa_a9e7_7b37_1893_cd27;
    TIME_SYNC = 0x7c8a_41f3_7b76_4941_a0e1_780b_1be2_f037;
    TIME_BUMP = 0x7db7_3c8a_f0d9_4eeb_822a_e043_23fe_6ab6;
    CRASH_FREEZE = 0x645c_7355_3763_4ae0_a32b_15a7_c6cb_a7d4;
    /// PID 1 itself got a fatal signal.
    CRASH_SYSTEMD_SIGNAL = 0x83f8_4b35_ee26_4f74_a389_6a97_17af_34cb;
    /// PID 1 was sent a fatal signal by a process.
    CRASH_PROCESS_SIGNAL = 0x3a73_a98b_af5b_4b19_9929_e322_6c0b_e783;
    CRASH_COREDUMP_PID = 0x4ac7_566d_4d75_48f4_981f_629a_28f0_f829;
    UNIT_STARTING = 0x7d49_58e8_42da_4a75_8f6c_1cdc_7b36_dcc5;
    UNIT_STARTED = 0x39f5_3479_d3a0_45ac_8e11_7862_4823_1fbf;
    /// A start job failed.
    UNIT_FAILED = 0xbe02_cf68_55d2_428b_a40d_f7e9_d022_f03d;
    /// `Failed with result '...'.`
    UNIT_FAILURE_RESULT = 0xd9b3_73ed_55a6_4feb_8242_e02d_be79_a49c;
    UNIT_STOPPING = 0xde5b_426a_63be_47a7_b6ac_3eaa_c82e_2f6f;
    UNIT_STOPPED = 0x9d1a_aa27_d601_40bd_9636_5438_aad2_0286;
    /// `Deactivated successfully.`, before v246 `Succeeded.`
    UNIT_SUCCESS = 0x7ad2_d189_f7e9_4e70_a38c_7813_5491_2448;
    UNIT_OUT_OF_MEMORY = 0xfe6f_aa94_e777_4663_a0da_5271_7891_d8ef;
    UNIT_OOMD_KILL = 0xd989_611b_15e4_4c9d_bf31_e3c8_1256_e4ed;
    SESSION_START = 0x8d45_620c_1a43_48db_b174_10da_57c6_0c66;
    SESSION_STOP = 0x3354_9394_24b4_456d_9802_ca83_33ed_424a;
}

/// The `MESSAGE_ID`s that are rare enough to be selected from a journal's index over all boots.
pub const INDEXED_IDS: &[Id128] = &[
    SHUTDOWN,
    FACTORY_RESET,
    SHUTDOWN_SCHEDULED,
    SHUTDOWN_CANCELED,
    POWER_KEY,
    POWER_KEY_LONG_PRESS,
    REBOOT_KEY,
    REBOOT_KEY_LONG_PRESS,
    JOURNAL_START,
    JOURNAL_STOP,
    JOURNAL_USAGE,
    JOURNAL_DROPPED,
    JOURNAL_MISSED,
    STARTUP_FINISHED,
    SLEEP_START,
    SLEEP_STOP,
    TIME_CHANGE,
    TIME_SYNC,
    TIME_BUMP,
    CRASH_FREEZE,
    CRASH_SYSTEMD_SIGNAL,
    CRASH_PROCESS_SIGNAL,
    CRASH_COREDUMP_PID,
    UNIT_STARTED,
    UNIT_FAILED,
    UNIT_FAILURE_RESULT,
    UNIT_OUT_OF_MEMORY,
    UNIT_OOMD_KILL,
];

/// The `MESSAGE_ID`s that a host logs by the hundred thousand: read in a boot's tail, or from a stream that
/// is read whole in any case.
pub const BULK_IDS: &[Id128] =
    &[UNIT_STARTING, UNIT_STOPPING, UNIT_STOPPED, UNIT_SUCCESS, SESSION_START, SESSION_STOP];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_id_is_listed_twice() {
        let mut all: Vec<_> = INDEXED_IDS.iter().chain(BULK_IDS).collect();
        let listed = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), listed);
    }

    #[test]
    fn every_id_of_a_signal_is_listed() {
        for signal in crate::SIGNALS {
            for id in signal.message_ids {
                assert!(INDEXED_IDS.contains(id) || BULK_IDS.contains(id), "{}: {id}", signal.name);
            }
        }
    }
}

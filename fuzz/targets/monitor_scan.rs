#![no_main]

#[path = "../src/monitor_scan.rs"]
mod body;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| body::monitor_scan(bytes));

//! What a column is about, from its name: the alias dictionary.
//!
//! Collected from the headers of nvidia-smi, DCGM, sysstat, node-exporter and some twenty public
//! home-made monitors. A row is one regular expression over the name's stem (normalised, without unit
//! and GPU number) and must match all of it: a column that is not known is reported as such, one that
//! is taken for another misleads.

use std::sync::LazyLock;

use model::Metric;
use regex::RegexSet;

use crate::name::Name;
use crate::unit::Unit;

/// What a column is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// When the row was taken, or the date or time of it.
    Time,
    /// Which GPU the row is about; the smallest rank is preferred.
    Gpu(u8),
    /// A measured quantity.
    Metric(Metric),
    /// One throttle reason as `Active` or `Not Active`: the bit.
    Reason(u16),
    /// Memory in cells like `7607/7620MB`: used of all.
    Memory,
    /// Swap in such cells.
    Swap,
    /// A part of available memory where that is not recorded itself.
    Reclaimable,
    /// The share of time in which no core had work.
    Idle,
    /// How many blocks of this many KiB or more are free.
    Blocks(u32),
    /// Known, and not used for this reason.
    Ignored(&'static str),
    /// Not known.
    Unknown,
}

/// Names that look like a metric and are not. Searched for in the whole normalised name.
const NOT: &[(&str, &str)] = &[
    (r"^(peak|max|min|avg)_\d+m_", "an extreme over a window, not a sample"),
    (r"power_?limit|power_(max|min|default|management)|^(gpu_)?(pwr|power)_?cap", "a limit, not a reading"),
    (r"tlimit|margin|shutdown|slowdown_temp|threshold|_max_(op|limit)|_limit(_|$)", "a limit, not a reading"),
    (r"(^|_)(rss|vsz|hwm|cg|cgroup|shm|pss)(_|$)", "one process or group, not the host"),
    (
        r"^(worker|service|container|engine|process|proc|app|lumen)_.*(uptime|mem)",
        "one service, not the host",
    ),
    (r"^(mem|memory|swap)(_avail)?_(rate|delta|slope)|^swap_(in|out)(_|$)", "a rate, not an amount"),
    (
        r"memory_controller|utilization_memory|(^|_)mem(ory)?_(util|copy_util|busy)|mem_copy",
        "load of the memory bus",
    ),
    (
        r"mem(ory)?_?(clock|clk)|clocks?_(max|mem|memory|video|vid|current_(mem|memory|video)|applications)|mclk|vid(eo)?_clock|max_clock",
        "not the clock of the cores",
    ),
    (r"temperature_memory|(mem(ory)?|vram|hbm|junction)_?temp|mtemp", "the GPU memory's temperature"),
    (r"^nvme|^ssd|^hdd|^disk|^drive|temp_(nvme|ssd|disk)|(nvme|ssd|disk|drive)\d*_temp", "a drive"),
    (r"^fan\d*_(rpm|power|tach)|_rpm$", "not a share of the fan's full speed"),
    (r"^psi_(cpu|io)|^%[sf](cpu|io)_", "pressure on CPU or disk"),
    (r"counters_(sw_power|sync|hw_power)|(power_cap|sync_boost|power_brake)_us$", "a power limit's counter"),
    (r"^%?cpu_?\d+(_|$)", "one core"),
    (r"^pviol", "a share of time under a power limit"),
    (
        r"^((gpu_?)(memory|mem)|memory|vram|fb)_(total|free|reserved)$|^dcgm_fi_dev_fb_(free|total)|^gpu_mem(ory)?_total",
        "GPU memory that is not in use",
    ),
];

const ROLES: &[(&str, Role)] = &[
    (
        r"timestamp|time|ts|date|datetime|epoch|utc|when|zeit|datum|uhrzeit|zeitpunkt|日時|時刻|t|now|now_iso|time_of_day|local_?time|timestamp_(utc|epoch|local|ms|us|ns)|unix.*|epoch_(s|ms)|(date|time)_?utc|utc_?(time|date)|observed_at.*|sampled_at|recorded_at",
        Role::Time,
    ),
    (r"(gpu_?)?(index|idx|id|num)", Role::Gpu(0)),
    (r"(gpu_)?uuid", Role::Gpu(1)),
    (r"(gpu_)?(pci_)?(bus_?id|bdf)|pci_bus", Role::Gpu(2)),
    (r"ram|mem|memory", Role::Memory),
    (r"swap|swp", Role::Swap),
    // Memory.
    (
        r"((sys|system|host|os|node|total)_)?mem(ory)?_?avail(able)?|kbavail|avai|available(_mem|_ram|_memory)?|ram_?(avail(able)?|frei|free_real)|node_memory_memavailable",
        Role::Metric(Metric::MemAvailable),
    ),
    (
        r"((sys|system|host|os|node)_)?mem(ory)?_?free|kbmemfree|free|ram_free|node_memory_memfree",
        Role::Metric(Metric::MemFree),
    ),
    (
        r"mem_?used|(sys|system|host|os|node)_mem(ory)?_?used|kbmemused|used|ram_used|ram_belegt",
        Role::Metric(Metric::MemUsed),
    ),
    (
        r"((sys|system|host|os|node)_)?mem(ory)?_?total|ram_total|ram_gesamt|node_memory_memtotal",
        Role::Metric(Metric::MemTotal),
    ),
    (
        r"kbbuffers|kbcached|buffers|cached|(mem_)?buff(ers)?|(mem_)?cache(d)?|node_memory_(buffers|cached)",
        Role::Reclaimable,
    ),
    (r"(mem)?swap_?used|kbswpused|swpused|swpd|swap_belegt", Role::Metric(Metric::SwapUsed)),
    (r"(mem)?swap_?free|kbswpfree|node_memory_swapfree", Role::Metric(Metric::SwapFree)),
    (r"(mem)?swap_?total|swap_gesamt|node_memory_swaptotal", Role::Metric(Metric::SwapTotal)),
    // Heat. TGPU is a zone where the GPU's own sensor is recorded too; `columns` sees to that.
    (
        r"temperature_gpu(_.*)?|(max_)?gpu_?(core_)?temp(erature)?|temp(erature)?_gpu|gtemp|tgpu|.*gpu.*_temp(erature)?|gpu_thermal|dcgm_fi_dev_gpu_temp|nv_gpu_temp(erature)?|nvidia_smi_temperature_gpu",
        Role::Metric(Metric::GpuTemp),
    ),
    (
        r"tsoc|ts\d[a-z]|tunc|tz_?\d+|thermal_?zone_?\d+(_temp)?|zone_?\d+|acpitz(_?\d+)?|tj|pkgtmp|coretmp|tctl|tdie|cpu_(tctl|tdie|package)|(k10temp|coretemp)(_.*)?|temp(erature)?(_.+)?|.+_temp(erature)?\d*|node_hwmon_temp|node_thermal_zone_temp",
        Role::Metric(Metric::SocTemp),
    ),
    // Power and load.
    (
        r"power_draw(_.*)?|(gpu_?)?(pwr|power|watts?)(_(draw|usage|main|gpu|cpu|total))?|pwr_(main|gpu|cpu)|(cpu|pkg|package|sys|system|total|box|psu|soc|wall)_?(pwr|power|watts?)|pkgwatt|vdd_in|vin_sys_5v0|leistung|nv_gpu_power|dcgm_fi_dev_power_usage",
        Role::Metric(Metric::Power),
    ),
    (
        r"utilization_gpu|gpu_?util(i[sz]ation)?|sm|gr3d(_freq)?|gpu_?(busy|load|usage|proc)|dcgm_fi_dev_gpu_util|nv_gpu_util(ization)?|gpu_utilization_gpu",
        Role::Metric(Metric::GpuUtil),
    ),
    (r"(cpu_?)?idle", Role::Idle),
    (
        r"lfb|(mem_?)?(largest|biggest|max)_?free(_?block)?(_size)?|(largest|biggest|max)_(contiguous|block)(_free)?",
        Role::Metric(Metric::LargestFreeBlock),
    ),
    (r"cpu_?(util(i[sz]ation)?|busy|usage|used|avg|load|total)?|util_avg", Role::Metric(Metric::CpuUtil)),
    (
        r"memory_used|vram(_used)?|gpu_mem(ory)?(_used)?|fb(_used)?|gpu_used|dcgm_fi_dev_fb_used",
        Role::Metric(Metric::GpuMemUsed),
    ),
    (
        r"clock|clocks(_current)?_(sm|gr|graphics)|gpu_(sm|clock|clk|freq)(_sm)?|pclk|(sm|graphics|gr)_cl(oc)?k|dcgm_fi_dev_sm_clock",
        Role::Metric(Metric::Clock),
    ),
    // Why the clock is low: NVML's bits.
    (
        r"clocks?_(event|throttle)_reasons(_active)?|clock_events?|throttle(_reasons?|_mask|_bits)?|dcgm_fi_dev_clock_throttle_reasons",
        Role::Metric(Metric::Throttle),
    ),
    (r"(clocks?_(event|throttle)_reasons_)?gpu_idle", Role::Reason(0x1)),
    (r"clocks?_(event|throttle)_reasons_applications_clocks_setting", Role::Reason(0x2)),
    (r"(clocks?_(event|throttle)_reasons_)?sw_power_cap", Role::Reason(0x4)),
    (r"(clocks?_(event|throttle)_reasons_)?hw_slowdown", Role::Reason(0x8)),
    (r"clocks?_(event|throttle)_reasons_sync_boost", Role::Reason(0x10)),
    // dmon's flag does not say whether software or hardware lowers the clock.
    (r"tviol", Role::Reason(0x20)),
    (r"(clocks?_(event|throttle)_reasons_)?sw_thermal_slowdown", Role::Reason(0x20)),
    (r"(clocks?_(event|throttle)_reasons_)?hw_thermal_slowdown", Role::Reason(0x40)),
    (r"(clocks?_(event|throttle)_reasons_)?hw_power_brake(_slowdown)?", Role::Reason(0x80)),
    (
        r"clocks?_(event|throttle)_reasons_counters_(sw|hw)_thermal_slowdown|(sw|hw)_thermal|thermal_slowdown|dcgm_fi_dev_thermal_violation",
        Role::Metric(Metric::ThermalSlowdown),
    ),
    // The rest.
    (
        r"psi_?(mem(ory)?_)?some(_?avg10)?|psi_mem(ory)?_?avg10|mem(ory)?_psi_some(_avg10)?|mem(ory)?_some(_avg10)?|smem_10",
        Role::Metric(Metric::PsiSome),
    ),
    (
        r"psi_?(mem(ory)?_)?full(_?avg10)?|mem(ory)?_psi_full(_avg10)?|mem(ory)?_full(_avg10)?|fmem_10",
        Role::Metric(Metric::PsiFull),
    ),
    (r"load|load_?1m?|load_?avg?(_?1m?)?|ldavg_1|load_min_?1|1m|node_load1", Role::Metric(Metric::Load1)),
    (r"(host_|system_|sys_)?uptime", Role::Metric(Metric::Uptime)),
    (r"fan\d*(_speed)?|fan_(pwm|duty)|gpu_fan(_speed)?", Role::Metric(Metric::Fan)),
    (
        r"v_?(12|5|3_?3|33|core|bat|in|ddr?|dd|soc)|vcore|vbat|(12|5|3_3|3v3)_?v?|in\d+|(12|5)v",
        Role::Metric(Metric::Voltage),
    ),
];

// All patterns at once: a hostile header has thousands of names.
static COMPILED_NOT: LazyLock<RegexSet> = LazyLock::new(|| set(NOT.iter().map(|(not, _)| (*not).to_owned())));
static COMPILED: LazyLock<RegexSet> =
    LazyLock::new(|| set(ROLES.iter().map(|(pattern, _)| format!("^(?:{pattern})$"))));

fn set(patterns: impl Iterator<Item = String>) -> RegexSet {
    RegexSet::new(patterns).expect("constant")
}

/// The first row of a table whose pattern matches.
fn first<T: Copy>(table: &[(&str, T)], compiled: &RegexSet, text: &str) -> Option<T> {
    let row = compiled.matches(text).iter().next()?;
    table.get(row).map(|(_, found)| *found)
}

/// The columns' roles, seen together.
pub(crate) fn roles(names: &[Name], alone: &[Role]) -> Vec<Role> {
    let mut roles: Vec<Role> = alone.to_vec();
    let has = |wanted: &dyn Fn(usize) -> bool| (0..alone.len()).any(wanted);
    let gpu_temp = has(&|i| alone[i] == Role::Metric(Metric::GpuTemp) && names[i].stem != "tgpu");
    let of_nvidia = has(&|i| {
        names[i].shown.contains('.')
            || matches!(names[i].stem.as_str(), "temperature_gpu" | "utilization_gpu" | "power_draw")
    });
    for (role, name) in roles.iter_mut().zip(names) {
        match name.stem.as_str() {
            // Beside the GPU's own sensor TGPU is one of the ACPI zones.
            "tgpu" if gpu_temp => *role = Role::Metric(Metric::SocTemp),
            // nvidia-smi's word for the GPU's memory, everybody else's for the host's.
            "memory_used" if !of_nvidia && *role == Role::Metric(Metric::GpuMemUsed) => {
                *role = Role::Metric(Metric::MemUsed);
            }
            _ => {}
        }
    }
    roles
}

/// What the column is about.
pub(crate) fn role(name: &Name) -> Role {
    // No name in the dictionary is longer; a hostile one costs nothing.
    if name.norm.is_empty() || name.norm.len() > 200 {
        return Role::Unknown;
    }
    let not = |text: &str| first(NOT, &COMPILED_NOT, text);
    if let Some(why) = not(&name.norm).or_else(|| not(&name.stem)) {
        return Role::Ignored(why);
    }
    if let Some(role) = bare_device(name) {
        return role;
    }
    if let Some(kib) = blocks(&name.norm) {
        return Role::Blocks(kib);
    }
    // A stem first, then the whole name: in `epoch_s` the unit belongs to the name.
    let found = |text: &str| first(ROLES, &COMPILED, text);
    let role = found(&name.stem).or_else(|| found(&name.norm)).unwrap_or_else(|| by_unit(name));
    fit(role, name.unit)
}

/// `free_blocks_ge_4mib`, `free_blocks_4mib`: the size of the blocks that are counted, KiB.
fn blocks(norm: &str) -> Option<u32> {
    let size = norm.strip_prefix("free_blocks_")?;
    let size = size.strip_prefix("ge_").unwrap_or(size);
    let end = size.find(|c: char| !c.is_ascii_digit())?;
    let scale = match size[end..].trim_start_matches('_') {
        "k" | "kb" | "kib" => 1,
        "m" | "mb" | "mib" => 1024,
        _ => return None,
    };
    size[..end].parse::<u32>().ok()?.checked_mul(scale)
}

/// `gpu0_w`, `cpu_c`, `gpu`: only the unit says what is measured.
fn bare_device(name: &Name) -> Option<Role> {
    let is_gpu = match name.stem.as_str() {
        "gpu" => true,
        "cpu" | "soc" => false,
        _ => return None,
    };
    Some(Role::Metric(match name.unit {
        None | Some(Unit::Percent) if is_gpu => Metric::GpuUtil,
        None | Some(Unit::Percent) => Metric::CpuUtil,
        Some(Unit::Watt | Unit::MilliWatt | Unit::MicroWatt) => Metric::Power,
        Some(Unit::Celsius | Unit::MilliCelsius) if is_gpu => Metric::GpuTemp,
        Some(Unit::Celsius | Unit::MilliCelsius) => Metric::SocTemp,
        Some(Unit::Hertz | Unit::KiloHertz | Unit::MegaHertz | Unit::GigaHertz) if is_gpu => Metric::Clock,
        Some(Unit::Bytes | Unit::KiB | Unit::MiB | Unit::GiB) if is_gpu => Metric::GpuMemUsed,
        Some(_) => return None,
    }))
}

/// A sensor of unknown name with a telling unit.
fn by_unit(name: &Name) -> Role {
    match name.unit {
        Some(Unit::Celsius | Unit::MilliCelsius) => Role::Metric(Metric::SocTemp),
        Some(Unit::Watt | Unit::MilliWatt | Unit::MicroWatt) => Role::Metric(Metric::Power),
        Some(Unit::Volt | Unit::MilliVolt) => Role::Metric(Metric::Voltage),
        _ => Role::Unknown,
    }
}

/// The role, given the unit in the name.
fn fit(role: Role, unit: Option<Unit>) -> Role {
    match (role, unit) {
        (Role::Metric(Metric::SwapUsed) | Role::Swap, Some(Unit::Percent)) => {
            Role::Metric(Metric::SwapUsedPct)
        }
        (Role::Metric(Metric::SwapFree), Some(Unit::Percent)) => Role::Ignored("a share; the amount decides"),
        (Role::Memory, Some(_)) => Role::Ignored("used or available? the name does not say"),
        (Role::Swap, Some(_)) => Role::Ignored("used or free? the name does not say"),
        (Role::Reclaimable, Some(unit)) if unit.scale(Metric::MemAvailable).is_none() => {
            Role::Ignored("its unit does not fit")
        }
        (Role::Metric(metric), Some(unit)) if unit.scale(metric).is_none() => match (metric.unit(), unit) {
            ("MiB", Unit::Percent) => Role::Ignored("a share; the amount decides"),
            // Bits, loads and date parts have no unit: what looks like one is part of the name.
            ("", _) => role,
            _ => Role::Ignored("its unit does not fit"),
        },
        _ => role,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str) -> Role {
        role(&Name::new(name))
    }

    #[test]
    fn names_have_roles() {
        use Metric::*;
        let rows: &[(Role, &[&str])] = &[
            (
                Role::Time,
                &[
                    "timestamp",
                    "ts",
                    "Time",
                    "epoch",
                    "utc",
                    "# time",
                    "日時",
                    "timestamp_epoch",
                    "unix_ts",
                    "t",
                ],
            ),
            (Role::Gpu(0), &["index", "gpu_index"]),
            (Role::Gpu(1), &["uuid"]),
            (Role::Gpu(2), &["pci.bus_id"]),
            (Role::Memory, &["RAM"]),
            (Role::Swap, &["SWAP"]),
            (
                Role::Metric(MemAvailable),
                &[
                    "mem_avail",
                    "mem_available_kb",
                    "MemAvailable_GiB",
                    "kbavail",
                    "Mem_Available_MB",
                    "avai",
                    "node_memory_MemAvailable_bytes",
                    "mem_avail_mib",
                    "mem_avail_gib",
                    "mem.available",
                ],
            ),
            (Role::Metric(MemFree), &["kbmemfree", "MemFree_GiB", "mem_free_gib"]),
            (Role::Metric(MemUsed), &["kbmemused", "ram_used_MiB", "mem_used_kb"]),
            (Role::Metric(MemTotal), &["ram_total_MiB", "mem_total_kb"]),
            (Role::Metric(SwapUsed), &["swap_used_gb", "kbswpused", "memswap.used", "swpd"]),
            (Role::Metric(SwapFree), &["swap_free_kb", "kbswpfree", "swap_free_mb"]),
            (Role::Metric(SwapTotal), &["swap_total_mb"]),
            (Role::Metric(SwapUsedPct), &["%swpused", "swap_used_pct", "swap_percent"]),
            (
                Role::Metric(GpuTemp),
                &[
                    "temperature.gpu",
                    "gpu_temp",
                    "gpu_temp_c",
                    "GPU_Temp",
                    "gpu0_temp_c",
                    "DCGM_FI_DEV_GPU_TEMP",
                    "TGPU",
                    "max_gpu_temp_c",
                    "gpu.nvidia0.temperature",
                    "gpu_c",
                ],
            ),
            (
                Role::Metric(SocTemp),
                &[
                    "TSOC",
                    "TS0E",
                    "TS1P",
                    "TUNC",
                    "tz0",
                    "thermal_zone6_c",
                    "cpu_temp_c",
                    "cpu_tctl_c",
                    "inlet_temp_c",
                    "soc_temp",
                    "Temp tj",
                    "temp_c",
                    "Temp:Acpitz,0",
                    "CPU_Temp",
                ],
            ),
            (
                Role::Metric(Power),
                &[
                    "power.draw",
                    "power.draw [W]",
                    "power_w",
                    "gpu_pwr",
                    "gpu0_w",
                    "gpu0_power_mw",
                    "power_W",
                    "gpu_power_w",
                    "pwr main",
                ],
            ),
            (
                Role::Metric(GpuUtil),
                &[
                    "utilization.gpu [%]",
                    "gpu_util_pct",
                    "gpu_util",
                    "GPU",
                    "gpu_util_percent",
                    "gpu load",
                    "gpu_util_%",
                ],
            ),
            (
                Role::Metric(CpuUtil),
                &["%cpu_busy", "cpu_busy_percent", "cpu_pct", "cpu_percent", "cpu_avg_pct"],
            ),
            (Role::Metric(GpuMemUsed), &["memory.used [MiB]", "vram_used_MiB", "gpu_mem", "gpu_used_mib"]),
            (
                Role::Metric(Clock),
                &["clocks.sm", "clocks.current.sm [MHz]", "gpu_clock_mhz", "sm_clock", "gpu_sm"],
            ),
            (
                Role::Metric(Throttle),
                &["clocks_event_reasons_active", "clock_events", "clocks_throttle_reasons.active"],
            ),
            (Role::Reason(0x20), &["clocks_event_reasons.sw_thermal_slowdown"]),
            (Role::Reason(0x40), &["clocks_throttle_reasons.hw_thermal_slowdown"]),
            (Role::Reason(0x4), &["clocks_event_reasons.sw_power_cap"]),
            (
                Role::Metric(ThermalSlowdown),
                &["sw_thermal_us", "hw_thermal_us", "clocks_event_reasons_counters.sw_thermal_slowdown [us]"],
            ),
            (Role::Metric(PsiSome), &["psi_some_avg10", "psi_mem_avg10", "%smem-10"]),
            (Role::Metric(PsiFull), &["psi_full_avg10", "%fmem-10"]),
            (Role::Metric(Load1), &["load1", "ldavg-1", "load.min1", "Load_Avg_1m"]),
            (Role::Metric(Uptime), &["uptime", "uptime_s", "uptime_seconds", "host_uptime"]),
            (Role::Metric(Fan), &["fan.speed", "fan.speed [%]"]),
            (Role::Metric(Voltage), &["v12", "in5_mv", "vcore_v"]),
            (
                Role::Unknown,
                &["", "elapsed_s", "hostname", "name", "pstate", "restarts", "kbcommit", "Frequency:Avg"],
            ),
        ];
        for (role, names) in rows {
            for name in *names {
                assert_eq!(of(name), *role, "{name}");
            }
        }
    }

    #[test]
    fn canonical_names_mean_themselves() {
        for metric in Metric::ALL {
            assert_eq!(of(metric.name()), Role::Metric(metric), "{}", metric.name());
        }
    }

    #[test]
    fn lookalikes_are_left_out() {
        for name in [
            "peak_30m_gpu_temp_c",
            "power.limit [W]",
            "power_limit_W",
            "worker_rss_mb",
            "lumen_uptime_s",
            "mem_rate",
            "shm_available_bytes",
            "gpu_mem_clock",
            "utilization.memory [%]",
            "temperature.gpu.tlimit",
            "margin_to_limit",
            "memory.total [MiB]",
            "vram_total_MiB",
            "fan_rpm",
            "fan_power_uw",
            "nvme_temp_c",
            "psi_cpu_avg10",
            "psi_io_avg10",
            "gpu_vid_clock_mhz",
            "clocks.mem [MHz]",
            "temperature.memory",
            "mem_available_pct",
            "%memused",
            "mem_percent",
            "cpu0_pct",
            "Temp:Nvme,0",
            "swap_out_rate",
            "power_pct",
        ] {
            assert!(matches!(of(name), Role::Ignored(_)), "{name}: {:?}", of(name));
        }
    }
}

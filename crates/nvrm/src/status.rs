//! The driver's status codes and what kind of trouble each tells of.
//!
//! Source: `nvstatuscodes.h` of the open kernel modules, merged over the tags 535.288 to 595.45. The table
//! only grows, but numbers from 0x7C on differ between branches (0x8B is `NV_ERR_DMA_XFER_FAILED` in 580 and
//! `NV_ERR_OPERATION_ABORTED` in 595), so there the printed name alone decides. No code means heat.

use model::event::nvrm::StatusClass;
use model::event::nvrm::StatusClass::{
    Bus, Firmware, Generic, Memory, MemoryFault, Power, Resource, Timeout,
};

/// From this number on the same number has other names in other branches.
const FIRST_UNSTABLE: u32 = 0x7C;

/// The class of a status, by its printed name if the table has that, else by its number where numbers are
/// stable. `Generic` for everything unknown.
pub(crate) fn class_of(code: u32, name: Option<&str>) -> StatusClass {
    let by_name = || name.and_then(|name| CODES.iter().find(|(_, known, _)| *known == name));
    let by_number = || {
        let stable = code < FIRST_UNSTABLE;
        stable.then(|| CODES.iter().find(|(known, _, _)| *known == code)).flatten()
    };
    by_name().or_else(by_number).map_or(Generic, |&(_, _, class)| class)
}

/// Number, name, class. `Generic` is the fallback, not a finding: follow-ups, wrong arguments, warnings.
const CODES: &[(u32, &str, StatusClass)] = &[
    (0x00, "NV_OK", Generic),
    (0x01, "NV_ERR_BROKEN_FB", MemoryFault),
    (0x02, "NV_ERR_BUFFER_TOO_SMALL", Generic),
    (0x03, "NV_ERR_BUSY_RETRY", Generic),
    (0x04, "NV_ERR_CALLBACK_NOT_SCHEDULED", Generic),
    (0x05, "NV_ERR_CARD_NOT_PRESENT", Bus),
    (0x06, "NV_ERR_CYCLE_DETECTED", Generic),
    (0x07, "NV_ERR_DMA_IN_USE", Generic),
    (0x08, "NV_ERR_DMA_MEM_NOT_LOCKED", Generic),
    (0x09, "NV_ERR_DMA_MEM_NOT_UNLOCKED", Generic),
    (0x0A, "NV_ERR_DUAL_LINK_INUSE", Generic),
    (0x0B, "NV_ERR_ECC_ERROR", MemoryFault),
    (0x0C, "NV_ERR_FIFO_BAD_ACCESS", Generic),
    (0x0D, "NV_ERR_FREQ_NOT_SUPPORTED", Generic),
    (0x0E, "NV_ERR_GPU_DMA_NOT_INITIALIZED", Generic),
    (0x0F, "NV_ERR_GPU_IS_LOST", Bus),
    (0x10, "NV_ERR_GPU_IN_FULLCHIP_RESET", Bus),
    (0x11, "NV_ERR_GPU_NOT_FULL_POWER", Power),
    (0x12, "NV_ERR_GPU_UUID_NOT_FOUND", Generic),
    (0x13, "NV_ERR_HOT_SWITCH", Generic),
    (0x14, "NV_ERR_I2C_ERROR", Generic),
    (0x15, "NV_ERR_I2C_SPEED_TOO_HIGH", Generic),
    (0x16, "NV_ERR_ILLEGAL_ACTION", Generic),
    (0x17, "NV_ERR_IN_USE", Generic),
    (0x18, "NV_ERR_INFLATE_COMPRESSED_DATA_FAILED", Generic),
    (0x19, "NV_ERR_INSERT_DUPLICATE_NAME", Generic),
    (0x1A, "NV_ERR_INSUFFICIENT_RESOURCES", Resource),
    (0x1B, "NV_ERR_INSUFFICIENT_PERMISSIONS", Generic),
    (0x1C, "NV_ERR_INSUFFICIENT_POWER", Power),
    (0x1D, "NV_ERR_INVALID_ACCESS_TYPE", Generic),
    (0x1E, "NV_ERR_INVALID_ADDRESS", Generic),
    (0x1F, "NV_ERR_INVALID_ARGUMENT", Generic),
    (0x20, "NV_ERR_INVALID_BASE", Generic),
    (0x21, "NV_ERR_INVALID_CHANNEL", Generic),
    (0x22, "NV_ERR_INVALID_CLASS", Generic),
    (0x23, "NV_ERR_INVALID_CLIENT", Generic),
    (0x24, "NV_ERR_INVALID_COMMAND", Generic),
    (0x25, "NV_ERR_INVALID_DATA", Generic),
    (0x26, "NV_ERR_INVALID_DEVICE", Generic),
    (0x27, "NV_ERR_INVALID_DMA_SPECIFIER", Generic),
    (0x28, "NV_ERR_INVALID_EVENT", Generic),
    (0x29, "NV_ERR_INVALID_FLAGS", Generic),
    (0x2A, "NV_ERR_INVALID_FUNCTION", Generic),
    (0x2B, "NV_ERR_INVALID_HEAP", Generic),
    (0x2C, "NV_ERR_INVALID_INDEX", Generic),
    (0x2D, "NV_ERR_INVALID_IRQ_LEVEL", Generic),
    (0x2E, "NV_ERR_INVALID_LIMIT", Generic),
    (0x2F, "NV_ERR_INVALID_LOCK_STATE", Generic),
    (0x30, "NV_ERR_INVALID_METHOD", Generic),
    (0x31, "NV_ERR_INVALID_OBJECT", Generic),
    (0x32, "NV_ERR_INVALID_OBJECT_BUFFER", Generic),
    (0x33, "NV_ERR_INVALID_OBJECT_HANDLE", Generic),
    (0x34, "NV_ERR_INVALID_OBJECT_NEW", Generic),
    (0x35, "NV_ERR_INVALID_OBJECT_OLD", Generic),
    (0x36, "NV_ERR_INVALID_OBJECT_PARENT", Generic),
    (0x37, "NV_ERR_INVALID_OFFSET", Generic),
    (0x38, "NV_ERR_INVALID_OPERATION", Generic),
    (0x39, "NV_ERR_INVALID_OWNER", Generic),
    (0x3A, "NV_ERR_INVALID_PARAM_STRUCT", Generic),
    (0x3B, "NV_ERR_INVALID_PARAMETER", Generic),
    (0x3C, "NV_ERR_INVALID_PATH", Generic),
    (0x3D, "NV_ERR_INVALID_POINTER", Generic),
    (0x3E, "NV_ERR_INVALID_REGISTRY_KEY", Generic),
    (0x3F, "NV_ERR_INVALID_REQUEST", Generic),
    (0x40, "NV_ERR_INVALID_STATE", Generic),
    (0x41, "NV_ERR_INVALID_STRING_LENGTH", Generic),
    (0x42, "NV_ERR_INVALID_READ", Generic),
    (0x43, "NV_ERR_INVALID_WRITE", Generic),
    (0x44, "NV_ERR_INVALID_XLATE", Generic),
    (0x45, "NV_ERR_IRQ_NOT_FIRING", Generic),
    (0x46, "NV_ERR_IRQ_EDGE_TRIGGERED", Generic),
    (0x47, "NV_ERR_MEMORY_TRAINING_FAILED", MemoryFault),
    (0x48, "NV_ERR_MISMATCHED_SLAVE", Generic),
    (0x49, "NV_ERR_MISMATCHED_TARGET", Generic),
    (0x4A, "NV_ERR_MISSING_TABLE_ENTRY", Generic),
    (0x4B, "NV_ERR_MODULE_LOAD_FAILED", Generic),
    (0x4C, "NV_ERR_MORE_DATA_AVAILABLE", Generic),
    (0x4D, "NV_ERR_MORE_PROCESSING_REQUIRED", Generic),
    (0x4E, "NV_ERR_MULTIPLE_MEMORY_TYPES", Generic),
    (0x4F, "NV_ERR_NO_FREE_FIFOS", Resource),
    (0x50, "NV_ERR_NO_INTR_PENDING", Generic),
    (0x51, "NV_ERR_NO_MEMORY", Memory),
    (0x52, "NV_ERR_NO_SUCH_DOMAIN", Generic),
    (0x53, "NV_ERR_NO_VALID_PATH", Generic),
    (0x54, "NV_ERR_NOT_COMPATIBLE", Generic),
    (0x55, "NV_ERR_NOT_READY", Generic),
    (0x56, "NV_ERR_NOT_SUPPORTED", Generic),
    (0x57, "NV_ERR_OBJECT_NOT_FOUND", Generic),
    (0x58, "NV_ERR_OBJECT_TYPE_MISMATCH", Generic),
    (0x59, "NV_ERR_OPERATING_SYSTEM", Generic),
    (0x5A, "NV_ERR_OTHER_DEVICE_FOUND", Generic),
    (0x5B, "NV_ERR_OUT_OF_RANGE", Generic),
    (0x5C, "NV_ERR_OVERLAPPING_UVM_COMMIT", Generic),
    (0x5D, "NV_ERR_PAGE_TABLE_NOT_AVAIL", Resource),
    (0x5E, "NV_ERR_PID_NOT_FOUND", Generic),
    (0x5F, "NV_ERR_PROTECTION_FAULT", Generic),
    (0x60, "NV_ERR_RC_ERROR", Generic),
    (0x61, "NV_ERR_REJECTED_VBIOS", Generic),
    (0x62, "NV_ERR_RESET_REQUIRED", Bus),
    (0x63, "NV_ERR_STATE_IN_USE", Generic),
    (0x64, "NV_ERR_SIGNAL_PENDING", Generic),
    (0x65, "NV_ERR_TIMEOUT", Timeout),
    (0x66, "NV_ERR_TIMEOUT_RETRY", Timeout),
    (0x67, "NV_ERR_TOO_MANY_PRIMARIES", Generic),
    (0x68, "NV_ERR_UVM_ADDRESS_IN_USE", Generic),
    (0x69, "NV_ERR_MAX_SESSION_LIMIT_REACHED", Generic),
    (0x6A, "NV_ERR_LIB_RM_VERSION_MISMATCH", Generic),
    (0x6B, "NV_ERR_PRIV_SEC_VIOLATION", Generic),
    (0x6C, "NV_ERR_GPU_IN_DEBUG_MODE", Generic),
    (0x6D, "NV_ERR_FEATURE_NOT_ENABLED", Generic),
    (0x6E, "NV_ERR_RESOURCE_LOST", Generic),
    (0x6F, "NV_ERR_PMU_NOT_READY", Generic),
    (0x70, "NV_ERR_FLCN_ERROR", Firmware),
    (0x71, "NV_ERR_FATAL_ERROR", Bus),
    (0x72, "NV_ERR_MEMORY_ERROR", MemoryFault),
    (0x73, "NV_ERR_INVALID_LICENSE", Generic),
    (0x74, "NV_ERR_NVLINK_INIT_ERROR", Generic),
    (0x75, "NV_ERR_NVLINK_MINION_ERROR", Generic),
    (0x76, "NV_ERR_NVLINK_CLOCK_ERROR", Generic),
    (0x77, "NV_ERR_NVLINK_TRAINING_ERROR", Generic),
    (0x78, "NV_ERR_NVLINK_CONFIGURATION_ERROR", Generic),
    (0x79, "NV_ERR_RISCV_ERROR", Firmware),
    (0x7A, "NV_ERR_FABRIC_MANAGER_NOT_PRESENT", Generic),
    (0x7B, "NV_ERR_ALREADY_SIGNALLED", Generic),
    (0x7C, "NV_ERR_QUEUE_TASK_SLOT_NOT_AVAILABLE", Generic),
    (0x7D, "NV_ERR_KEY_ROTATION_IN_PROGRESS", Generic),
    (0x7E, "NV_ERR_TEST_ONLY_CODE_NOT_ENABLED", Generic),
    (0x7F, "NV_ERR_SECURE_BOOT_FAILED", Generic),
    (0x80, "NV_ERR_INSUFFICIENT_ZBC_ENTRY", Generic),
    (0x81, "NV_ERR_NVSWITCH_FABRIC_NOT_READY", Generic),
    (0x81, "NV_ERR_NVLINK_FABRIC_NOT_READY", Generic),
    (0x82, "NV_ERR_NVSWITCH_FABRIC_FAILURE", Generic),
    (0x82, "NV_ERR_NVLINK_FABRIC_FAILURE", Generic),
    (0x83, "NV_ERR_GPU_MEMORY_ONLINING_FAILURE", MemoryFault),
    (0x84, "NV_ERR_REDUCTION_MANAGER_NOT_AVAILABLE", Generic),
    (0x85, "NV_ERR_THRESHOLD_CROSSED", Generic),
    (0x86, "NV_ERR_RESOURCE_RETIREMENT_ERROR", Generic),
    (0x87, "NV_ERR_FABRIC_STATE_OUT_OF_SYNC", Generic),
    (0x88, "NV_ERR_BUFFER_FULL", Resource),
    (0x89, "NV_ERR_BUFFER_EMPTY", Generic),
    (0x8A, "NV_ERR_MC_FLA_OFFSET_TABLE_FULL", Generic),
    (0x8B, "NV_ERR_DMA_XFER_FAILED", Generic),
    (0x8B, "NV_ERR_OPERATION_ABORTED", Generic),
    (0x8C, "NV_ERR_DMA_XFER_FAILED", Generic),
    (0xFFFF, "NV_ERR_GENERIC", Generic),
    (0x10001, "NV_WARN_HOT_SWITCH", Generic),
    (0x10002, "NV_WARN_INCORRECT_PERFMON_DATA", Generic),
    (0x10003, "NV_WARN_MISMATCHED_SLAVE", Generic),
    (0x10004, "NV_WARN_MISMATCHED_TARGET", Generic),
    (0x10005, "NV_WARN_MORE_PROCESSING_REQUIRED", Generic),
    (0x10006, "NV_WARN_NOTHING_TO_DO", Generic),
    (0x10007, "NV_WARN_NULL_OBJECT", Generic),
    (0x10008, "NV_WARN_OUT_OF_RANGE", Generic),
    (0x10009, "NV_WARN_THRESHOLD_CROSSED", Generic),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_decide_where_they_may() {
        for (code, name, class) in [
            (0x51, Some("NV_ERR_NO_MEMORY"), Memory),
            (0x51, None, Memory),
            (0x1A, Some("NV_ERR_INSUFFICIENT_RESOURCES"), Resource),
            (0x0F, Some("NV_ERR_GPU_IS_LOST"), Bus),
            (0x65, Some("NV_ERR_TIMEOUT"), Timeout),
            (0x72, Some("NV_ERR_MEMORY_ERROR"), MemoryFault),
            (0x79, None, Firmware),
            (0x1C, None, Power),
            (0x83, Some("NV_ERR_GPU_MEMORY_ONLINING_FAILURE"), MemoryFault),
            (0x83, None, Generic),
            (0x99, Some("NV_ERR_BUFFER_FULL"), Resource),
            (0x88, None, Generic),
            (0x51, Some("NV_ERR_OF_THE_FUTURE"), Memory),
            (0xFFFF, Some("NV_ERR_GENERIC"), Generic),
            (0xDEAD_BEEF, None, Generic),
        ] {
            assert_eq!(class_of(code, name), class, "{code:#x} {name:?}");
        }
    }

    #[test]
    fn only_one_code_is_a_shortage_of_memory() {
        let short: Vec<_> = CODES.iter().filter(|(_, _, class)| *class == Memory).collect();
        assert_eq!(short, [&(0x51, "NV_ERR_NO_MEMORY", Memory)]);
    }

    #[test]
    fn a_name_has_one_class() {
        for (_, name, class) in CODES {
            assert!(CODES.iter().all(|(_, other, theirs)| other != name || theirs == class), "{name}");
        }
    }
}

//! Applications that ran out of GPU memory, in an orderly way: one process ends, the host lives.

use std::sync::LazyLock;

use model::event::Userspace;
use model::{EventKind, Listen, Record, Signal};
use regex::{Captures, Regex};

use crate::{example, group, regex, row, when};

/// CUDA, ROCm and XPU through PyTorch 1.0 to 2.10, the drivers' own texts, llama.cpp and ollama.
pub(crate) const CUDA: Signal = row(
    "userspace.cuda_oom",
    Listen::Userland,
    &[
        "CUDA out of memory",
        "HIP out of memory",
        "XPU out of memory",
        "CUDA error: out of memory",
        "HIP error: out of memory",
        "CUDA driver error: out of memory",
        "cudaErrorMemoryAllocation",
        "CUDA_ERROR_OUT_OF_MEMORY",
        "CUBLAS_STATUS_ALLOC_FAILED",
        "cudaMalloc failed: out of memory",
        "failed to allocate CUDA",
        "unable to allocate CUDA",
    ],
    cuda,
    &[
        // torch 1.0 to 1.3: cached; 1.4 to 2.0: reserved; from 2.1 on the unallocated part itself.
        example(
            "RuntimeError: CUDA out of memory. Tried to allocate 20.00 MiB (GPU 0; 7.93 GiB total capacity; 6.00 GiB \
             already allocated; 10.00 MiB free; 512.00 MiB cached)",
            "Userspace(CudaOutOfMemory { tried_mib: Some(20.0), allocated_mib: Some(6144.0), unallocated_mib: Some(512.0), free_mib: Some(10.0) })",
        ),
        example(
            "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 23.70 GiB total capacity; 4.00 GiB \
             already allocated; 1.00 GiB free; 6.50 GiB reserved in total by PyTorch) If reserved memory is >> \
             allocated memory try setting max_split_size_mb to avoid fragmentation.",
            "Userspace(CudaOutOfMemory { tried_mib: Some(2048.0), allocated_mib: Some(4096.0), unallocated_mib: Some(2560.0), free_mib: Some(1024.0) })",
        ),
        example(
            "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 512.00 KiB. GPU 0 has a total capacty \
             of 8.00 GiB of which 0 bytes is free. Of the allocated memory 7.00 GiB is allocated by PyTorch, and \
             128.00 MiB is reserved by PyTorch but unallocated. If reserved but unallocated memory is large try \
             setting max_split_size_mb",
            "Userspace(CudaOutOfMemory { tried_mib: Some(0.5), allocated_mib: Some(7168.0), unallocated_mib: Some(128.0), free_mib: Some(0.0) })",
        ),
        example(
            "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1002.00 MiB. GPU 0 has a total capacity of \
             31.47 GiB of which 12.73 GiB is free. Process 4242 has 2.00 GiB memory in use. Including non-PyTorch \
             memory, this process has 18.73 GiB memory in use. 20.00 GiB allowed; Of the allocated memory 9.08 GiB is \
             allocated by PyTorch, with 38.00 MiB allocated in private pools (e.g., CUDA Graphs), and 9.50 GiB is \
             reserved by PyTorch but unallocated.",
            "Userspace(CudaOutOfMemory { tried_mib: Some(1002.0), allocated_mib: Some(9297.92), unallocated_mib: Some(9728.0), free_mib: Some(13035.52) })",
        ),
        example(
            "RuntimeError: Worker failed with error 'CUDA out of memory. Tried to allocate 0 bytes. GPU 0 has', please \
             check the stack trace",
            "Userspace(CudaOutOfMemory { tried_mib: Some(0.0), allocated_mib: None, unallocated_mib: None, free_mib: None })",
        ),
        example(
            "HIP out of memory. Tried to allocate 524288 bytes. GPU 0 has a total capacity of 64.00 GiB",
            "Userspace(CudaOutOfMemory { tried_mib: Some(0.5), allocated_mib: None, unallocated_mib: None, free_mib: None })",
        ),
        example(
            "XPU out of memory. Tried to allocate 3.00 GiB. Please use `empty_cache`",
            "Userspace(CudaOutOfMemory { tried_mib: Some(3072.0), allocated_mib: None, unallocated_mib: None, free_mib: None })",
        ),
        example(
            "orch.OutOfMemoryError: CUDA out of memory.",
            "Userspace(CudaOutOfMemory { tried_mib: None, allocated_mib: None, unallocated_mib: None, free_mib: None })",
        ),
        example(
            "torch.AcceleratorError: CUDA error: out of memory",
            "Userspace(CudaOutOfMemory { tried_mib: None, allocated_mib: None, unallocated_mib: None, free_mib: None })",
        ),
        example(
            "RuntimeError: CUDA driver error: out of memory",
            "Userspace(CudaOutOfMemory { tried_mib: None, allocated_mib: None, unallocated_mib: None, free_mib: None })",
        ),
        example(
            "CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`",
            "Userspace(CudaOutOfMemory { tried_mib: None, allocated_mib: None, unallocated_mib: None, free_mib: None })",
        ),
        example(
            "ggml_backend_cuda_buffer_type_alloc_buffer: allocating 35533.50 MiB on device 0: cudaMalloc failed: out \
             of memory",
            "Userspace(CudaOutOfMemory { tried_mib: Some(35533.5), allocated_mib: None, unallocated_mib: None, free_mib: None })",
        ),
        example(
            "ggml_gallocr_reserve_n: failed to allocate CUDA0 buffer of size 1073741824",
            "Userspace(CudaOutOfMemory { tried_mib: Some(1024.0), allocated_mib: None, unallocated_mib: None, free_mib: None })",
        ),
        example(
            "llama_model_load: error loading model: unable to allocate CUDA0 buffer",
            "Userspace(CudaOutOfMemory { tried_mib: None, allocated_mib: None, unallocated_mib: None, free_mib: None })",
        ),
    ],
);

/// The memory library of a Jetson could not get memory; it writes on the standard error of the process that it
/// lives in. 12 is ENOMEM. On these hosts CPU and GPU share one pool, so it is the host that is out of memory.
pub(crate) const NVMAP: Signal = row(
    "userspace.nvmap_allocation_failed",
    Listen::Userland,
    &["NvMapMem"],
    nvmap,
    &[example("NvMapMemAllocInternalTagged: 1075072515 error 12", "Userspace(NvMapAllocationFailed)")],
);

/// A server did not start because it would not have had enough memory (vLLM).
pub(crate) const REFUSED: Signal = row(
    "userspace.start_refused",
    Listen::Userland,
    &["on startup is less than desired GPU memory utilization", "No available memory for the cache blocks"],
    |_| Some(EventKind::Userspace(Userspace::StartRefused)),
    &[
        example(
            "(EngineCore pid=991) ERROR 08-14 16:06:55 [core.py:1349] ValueError: Free memory on device cuda:0 \
             (2.6/121.63 GiB) on startup is less than desired GPU memory utilization (0.08, 9.73 GiB). Decrease GPU \
             memory utilization or reduce GPU memory used by other processes.",
            "Userspace(StartRefused)",
        ),
        example(
            "ValueError: Free memory on device (2.6/121.63 GiB) on startup is less than desired GPU memory utilization \
             (0.08, 9.73 GiB).",
            "Userspace(StartRefused)",
        ),
        example(
            "ValueError: No available memory for the cache blocks. Try increasing `gpu_memory_utilization` when \
             initializing the engine.",
            "Userspace(StartRefused)",
        ),
    ],
);

static TRIED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?:Tried to allocate|\ballocating) (?<size>[0-9.]+) (?<unit>bytes|KiB|MiB|GiB)|buffer of size (?<bytes>[0-9]+)",
    )
});
static UNALLOCATED: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"\band (?<size>[0-9.]+) (?<unit>bytes|KiB|MiB|GiB) is reserved by PyTorch but unallocated")
});
static ALLOCATED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?:; (?<size>[0-9.]+) (?<unit>bytes|KiB|MiB|GiB) already allocated|Of the allocated memory (?<size2>[0-9.]+) (?<unit2>bytes|KiB|MiB|GiB) is allocated by)",
    )
});
static FREE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?:; |of which )(?<size>[0-9.]+) (?<unit>bytes|KiB|MiB|GiB) (?:is )?free\b"));
static RESERVED: LazyLock<Regex> =
    LazyLock::new(|| regex(r"; (?<size>[0-9.]+) (?<unit>bytes|KiB|MiB|GiB) reserved in total by PyTorch"));
static CACHED: LazyLock<Regex> =
    LazyLock::new(|| regex(r"; (?<size>[0-9.]+) (?<unit>bytes|KiB|MiB|GiB) cached"));

fn cuda(record: &Record) -> Option<EventKind> {
    let message = &record.message;
    let size = |pattern: &Regex| mib(&pattern.captures(message)?);
    let tried_mib = TRIED.captures(message).and_then(|found| match group(&found, "bytes") {
        Some(bytes) => scaled(bytes, "bytes"),
        None => mib(&found),
    });
    let allocated_mib = size(&ALLOCATED);
    let unallocated_mib = size(&UNALLOCATED)
        .or_else(|| Some((size(&RESERVED)? - allocated_mib?).max(0.0)))
        .or_else(|| size(&CACHED));
    let free_mib = size(&FREE);
    Some(EventKind::Userspace(Userspace::CudaOutOfMemory {
        tried_mib,
        allocated_mib,
        unallocated_mib,
        free_mib,
    }))
}

fn mib(found: &Captures<'_>) -> Option<f64> {
    let (size, unit) = match group(found, "size") {
        Some(size) => (size, group(found, "unit")?),
        None => (group(found, "size2")?, group(found, "unit2")?),
    };
    scaled(size, unit)
}

fn scaled(number: &str, unit: &str) -> Option<f64> {
    let number: f64 = number.parse().ok()?;
    let mib = match unit {
        "GiB" => number * 1024.0,
        "MiB" => number,
        "KiB" => number / 1024.0,
        _ => number / (1024.0 * 1024.0),
    };
    mib.is_finite().then_some(mib)
}

static NVMAP_LINE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"\bNvMapMem[A-Za-z]*Alloc[A-Za-z]*: .*\berror 12\b"));

fn nvmap(record: &Record) -> Option<EventKind> {
    when(NVMAP_LINE.is_match(&record.message), Userspace::NvMapAllocationFailed)
}

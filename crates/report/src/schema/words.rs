//! The closed lists of words that renderings decide on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a boot ended, in kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndingName {
    /// In order, as asked.
    Clean,
    /// Without being asked.
    Unexpected,
    /// Not yet.
    Running,
    /// The record can't tell.
    Undetermined,
}

impl From<model::evidence::Ending> for EndingName {
    fn from(ending: model::evidence::Ending) -> Self {
        use model::evidence::Ending;
        match ending {
            Ending::Clean(_) => Self::Clean,
            Ending::Unexpected(_) => Self::Unexpected,
            Ending::Running => Self::Running,
            Ending::Undetermined(_) => Self::Undetermined,
        }
    }
}

impl EndingName {
    /// The word, as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clean => "clean",
            Self::Unexpected => "unexpected",
            Self::Running => "running",
            Self::Undetermined => "undetermined",
        }
    }
}

/// The cause of an unexpected end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CauseName {
    /// The host ran out of memory.
    MemoryExhaustion,
    /// It became too hot.
    Thermal,
    /// Not known.
    Unknown,
}

impl From<model::evidence::Cause> for CauseName {
    fn from(cause: model::evidence::Cause) -> Self {
        use model::evidence::Cause;
        match cause {
            Cause::MemoryExhaustion => Self::MemoryExhaustion,
            Cause::Thermal => Self::Thermal,
            Cause::Unknown => Self::Unknown,
        }
    }
}

impl CauseName {
    /// The word, as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::MemoryExhaustion => "memory_exhaustion",
            Self::Thermal => "thermal",
            Self::Unknown => "unknown",
        }
    }
}

/// How sure a verdict is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ConfidenceName {
    /// As sure as a record can make it.
    High,
    /// More likely than not by a wide margin.
    Medium,
    /// It could well be otherwise.
    Low,
}

impl From<model::evidence::Confidence> for ConfidenceName {
    fn from(confidence: model::evidence::Confidence) -> Self {
        use model::evidence::Confidence;
        match confidence {
            Confidence::High => Self::High,
            Confidence::Medium => Self::Medium,
            Confidence::Low => Self::Low,
        }
    }
}

impl ConfidenceName {
    /// The word, as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::High => "high",
            Self::Medium => "medium",
            Self::Low => "low",
        }
    }
}

/// What a piece of evidence speaks to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HypothesisName {
    /// The host ran out of memory.
    MemoryExhaustion,
    /// It became too hot.
    Thermal,
    /// Anything else that is recorded.
    Other,
}

impl From<model::evidence::Hypothesis> for HypothesisName {
    fn from(hypothesis: model::evidence::Hypothesis) -> Self {
        use model::evidence::Hypothesis;
        match hypothesis {
            Hypothesis::Memory => Self::MemoryExhaustion,
            Hypothesis::Thermal => Self::Thermal,
            Hypothesis::Other => Self::Other,
        }
    }
}

impl HypothesisName {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 3] = [Self::MemoryExhaustion, Self::Thermal, Self::Other];

    /// The word, as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::MemoryExhaustion => "memory_exhaustion",
            Self::Thermal => "thermal",
            Self::Other => "other",
        }
    }

    /// Whether it is what the verdict names.
    #[must_use]
    pub const fn is(self, cause: Option<CauseName>) -> bool {
        matches!(
            (self, cause),
            (Self::MemoryExhaustion, Some(CauseName::MemoryExhaustion))
                | (Self::Thermal, Some(CauseName::Thermal))
        )
    }
}

/// What a citation points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CiteKind {
    /// One logged line.
    Event,
    /// A stretch of samples.
    Samples,
    /// Something that is not there although it would have been recorded.
    Absence,
}

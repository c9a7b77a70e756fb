//! concealment

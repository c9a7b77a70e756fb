//! The `skill-vet` program: see [`skill_vet::cli`].

fn main() -> std::process::ExitCode {
    skill_vet::cli::main()
}

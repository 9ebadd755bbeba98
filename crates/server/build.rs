//! Links the program with packed relative relocations: without, its relocation table is 2.5 MB, which
//! every start reads and every idle process keeps in memory. Needs glibc 2.36.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
}

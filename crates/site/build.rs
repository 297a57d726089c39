//! Lists the files of the page, and builds the WebAssembly module that it loads: for a
//! release only, and where the target is installed. What is missing is said in one line,
//! and the program is built without it.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";

/// What else is under `web/`: tools and tests.
const NOT_SERVED: [&str; 4] = ["tests", "node_modules", "package.json", "package-lock.json"];

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = root.canonicalize().expect("the workspace");
    list(&root.join("web"), &out);
    fs::write(out.join("parlour.wasm"), module(&root, &out)).expect("a folder to write to");
}

/// Writes a list of all files with their content.
fn list(web: &Path, out: &Path) {
    println!("cargo::rerun-if-changed={}", web.display());
    let mut list = String::from("&[\n");
    let mut folders = vec![web.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            let name = path.strip_prefix(web).expect("below it");
            let name = name.to_string_lossy().replace('\\', "/");
            if NOT_SERVED.contains(&&*name) || name == "tsconfig.json" {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            println!("cargo::rerun-if-changed={}", path.display());
            // Writing to a string cannot fail.
            let _ = writeln!(list, "    ({name:?}, include_bytes!({path:?})),");
        }
    }
    list.push(']');
    fs::write(out.join("files.rs"), list).expect("a folder to write to");
}

/// The module; empty where it is not built.
fn module(root: &Path, out: &Path) -> Vec<u8> {
    println!("cargo::rerun-if-env-changed=PARLOUR_WASM");
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if !is_release || env::var("PARLOUR_WASM").is_ok_and(|wanted| wanted == "off") {
        return Vec::new();
    }
    for part in [
        "Cargo.lock",
        "Cargo.toml",
        "crates/core",
        "crates/host",
        "crates/wasm",
    ] {
        println!("cargo::rerun-if-changed={}", root.join(part).display());
    }
    for part in ["crates/catalog", "crates/search", "games"] {
        println!("cargo::rerun-if-changed={}", root.join(part).display());
    }
    if !is_installed() {
        println!(
            "cargo::warning=the page in the browser is left out; to have it: rustup target add {TARGET}"
        );
        return Vec::new();
    }
    let built = Command::new(env::var_os("CARGO").expect("cargo sets it"))
        .args(["build", "--locked", "--quiet", "--profile", "page"])
        .args([
            "--package",
            "parlour-wasm",
            "--target",
            TARGET,
            "--target-dir",
        ])
        .arg(out.join("wasm"))
        .current_dir(root)
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env("RUSTFLAGS", "-Ctarget-feature=+simd128")
        .status();
    let file = out.join("wasm").join(TARGET).join("page/parlour_wasm.wasm");
    match built
        .is_ok_and(|status| status.success())
        .then(|| fs::read(&file))
    {
        Some(Ok(module)) => module,
        _ => {
            println!(
                "cargo::warning=the page in the browser is left out: its module does not build"
            );
            Vec::new()
        }
    }
}

/// Whether programs can be built for the target.
fn is_installed() -> bool {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let libraries = Command::new(rustc)
        .args(["--print", "target-libdir", "--target", TARGET])
        .output();
    libraries.is_ok_and(|output| {
        let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        !folder.is_empty() && Path::new(&folder).exists()
    })
}

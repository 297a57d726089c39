//! Lists the files of the page, and builds the WebAssembly modules that it loads: only for a
//! release, and each if its target is installed. If something is missing, it prints one line, and
//! the program is built without that module.

mod flags;

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use flags::{ALONE, THREADS};

/// What else is under `web/`: tools and tests.
const NOT_SERVED: [&str; 4] = ["tests", "node_modules", "package.json", "package-lock.json"];

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.join("../..").canonicalize().expect("the workspace");
    // A package has the page in a folder beside this file. In the repository that is a link, which
    // is checked out as a small file on systems without links.
    let folders = [here.join("web"), root.join("web")];
    let web = folders.iter().find(|folder| folder.is_dir());
    let web = web.expect("the page").canonicalize().expect("a folder");
    list(&web, &out);
    for (name, target, lost) in [
        ("parlour.wasm", ALONE, "the page in the browser is left out"),
        (
            "parlour-threads.wasm",
            THREADS,
            "bots in the browser get one thread",
        ),
    ] {
        let module = module(&root, &out, target, lost);
        fs::write(out.join(name), module).expect("a folder to write to");
    }
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

/// The module for a target; empty if it is not built, and `lost` is what that means.
fn module(root: &Path, out: &Path, target: &str, lost: &str) -> Vec<u8> {
    println!("cargo::rerun-if-env-changed=PARLOUR_WASM");
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if !is_release || env::var("PARLOUR_WASM").is_ok_and(|wanted| wanted == "off") {
        return Vec::new();
    }
    let own = ["catalog", "core", "host", "search", "wasm", "wire"];
    let own = own.map(|name| format!("crates/{name}"));
    for part in ["Cargo.lock", "Cargo.toml", "games"]
        .iter()
        .copied()
        .chain(own.iter().map(|part| &**part))
    {
        println!("cargo::rerun-if-changed={}", root.join(part).display());
    }
    let Some(libraries) = libraries(target) else {
        println!("cargo::warning={lost}; to change that: rustup target add {target}");
        return Vec::new();
    };
    let built = Command::new(env::var_os("CARGO").expect("cargo sets it"))
        .args(["rustc", "--locked", "--quiet", "--profile", "page"])
        // The crate is a library for its tests, too, which keeps the linker from optimising the whole.
        .args(["--crate-type", "cdylib"])
        .args([
            "--package",
            "parlour-wasm",
            "--target",
            target,
            "--target-dir",
        ])
        .arg(out.join("wasm"))
        .current_dir(root)
        .env("CARGO_ENCODED_RUSTFLAGS", flags::of(target, &libraries))
        .status();
    let file = out.join("wasm").join(target).join("page/parlour_wasm.wasm");
    match built
        .is_ok_and(|status| status.success())
        .then(|| fs::read(&file))
    {
        Some(Ok(module)) => module,
        _ => {
            println!("cargo::warning={lost}: its module does not build");
            Vec::new()
        }
    }
}

/// Where the libraries of a target are, if it is installed.
fn libraries(target: &str) -> Option<PathBuf> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let told = Command::new(rustc)
        .args(["--print", "target-libdir", "--target", target])
        .output();
    let folder = PathBuf::from(String::from_utf8_lossy(&told.ok()?.stdout).trim());
    folder.is_dir().then_some(folder)
}

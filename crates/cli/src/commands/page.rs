//! `parlour page`

use std::borrow::Cow;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use crate::args::Page;
use crate::console::Bar;
use crate::files;
use crate::output::stderr;

/// A file that every site has, and how it begins.
const MARK: (&str, &[u8]) = ("sw.js", b"// Keeps the whole site");

/// Brotli's best, with a window that holds all of the module.
const QUALITY: i32 = 11;
const WINDOW: i32 = 22;

/// What is compressed already, or too small to matter, has no smaller file beside it.
const SMALL: usize = 512;

pub(crate) fn write(args: &Page) -> Result<ExitCode> {
    let module = module(args.module.module.as_deref())?;
    let folder = &args.folder;
    let shown = files::shown_name(folder);
    if !is_free(folder)? {
        bail!("{shown} holds something else; name a new folder, an empty one, or an older site");
    }
    let site = parlour_site::files(module);
    let bar = Bar::new("compressing");
    for (done, file) in site.iter().enumerate() {
        bar.show(done as f64 / site.len() as f64);
        let path = folder.join(&file.path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).with_context(|| format!("cannot make {shown}"))?;
        }
        files::write(&path, &file.content)?;
        if file.content.len() > SMALL {
            let mut small = path.into_os_string();
            small.push(".br");
            files::write(Path::new(&small), &compressed(&file.content)?)?;
        }
    }
    drop(bar);
    writeln!(stderr(), "{} files in {shown}", site.len())?;
    Ok(ExitCode::SUCCESS)
}

/// Whether nothing is lost by writing a site there.
fn is_free(folder: &Path) -> Result<bool> {
    let mut entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(true),
        Err(error) => {
            let name = files::shown_name(folder);
            return Err(error).with_context(|| format!("cannot read {name}"));
        }
    };
    let (name, head) = MARK;
    let mut found = vec![0; head.len()];
    let read = parlour_files::open_ordinary(&folder.join(name));
    let is_site = read.is_ok_and(|mut file| file.read_exact(&mut found).is_ok() && found == head);
    Ok(is_site || entries.next().is_none())
}

fn compressed(content: &[u8]) -> Result<Vec<u8>> {
    let params = brotli::enc::BrotliEncoderParams {
        quality: QUALITY,
        lgwin: WINDOW,
        size_hint: content.len(),
        ..Default::default()
    };
    let mut small = Vec::new();
    brotli::BrotliCompress(&mut &*content, &mut small, &params).context("compressing")?;
    Ok(small)
}

/// The module with rules and bots: a file, or the one in this program.
pub(super) fn module(file: Option<&Path>) -> Result<Cow<'static, [u8]>> {
    if let Some(path) = file {
        let name = files::shown_name(path);
        let content = files::read(path).with_context(|| format!("cannot read {name}"))?;
        if !content.starts_with(b"\0asm") {
            bail!("{name} is not a module of WebAssembly");
        }
        return Ok(Cow::Owned(content));
    }
    match parlour_site::module() {
        Some(module) => Ok(Cow::Borrowed(module)),
        None => bail!("{}", parlour_site::WITHOUT_MODULE),
    }
}

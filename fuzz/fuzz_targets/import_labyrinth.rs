#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let target = parlour_fuzz::Target::named("import_labyrinth").expect("listed");
    (target.run)(bytes);
});

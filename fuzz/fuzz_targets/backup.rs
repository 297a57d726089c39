#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let target = parlour_fuzz::Target::named("backup").expect("listed");
    (target.run)(bytes);
});

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let target = parlour_fuzz::Target::named("protocol").expect("listed");
    (target.run)(bytes);
});

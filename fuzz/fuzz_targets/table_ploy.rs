#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let target = parlour_fuzz::Target::named("table_ploy").expect("listed");
    (target.run)(bytes);
});

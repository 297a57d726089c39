#!/bin/sh
# An arena on all processors of this machine, as parts in processes of their own. Start it again
# after whatever happened: a part that is whole is not played again, and one that is not goes on.
#
#   PARLOUR=target/release/parlour examples/scale/xargs.sh run 2
set -eu
folder=${1:-run}
processes=${2:-$(nproc)}
parlour=${PARLOUR:-parlour}

arena() {
    "$parlour" arena ploy casual greedy --games 240 --nodes 600 --seed 7 "$@"
}

mkdir -p "$folder"
arena --chunks 24 |
    xargs -P "$processes" -I {} \
        "$parlour" arena ploy casual greedy --games 240 --nodes 600 --seed 7 \
        --only {} --resume "$folder/{}.jsonl" >"$folder/log"
arena --merge "$folder"/*.jsonl

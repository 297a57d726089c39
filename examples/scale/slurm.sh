#!/bin/sh
# An arena as an array of Slurm jobs, one a part. The folder is one that all nodes see.
#
#   sbatch --array=0-99 --wait examples/scale/slurm.sh && examples/scale/slurm.sh merge
#
# What failed or was cancelled: submit it again. A job that is done plays nothing.
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
set -eu
parts=100
folder=${FOLDER:-run}
parlour=${PARLOUR:-parlour}

arena() {
    "$parlour" arena ploy casual greedy --games 40000 --nodes 600 --seed 7 "$@"
}

mkdir -p "$folder"
if [ "${1:-}" = merge ]; then
    arena --merge "$folder"/*.jsonl
else
    only=$(arena --chunks "$parts" | sed -n "$((SLURM_ARRAY_TASK_ID + 1))p")
    arena --only "$only" --resume "$folder/$only.jsonl"
fi

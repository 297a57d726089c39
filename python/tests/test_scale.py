"""The examples for more than one machine."""

import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).parents[2]
SCALE = ROOT / "examples" / "scale"
ARENA = "arena ploy casual greedy --games 240 --nodes 600 --seed 7".split()


@pytest.fixture
def run(program):
    def run(*words, **env):
        env = {**os.environ, "PARLOUR": program, **env}
        done = subprocess.run(words, env=env, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def test_xargs(run, program, tmp_path):
    script = str(SCALE / "xargs.sh")
    told = run(script, str(tmp_path / "run"), "2")
    assert told == run(program, *ARENA, "--concurrency", "2")
    # What was lost is played again.
    parts = sorted((tmp_path / "run").glob("*.jsonl"))
    assert len(parts) == 24
    parts[3].unlink()
    parts[5].write_text("".join(parts[5].read_text().splitlines(keepends=True)[:4]))
    assert run(script, str(tmp_path / "run"), "2") == told


def test_slurm(run, tmp_path):
    # The same script with fewer games, job by job.
    script = tmp_path / "slurm.sh"
    text = (SCALE / "slurm.sh").read_text()
    script.write_text(text.replace("--games 40000", "--games 40").replace("parts=100", "parts=3"))
    for job in range(3):
        run("sh", str(script), SLURM_ARRAY_TASK_ID=str(job), FOLDER=str(tmp_path / "run"))
    told = run("sh", str(script), "merge", FOLDER=str(tmp_path / "run"))
    assert told.startswith("Ploy: 40 games")


def test_kubernetes(run, program, tmp_path):
    """What the containers of the Job would do, one after the other, with fewer games."""
    yaml = pytest.importorskip("yaml")
    job = yaml.safe_load((SCALE / "kubernetes.yaml").read_text())["spec"]
    assert job["completionMode"] == "Indexed"
    [container] = job["template"]["spec"]["containers"]
    [script] = container["args"]
    [mount] = container["volumeMounts"]
    assert f"--chunks {job['completions']}" in script and mount["mountPath"] in script
    volumes = [volume["name"] for volume in job["template"]["spec"]["volumes"]]
    assert volumes == [mount["name"]]
    for old, new in [
        ("--games 40000", "--games 40"),
        ("--chunks 100", "--chunks 3"),
        (mount["mountPath"], str(tmp_path / "run")),
    ]:
        assert old in script
        script = script.replace(old, new)
    (tmp_path / "run").mkdir()
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "parlour").symlink_to(program)
    path = f"{tmp_path / 'bin'}:{os.environ['PATH']}"
    # An index that was begun before goes on.
    for index in [0, 1, 2, 1]:
        run(*container["command"], script, JOB_COMPLETION_INDEX=str(index), PATH=path)
    files = sorted(map(str, (tmp_path / "run").glob("*.jsonl")))
    assert len(files) == 3
    options = "arena ploy casual greedy --games 40 --nodes 600 --seed 7".split()
    assert run(program, *options, "--merge", *files) == run(program, *options)

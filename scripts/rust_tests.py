#!/usr/bin/env python3
"""Runs the Rust tests of the workspace, or of one package of it:

    scripts/rust_tests.py [crates/domain]

`cargo test` runs one test program after the other, and the last tests of each leave cores idle. Here
TEST_PROGRAMS run at a time, default 2. The output of each is shown when it ends; all of them run, also
after one has failed. One that takes longer than TIMEOUT is killed with its child processes.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ["cargo", "test", "--locked", "--workspace", "--no-run", "--quiet"]
# In seconds. The slowest program takes 4 minutes on 2 busy cores.
TIMEOUT = 40 * 60

running: set[subprocess.Popen[bytes]] = set()


@dataclass(frozen=True)
class Program:
    path: Path
    # Of its package.
    folder: Path
    # Such as `crates/server/tests/api/main.rs`.
    source: Path

    def run(self) -> subprocess.CompletedProcess[bytes]:
        """Runs it as cargo does, in the folder of its package, and in a process group of its own."""
        environment = os.environ | {"CARGO_MANIFEST_DIR": str(self.folder)}
        # Not a pipe: a process that outlives the program could keep it open.
        with tempfile.TemporaryFile() as output:
            process = subprocess.Popen(
                [self.path],
                cwd=self.folder,
                env=environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            running.add(process)
            timed_out = b""
            try:
                process.wait(TIMEOUT)
            except subprocess.TimeoutExpired:
                timed_out = f"timed out after {TIMEOUT} s: {self.source}\n".encode()
                kill_group(process)
                process.wait()
            running.discard(process)
            output.seek(0)
            return subprocess.CompletedProcess(process.args, process.returncode, output.read() + timed_out)


def kill_group(process: subprocess.Popen[bytes]) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def build() -> list[Program]:
    """Builds what is missing. The largest programs are first, because they usually take longest."""
    command = [*BUILD, "--message-format", "json-render-diagnostics"]
    output = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    messages = [json.loads(line) for line in output.splitlines()]
    programs = [
        Program(
            path=Path(message["executable"]),
            folder=Path(message["manifest_path"]).parent,
            source=Path(message["target"]["src_path"]).relative_to(ROOT),
        )
        for message in messages
        if message.get("executable") and message["profile"]["test"]
    ]
    return sorted(programs, key=lambda program: program.path.stat().st_size, reverse=True)


def run_all(programs: list[Program], at_a_time: int) -> dict[Program, int]:
    """Returns the exit statuses; a negative one is a signal."""
    output = threading.Lock()

    def run(program: Program) -> int:
        begun = time.monotonic()
        result = program.run()
        with output:
            print(f"     Ran {program.source} in {time.monotonic() - begun:.1f} s", flush=True)
            sys.stdout.buffer.write(result.stdout)
            sys.stdout.buffer.flush()
        return result.returncode

    with ThreadPoolExecutor(at_a_time) as executor:
        try:
            return dict(zip(programs, executor.map(run, programs), strict=True))
        except BaseException:
            # The programs do not get the signals of this process group.
            executor.shutdown(wait=False, cancel_futures=True)
            for process in list(running):
                kill_group(process)
            raise


def main(arguments: list[str]) -> int:
    # Like Ctrl-C, so that the programs are killed.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    programs = build()
    if arguments:
        programs = [program for program in programs if program.folder == ROOT / arguments[0]]
    if not programs:
        print("no tests:", *arguments, file=sys.stderr)
        return 1
    statuses = run_all(programs, int(os.environ.get("TEST_PROGRAMS", "2")))
    failed = {program: status for program, status in statuses.items() if status != 0}
    for program, status in failed.items():
        print(f"failed with status {status}: {program.source}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

// Child processes of the cluster: started on the loopback, and all ended at the end.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

export class Process {
  /** `log` is the file of its output. */
  constructor(program, args, { log, ...options } = {}) {
    this.name = program.split('/').at(-1);
    this.child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const file = createWriteStream(log, { flags: 'a' });
    this.child.stdout.pipe(file, { end: false });
    this.child.stderr.pipe(file, { end: false });
    this.exited = once(this.child, 'exit').then(() => file.end());
    this.log = log;
  }

  get isRunning() {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  async stop(signal = 'SIGTERM') {
    if (this.isRunning) this.child.kill(signal);
    await this.exited;
  }

  /** Waits until `test` resolves to true. */
  async until(test, bound = 60_000) {
    const deadline = performance.now() + bound;
    while (!(await test())) {
      if (!this.isRunning) throw new Error(`${this.name} exited; its output is in ${this.log}`);
      if (performance.now() > deadline) throw new Error(`${this.name} is not ready after ${bound} ms; its output is in ${this.log}`);
      await pause(50);
    }
  }
}

/** Whether a GET is answered with 200. */
export async function answers(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

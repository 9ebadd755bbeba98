import { mkdirSync, writeFileSync } from 'node:fs';
import type { FullResult, Reporter, Suite } from '@playwright/test/reporter';

const FILE = '../artefacts/flaky-journeys.txt';

/**
 * Lists the journeys that passed only when they were repeated, and fails the run if there are more
 * than FLAKY_JOURNEYS. A few are permitted, because on a small machine a delay of the machine
 * itself is among hundreds of journeys; many mean a fault of the product or of a test.
 */
class FlakyReporter implements Reporter {
  private suite: Suite | undefined;

  onBegin(_config: unknown, suite: Suite) {
    this.suite = suite;
  }

  onEnd(result: FullResult): Promise<{ status?: FullResult['status'] } | undefined> {
    const permitted = Number(process.env['FLAKY_JOURNEYS'] ?? 2);
    const flaky = (this.suite?.allTests() ?? []).filter((test) => test.outcome() === 'flaky');
    mkdirSync('../artefacts', { recursive: true });
    writeFileSync(FILE, flaky.map((test) => `${test.titlePath().join(' › ')}\n`).join(''));
    if (flaky.length <= permitted || result.status !== 'passed') return Promise.resolve(undefined);
    process.stderr.write(`${flaky.length} journeys passed only when repeated, at most ${permitted} may.\n`);
    return Promise.resolve({ status: 'failed' });
  }
}

// Playwright takes the default export of a reporter.
export default FlakyReporter;

// Runs the scenes of a site and prints their table: main.mjs [scene …]. CLUSTER_SCALE=0.2 shortens
// them for a trial; the table then says so.
import { Load } from '../trust/load.mjs';
import { Prober } from '../trust/prober.mjs';
import { keep, run } from '../trust/table.mjs';
import { backup } from './backup.mjs';
import { costs } from './costs.mjs';
import * as scenes from './scenes.mjs';
import { Site } from './site.mjs';

// The upgrade is first: what comes after it is about this version.
const titles = {
  rollingUpgrade: 'rolling upgrade from the earlier version',
  quiet: 'the base load alone',
  costs: 'what a request costs',
  sharing: 'what a search shares with other portals',
  rollingRestart: 'rolling restart',
  lossOfPortal: '`kill -9` of a portal',
  storeAway: 'the store is away for a minute',
  backup: 'a backup of all listings with images, and its restore',
  massChange: 'all listings change at once',
  primaryRestart: 'the primary is away for five seconds',
  promotion: 'the primary is lost, the replica promoted',
};

const scale = Number(process.env.CLUSTER_SCALE ?? 1);
const previous = process.env.PREVIOUS_BINARY;
const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(titles);
const site = await Site.start({
  first: chosen.includes('rollingUpgrade') ? previous : undefined,
  images: chosen.includes('backup') ? Math.ceil(100_000 * scale) : 0,
});
let missed = true;
try {
  const load = new Load(site);
  await load.prepare({ students: 80, landlords: 20 });
  load.start();
  const context = { site, load, scale, previous, probe: new Prober(site), state: {} };
  const checks = chosen.map((id) => ({ id, name: titles[id], check: (report) => ({ ...scenes, backup, costs })[id](report, context) }));
  missed = keep(await run(checks), { scale, file: 'artefacts/cluster.md' });
  const alerts = await site.prometheus.query('ALERTS{alertstate="firing"}');
  console.log(`alerts that fire at the end: ${alerts.map(({ alertname }) => alertname).join(', ') || 'none'}`);
  await load.stop();
  await context.probe.stop();
} finally {
  await site.stop();
}
process.exit(missed ? 1 : 0);

// F06: the object store is away, fails, breaks off in the middle and takes 30 s. Texts are served,
// uploads fail cleanly, and no row is without its file.
import { setTimeout as pause } from 'node:timers/promises';
import { call, fileForm } from '../client.mjs';
import { count, rows } from '../database.mjs';
import { mark } from '../ledger.mjs';
import { Load } from '../load.mjs';
import { ObjectStore } from '../objectStore.mjs';
import { Portal } from '../portal.mjs';

export async function objectStore(report) {
  const store = await ObjectStore.create();
  const portal = await Portal.create(store.settings);
  await portal.start();
  try {
    const load = new Load(portal);
    load.image = store.objects.values().next().value.bytes;
    await load.prepare({ students: 10, landlords: 5 });
    const faults = [
      ['away', () => store.stop(), () => store.start()],
      ['failing', () => (store.mode = 'fail'), () => (store.mode = 'work')],
      ['breaking off', () => (store.mode = 'half'), () => (store.mode = 'work')],
      ['slow', () => (store.mode = 'slow'), () => (store.mode = 'work')],
    ];
    for (const [name, begin, end] of faults) {
      await begin();
      await during(report, name, portal, load);
      await end();
      await pause(2000);
      const { status } = await upload(portal, load.users[0], load.image);
      report.figure('upload afterwards', status, { exactly: 201 });
    }
    const broken = rows(portal, `SELECT i.id, i.location FROM listing_images i JOIN listings l ON l.id = listing_id WHERE title LIKE '${mark}%'`)
      .filter(([, location]) => !store.objects.has(`trust/masters${location}`));
    report.violations('rows without a file', broken.map(([id]) => `image ${id}`));
    await stopsDuringUpload(report, portal, load, store);
  } finally {
    await portal.remove();
    await store.stop();
  }
}

const upload = (portal, { token, listing }, image) =>
  call(portal, 'POST', `/listings/${listing.externalId}/images`, { token, ...fileForm(image, 'room.jpg', 'image/jpeg') });

async function during(report, name, portal, load) {
  const [owner] = load.users;
  const images = () => count(portal, `SELECT count(*) FROM listing_images WHERE listing_id = '${owner.listing.externalId}'`);
  const before = images();
  const uploading = upload(portal, owner, load.image);
  const reads = await Promise.all(
    ['/listings/suggest?q=M', `/listings/${owner.listing.externalId}`, '/settings/public'].map((path) => call(portal, 'GET', path, { token: owner.token })),
  );
  report.figure(`${name}: reads answered`, reads.filter(({ status }) => status === 200).length, { exactly: reads.length });
  report.figure('slowest read', Math.max(...reads.map(({ time }) => time)), { atMost: 1000 }, ' ms');
  const { status, time } = await uploading;
  report.figure('upload', status, {});
  report.figure('after', time, { atMost: 35_000 }, ' ms');
  const kept = images() - before;
  report.figure('rows of the upload', kept, { exactly: status === 201 ? 1 : 0 });
  if (status !== 201) report.figure('a clean refusal', status, { exactly: 503 });
}

async function stopsDuringUpload(report, portal, load, store) {
  store.mode = 'slow';
  const uploading = upload(portal, load.users[0], load.image);
  await pause(1000);
  await portal.stopInTime(report, 'SIGTERM to exit, slow store');
  await uploading;
}

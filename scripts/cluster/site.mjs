// A site of three portals over one PostgreSQL with a replica and one S3-compatible store, behind a
// balancer. All of it runs on the loopback.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { rows, runFile } from '../trust/database.mjs';
import { MailServer } from '../trust/mailServer.mjs';
import { Portal, freePort, temporaryFolder } from '../trust/portal.mjs';
import { Balancer, Prometheus } from './balancer.mjs';
import { PostgresServer, createCertificates, openFolder, urlOf, urlOfPrimary } from './postgres.mjs';
import { Process, answers } from './processes.mjs';

const credentials = { AWS_ACCESS_KEY_ID: 'cluster', AWS_SECRET_ACCESS_KEY: 'cluster-secret' };
/** The balancer asks twice a second, so it knows before the listener closes. */
export const shutdownDelay = '2';
const imageBytes = 40_000;
const bucket = 'portal';
const prefix = 'cluster';

/** An S3-compatible server that keeps its objects in a folder. */
class Store {
  static async start(folder) {
    const store = new Store();
    store.folder = join(folder, 'store');
    store.port = await freePort();
    store.log = join(folder, 'store.log');
    mkdirSync(join(store.folder, bucket), { recursive: true });
    await store.resume();
    return store;
  }

  async resume() {
    const options = { log: this.log, env: { ...process.env, ...credentials } };
    this.process = new Process(process.env.OBJECT_STORE, [`127.0.0.1:${this.port}`, this.folder], options);
    await this.process.until(() => listens(this.port));
  }

  pause() {
    return this.process.stop('SIGKILL');
  }

  get settings() {
    return {
      PORTAL_STORAGE_URL: `s3://${bucket}/${prefix}`,
      AWS_ENDPOINT: `http://127.0.0.1:${this.port}`,
      AWS_ALLOW_HTTP: 'true',
      AWS_REGION: 'local',
      ...credentials,
    };
  }

  path(key) {
    return join(this.folder, bucket, prefix, key);
  }
}

const listens = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

export class Site {
  /**
   * `first` is the program that the portals begin with: the one under test or an earlier one.
   * `images` listings get an image with a file of its own.
   */
  static async start({ first, images = 0, count = 3 }) {
    const site = new Site();
    const folder = temporaryFolder();
    site.folder = folder;
    openFolder(folder);
    try {
      const certificates = createCertificates(join(folder, 'certificates'));
      openFolder(join(folder, 'certificates/ca.pem'));
      site.primary = await PostgresServer.create(folder, 'primary', certificates);
      site.replica = await PostgresServer.create(folder, 'replica', certificates);
      await site.primary.initialise({ synchronous: 'replica' });
      await site.replica.follow(site.primary);
      // Only now do commits wait for the replica.
      await site.primary.stop();
      await site.primary.start();
      site.store = await Store.start(folder);
      site.mails = await MailServer.create();
      await site.#startPortals(certificates, { first, images, count });
    } catch (error) {
      await site.stop();
      throw error;
    }
    return site;
  }

  async #startPortals(certificates, { first, images, count }) {
    const settings = {
      PORTAL_DATABASE_URL: urlOfPrimary([this.primary, this.replica], certificates),
      PORTAL_DATABASE_REPLICA_URL: urlOf(this.replica, certificates),
      PORTAL_SMTP_URL: this.mails.url,
      PORTAL_TRUSTED_PROXIES: '["127.0.0.1"]',
      // Reminders for the generated rows would fill the queue of mails.
      PORTAL_REPLY_DAYS: '90',
      ...this.store.settings,
    };
    this.portals = [];
    for (let number = 1; number <= count; number += 1) {
      this.portals.push(await Portal.create({ data: join(this.folder, `portal${number}/data`), demo: number === 1, ...settings }));
    }
    this.balancer = await Balancer.start(this.folder, this.portals);
    for (const portal of this.portals) {
      portal.settings.PORTAL_PUBLIC_URL = this.balancer.url;
      portal.binary = first;
      if (!first) portal.settings.PORTAL_SHUTDOWN_DELAY_SECONDS = shutdownDelay;
    }
    const [seeder] = this.portals;
    await seeder.start();
    await seeder.stop();
    seeder.arguments = ['serve'];
    // Past the triggers, so that the portals read all of it at their start.
    runFile(this, join(import.meta.dirname, '../bench/lists.sql'));
    if (images > 0) this.#addImages(images);
    await Promise.all(this.portals.map((portal) => portal.start()));
    this.prometheus = await Prometheus.start(this.folder, this.portals);
    await this.balancer.process.until(() => answers(`${this.url}/health/ready`));
  }

  /** Files of the size of a small photo; nothing but backups reads them. */
  #addImages(number) {
    const file = this.demoImage().subarray(0, imageBytes);
    const chosen = `SELECT md5('image' || n)::uuid FROM generate_series(1, ${number}) AS n`;
    const locations = rows(
      this,
      `UPDATE listing_images SET location = '/' || replace(id::text, '-', '') || '.jpg' WHERE id IN (${chosen}) RETURNING location`,
    ).flat();
    // Now, not by autovacuum beside the scenes.
    rows(this, 'VACUUM (FREEZE, ANALYZE) listing_images');
    for (const location of locations) writeFileSync(this.store.path(`masters${location}`), file);
  }

  get url() {
    return this.balancer.url;
  }

  /** Where `scripts/trust/database.mjs` finds the rows. */
  postgres() {
    return this.primary.postgres();
  }

  hasObject(key) {
    return existsSync(this.store.path(key.replaceAll('//', '/')));
  }

  /** The first one of the demo data; later other files are beside it. */
  demoImage() {
    const masters = this.store.path('masters');
    this.image ??= readFileSync(join(masters, readdirSync(masters)[0]));
    return this.image;
  }

  status(path) {
    return this.portals[0].status.call(this, path);
  }

  async stop() {
    await Promise.allSettled((this.portals ?? []).filter(({ process }) => process).map((portal) => portal.stop()));
    await Promise.allSettled([
      this.prometheus?.stop(), this.balancer?.stop(), this.mails?.stop(), this.store?.process.stop(), this.replica?.stop(),
      this.primary?.stop(),
    ]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

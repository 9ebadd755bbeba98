// An object store with the S3 calls that the portal makes, on the loopback. It can be slow, fail,
// break off in the middle, or be away.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './portal.mjs';

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export class ObjectStore {
  /** `work`, `fail` (500), `slow` (`delay` before each answer), `half` (breaks off in the middle). */
  mode = 'work';
  delay = 30_000;
  objects = new Map();

  static async create() {
    const store = new ObjectStore();
    store.port = await freePort();
    await store.start();
    return store;
  }

  /** The portal's settings for this store. */
  get settings() {
    return {
      PORTAL_STORAGE_URL: 's3://portal/trust',
      AWS_ENDPOINT: `http://127.0.0.1:${this.port}`,
      AWS_ALLOW_HTTP: 'true',
      AWS_REGION: 'local',
      AWS_ACCESS_KEY_ID: 'trust',
      AWS_SECRET_ACCESS_KEY: 'trust',
    };
  }

  async start() {
    this.server = createServer((request, response) => void this.#answer(request, response)).listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async stop() {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  async #answer(request, response) {
    const chunks = [];
    request.on('error', () => {});
    for await (const chunk of request) {
      chunks.push(chunk);
      if (this.mode === 'half') return request.destroy();
    }
    if (this.mode === 'slow') await pause(this.delay);
    if (this.mode === 'fail') return response.writeHead(500).end();
    const url = new URL(request.url, 'http://store');
    const key = decodeURIComponent(url.pathname).replace(/^\/portal\/?/, '');
    const body = Buffer.concat(chunks);
    if (request.method === 'POST' && url.searchParams.has('delete')) return this.#deleteAll(body, response);
    if (request.method === 'GET' && key === '') return this.#list(url.searchParams, response);
    return this.#object(request, response, key, body);
  }

  #object(request, response, key, body) {
    const etag = (bytes) => `"${createHash('md5').update(bytes).digest('hex')}"`;
    if (request.method === 'PUT') {
      this.objects.set(key, { bytes: body, modified: new Date() });
      return response.writeHead(200, { ETag: etag(body) }).end();
    }
    if (request.method === 'DELETE') {
      this.objects.delete(key);
      return response.writeHead(204).end();
    }
    const object = this.objects.get(key);
    if (!object) return response.writeHead(404, { 'Content-Type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>');
    const headers = { 'Content-Length': object.bytes.length, ETag: etag(object.bytes), 'Last-Modified': object.modified.toUTCString() };
    return response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : object.bytes);
  }

  #deleteAll(body, response) {
    const keys = [...body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => key);
    for (const key of keys) this.objects.delete(key);
    const deleted = keys.map((key) => `<Deleted><Key>${key}</Key></Deleted>`).join('');
    response.writeHead(200, { 'Content-Type': 'application/xml' }).end(`<DeleteResult>${deleted}</DeleteResult>`);
  }

  #list(query, response) {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
    const page = keys.slice(0, 1000);
    const contents = page.map((key) => {
      const { bytes, modified } = this.objects.get(key);
      return `<Contents><Key>${escape(key)}</Key><Size>${bytes.length}</Size><LastModified>${modified.toISOString()}</LastModified></Contents>`;
    });
    const next = keys.length > page.length ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '<IsTruncated>false</IsTruncated>';
    response.writeHead(200, { 'Content-Type': 'application/xml' });
    response.end(`<ListBucketResult>${next}${contents.join('')}</ListBucketResult>`);
  }
}

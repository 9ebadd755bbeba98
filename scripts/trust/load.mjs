// The base load: virtual users who search, read, poll, log in and write. Every acknowledged write is
// recorded in a ledger.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { call, fileForm, logIn } from './client.mjs';
import { rows } from './database.mjs';
import { Ledger, mark } from './ledger.mjs';

/** Between two requests of a virtual user, in milliseconds; on average half of it. */
const thinking = 2000;

export class Load {
  ledger = new Ledger();
  /** Milliseconds of successful requests by kind, since the last `reset`. */
  times = {};
  /** Responses by status since the last `reset`; 0 is no response. */
  statuses = {};
  /** Requests without a response by reason, since the last `reset`. */
  lost = {};
  #pending = [];
  #listings = [];
  #running = false;
  /** When each request under way began. */
  #waiting = new Set();

  constructor(portal) {
    this.portal = portal;
  }

  /** Gives all active users a password, and 40 landlords a published listing each. */
  async prepare({ students = 150, landlords = 40 } = {}) {
    rows(
      this.portal,
      `UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE email = 'student@portal.test')
         WHERE status = 'ACTIVE' AND role <> 'ADMIN' RETURNING 1`,
    );
    const emails = (role, limit) =>
      rows(this.portal, `SELECT email FROM users WHERE status = 'ACTIVE' AND role = '${role}' ORDER BY id DESC LIMIT ${limit}`).flat();
    this.image ??= this.portal.demoImage();
    const sessions = async (addresses, role) => {
      const users = [];
      // One after the other: the portal refuses log-ins beyond what it can hash.
      for (const email of addresses) users.push({ email, role, ...(await logIn(this.portal, email)) });
      return users;
    };
    const owners = await sessions(emails('LANDLORD', landlords), 'LANDLORD');
    for (const owner of owners) await this.#publish(owner);
    this.users = [
      ...owners,
      ...(await sessions(emails('STUDENT', students), 'STUDENT')),
      ...(await sessions(Array(10).fill('admin@portal.test'), 'ADMIN')),
    ];
    this.found = (await this.#search(this.users[0], 0)).json.payload.map((card) => card.externalId);
  }

  async #publish(owner) {
    const { portal } = this;
    const template = (await call(portal, 'GET', '/listings?pageSize=1', { token: owner.token })).json.payload[0];
    // Lists leave the long texts out.
    const texts = { description: mark, tenantDescription: mark, locationDescription: mark };
    const body = { ...(template ?? this.template), ...texts, title: `${mark} ${this.#listings.length}`, lastModified: null };
    this.template = body;
    const created = await call(portal, 'POST', '/listings', { token: owner.token, body: listingRequest(body) });
    if (created.status >= 300) throw new Error(`POST /listings returned ${created.status}: ${JSON.stringify(created.json)}`);
    owner.listing = created.json.payload;
    await this.#addImage(owner);
    const id = owner.listing.externalId;
    const published = await call(portal, 'PUT', `/listings/${id}/status?status=AVAILABLE`, { token: owner.token });
    if (published.status >= 300) throw new Error(`publishing returned ${published.status}: ${JSON.stringify(published.json)}`);
    this.#listings.push(id);
  }

  /** Runs until `stop`. */
  start() {
    this.#running = true;
    this.reset();
    this.done = Promise.all(this.users.map((user) => this.#live(user)));
  }

  async stop() {
    this.#running = false;
    await this.done;
  }

  reset() {
    this.times = {};
    this.statuses = {};
    this.lost = {};
    this.longest = 0;
  }

  /** The longest time of a request, of those without an answer too, in milliseconds. */
  get longestSoFar() {
    const now = performance.now();
    return Math.max(this.longest, ...[...this.#waiting].map((began) => now - began));
  }

  async #live(user) {
    await pause(Math.random() * thinking);
    while (this.#running) {
      await this.#act(user);
      await pause(Math.random() * thinking);
    }
  }

  async #act(user) {
    const began = performance.now();
    this.#waiting.add(began);
    await this.#request(user);
    this.#waiting.delete(began);
  }

  async #request(user) {
    const dice = Math.random();
    if (dice < 0.35) return this.#count('search', await this.#search(user, Math.floor(Math.random() * 4)));
    if (dice < 0.7) return this.#count('detail', await call(this.portal, 'GET', `/listings/${pick(this.found)}`, user));
    if (dice < 0.8) return this.#poll(user);
    if (dice < 0.9) return this.#session(user);
    return this.#write(user);
  }

  #search(user, page) {
    const minimum = Math.floor(Math.random() * 500);
    return call(this.portal, 'POST', '/listings/search', { body: { page, price: { min: minimum, max: minimum + 400 } } });
  }

  async #poll(user) {
    const path = { ADMIN: '/notifications/admin', LANDLORD: '/notifications/landlord', STUDENT: '/applications?pageSize=10' };
    this.#count('poll', await call(this.portal, 'GET', path[user.role], { token: user.token }));
  }

  /** Logs in or refreshes; a session must survive every fault. */
  async #session(user) {
    if (Math.random() < 0.5) {
      const session = await logIn(this.portal, user.email);
      if (session) Object.assign(user, session);
      return;
    }
    const response = await call(this.portal, 'POST', '/refresh', { cookie: user.cookie });
    this.#count('refresh', response);
    if (response.status !== 200) return;
    user.token = response.json.payload.token;
    user.cookie = response.headers['set-cookie']?.map((text) => text.split(';')[0]).join('; ') ?? user.cookie;
  }

  async #write(user) {
    if (user.role === 'STUDENT') return this.#apply(user);
    if (user.role === 'ADMIN') return this.#approve(user);
    return Math.random() < 0.7 ? this.#edit(user) : this.#changeImages(user);
  }

  async #apply({ token }) {
    const letter = `${mark} ${randomUUID()}`;
    const path = `/applications/listing/${pick(this.#listings)}`;
    const response = await call(this.portal, 'POST', path, { token, body: { applicationLetter: letter } });
    this.#count('write', response);
    if (response.status >= 300 || response.status === 0) return;
    const { externalId } = response.json.payload;
    this.ledger.letters.set(externalId, letter);
    this.#pending.push(externalId);
  }

  async #approve({ token }) {
    const id = this.#pending.shift();
    if (!id) return;
    const response = await call(this.portal, 'PUT', `/applications/${id}/admin-review?status=APPROVED`, { token });
    this.#count('write', response);
    if (response.status === 200) this.ledger.approved.add(id);
  }

  async #edit(owner) {
    const id = owner.listing.externalId;
    const description = `${mark} ${randomUUID()}`;
    this.ledger.sending(id, description);
    const body = listingRequest({ ...owner.listing, description, lastModified: null });
    const response = await call(this.portal, 'PUT', `/listings/${id}`, { token: owner.token, body });
    this.#count('write', response);
    if (response.status === 200) this.ledger.edited(id, description);
  }

  async #changeImages(owner) {
    const images = owner.images ?? [];
    if (images.length < 5) return this.#addImage(owner);
    const [image] = images;
    const path = `/listings/${owner.listing.externalId}/images/${image}`;
    const response = await call(this.portal, 'DELETE', path, { token: owner.token });
    this.#count('write', response);
    if (response.status >= 300 && response.status !== 404) return;
    images.shift();
    if (response.status >= 200 && response.status < 300) this.ledger.imagesDeleted.add(image);
    // Without an answer it is not known whether the image is there.
    else this.ledger.imagesAdded.delete(image);
  }

  async #addImage(owner) {
    const path = `/listings/${owner.listing.externalId}/images`;
    const response = await call(this.portal, 'POST', path, { token: owner.token, ...fileForm(this.image, 'room.jpg', 'image/jpeg') });
    this.#count('write', response);
    if (response.status >= 300 || response.status === 0) return;
    const known = new Set(owner.images);
    const added = imagesOf(response.json.payload).filter((id) => !known.has(id));
    owner.images = imagesOf(response.json.payload);
    for (const id of added) this.ledger.imagesAdded.add(id);
  }

  #count(kind, { status, time, lost }) {
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    if (lost) this.lost[lost] = (this.lost[lost] ?? 0) + 1;
    this.longest = Math.max(this.longest, time);
    if (status >= 200 && status < 300) (this.times[kind] ??= []).push(time);
  }

  /** The time in milliseconds that the share of the requests of a kind did not exceed. */
  percentile(kind, share) {
    const sorted = (this.times[kind] ?? []).toSorted((one, other) => one - other);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  }

  get requests() {
    return Object.values(this.statuses).reduce((sum, number) => sum + number, 0);
  }

  /** Responses with a status in the range. */
  within(from, to) {
    return Object.entries(this.statuses).reduce((sum, [status, number]) => sum + (status >= from && status <= to ? number : 0), 0);
  }
}

const pick = (list) => list[Math.floor(Math.random() * list.length)];

const imagesOf = (payload) => (payload.images ?? payload).map((image) => image.externalId);

/** The fields of a listing that a client sends. */
function listingRequest(listing) {
  const { externalId, status, takedownReason, views, landlord, dateCreated, totalRent, images, application, ...request } = listing;
  return request;
}

// P02: the examples of proxies: they parse, and requests through nginx and HAProxy reach a portal as
// the examples promise.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { form } from '../client.mjs';
import { Portal, freePort, temporaryFolder } from '../portal.mjs';

const examples = 'config/deploy/proxies';
const host = 'zimmer.example.org';
/** The client's address; the proxies listen on 127.0.0.1. */
const client = '127.0.0.2';
const secret = 'a-token-of-a-mail';

export async function proxies(report) {
  const folder = temporaryFolder();
  execFileSync('chmod', ['0755', folder]);
  certificate(folder);
  const portal = await Portal.create({
    demo: false,
    PORTAL_PUBLIC_URL: `https://${host}`,
    PORTAL_TRUSTED_PROXIES: '["127.0.0.1"]',
    PORTAL_LOG_FILTER: 'info',
  });
  await portal.start();
  try {
    for (const start of [nginx, haproxy]) {
      const name = start.name;
      if (spawnSync('which', [name]).status !== 0) {
        report.note(`${name} is not installed`);
        continue;
      }
      const proxy = await start(folder, portal);
      report.figure(`${name}: the example parses`, proxy.parses ? 'yes' : proxy.output, { exactly: 'yes' });
      if (proxy.parses) await through(report, name, proxy, portal);
    }
    caddy(report, folder);
  } finally {
    await portal.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

function certificate(folder) {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host},DNS:www.${host}`];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert, ...names], { stdio: 'ignore' });
  mkdirSync(join(folder, 'certs'));
  writeFileSync(join(folder, 'certs/all.pem'), readFileSync(key, 'utf8') + readFileSync(cert, 'utf8'));
}

/** The text of an example with other ports and paths; each change must occur. */
function adapted(file, changes) {
  let text = readFileSync(join(examples, file), 'utf8');
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

async function nginx(folder, portal) {
  const ports = { http: await freePort(), https: await freePort() };
  const site = adapted('nginx.conf', [
    ['    listen [::]:80 default_server;\n', ''],
    ['    listen [::]:443 ssl http2;\n', ''],
    ['listen 80 ', `listen 127.0.0.1:${ports.http} `],
    ['listen 443 ', `listen 127.0.0.1:${ports.https} `],
    ['/etc/ssl/fensterplatz/fullchain.pem', join(folder, 'cert.pem')],
    ['/etc/ssl/fensterplatz/privkey.pem', join(folder, 'key.pem')],
    ['/var/cache/', `${folder}/`],
    ['/var/log/nginx', folder],
    ['server 127.0.0.1:8080;', `server 127.0.0.1:${portal.port};`],
  ]);
  writeFileSync(join(folder, 'site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  const main = join(folder, 'nginx.conf');
  writeFileSync(main, `daemon off;\npid ${folder}/nginx.pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\n${temporary.join('\n')}\ninclude ${folder}/site.conf;\n}\n`);
  const checked = spawnSync('nginx', ['-t', '-q', '-c', main], { encoding: 'utf8' });
  const logs = ['fensterplatz.log', 'fensterplatz.error.log', 'error.log'].map((name) => join(folder, name));
  const log = () => logs.map((file) => readFileSync(file, { encoding: 'utf8', flag: 'a+' })).join('');
  return { ports, parses: checked.status === 0, output: checked.stderr, command: ['nginx', '-c', main], log };
}

async function haproxy(folder, portal) {
  const ports = { http: await freePort(), https: await freePort() };
  const file = join(folder, 'haproxy.cfg');
  const text = adapted('haproxy.cfg', [
    ['    log /dev/log local0\n', '    log stdout format raw local0\n'],
    // The limit of descriptors may be low here.
    ['maxconn 10000', 'maxconn 200'],
    ['    user haproxy\n    group haproxy\n', ''],
    ['bind :80\n', `bind 127.0.0.1:${ports.http}\n`],
    ['bind :443 ', `bind 127.0.0.1:${ports.https} `],
    ['/etc/haproxy/certs/', join(folder, 'certs/')],
    ['10.0.0.11:8080', `127.0.0.1:${portal.port}`],
    // One portal is enough to see that requests reach it.
    ['    server portal2 10.0.0.12:8080\n', ''],
  ]);
  writeFileSync(file, text);
  const checked = spawnSync('haproxy', ['-c', '-q', '-f', file], { encoding: 'utf8' });
  const proxy = { ports, parses: checked.status === 0, output: checked.stderr, command: ['haproxy', '-db', '-f', file] };
  proxy.log = () => proxy.written;
  return proxy;
}

function caddy(report, folder) {
  if (spawnSync('which', ['caddy']).status !== 0) {
    report.note('caddy is not installed');
    return;
  }
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const checked = spawnSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', join(examples, 'Caddyfile')], { encoding: 'utf8', env });
  report.figure('caddy: the example parses', checked.status === 0 ? 'yes' : checked.stderr.slice(-300), { exactly: 'yes' });
}

async function through(report, name, proxy, portal) {
  const [program, ...words] = proxy.command;
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  proxy.written = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (proxy.written += text));
  const must = (what, value, bound) => report.figure(`${name}: ${what}`, value, { exactly: bound });
  const send = (path, options) => respond(proxy.ports.https, path, options);
  try {
    await untilServing(send);
    const home = await send('/');
    must('home', home.status, 200);
    must('request id of the response', Boolean(home.headers['x-request-id']), true);
    const plain = await respond(proxy.ports.http, '/rooms?page=2', { tls: false });
    must('http is redirected', `${plain.status} ${plain.headers.location}`, `301 https://${host}/rooms?page=2`);
    const www = await send('/rooms?page=2', { name: `www.${host}` });
    must('www is redirected', `${www.status} ${www.headers.location}`, `301 https://${host}/rooms?page=2`);
    const json = await send('/api/openapi.json', { headers: { 'accept-encoding': 'gzip' } });
    must('JSON is compressed', `${json.status} ${json.headers['content-encoding']}`, '200 gzip');
    const script = /\/assets\/[\w.-]+\.js/.exec(home.text)[0];
    const asset = await send(script, { headers: { 'accept-encoding': 'br' } });
    must('asset in the encoding of the portal', `${asset.status} ${asset.headers['content-encoding']}`, '200 br');
    const registered = await register(send, name);
    must('upload of 10 MB', registered.status, 201);
    if (registered.status !== 201) console.log(registered.text);
    must('upload of 102 MiB', (await tooLarge(send)).status, 413);
    await send(`/reset-password?token=${secret}`);
    must('address of the client', await seenAddress(send, portal), client);
    await pause(500);
    must('token in the log of the proxy', proxy.log().includes(secret), false);
    must('path in the log of the proxy', proxy.log().includes('/reset-password'), true);
  } finally {
    child.kill('SIGTERM');
  }
}

async function untilServing(send) {
  const deadline = performance.now() + 20_000;
  for (;;) {
    const { status } = await send('/').catch(() => ({ status: 0 }));
    if (status === 200) return;
    if (performance.now() > deadline) throw new Error(`the proxy does not reach the portal: ${status}`);
    await pause(100);
  }
}

/** A student registers with a large proof. */
function register(send, name) {
  const names = { firstName: 'Ada', lastName: 'Lovelace', gender: 'OTHER', phoneNumber: '0309999999', aboutMe: 'I study.' };
  const user = { ...names, email: `${name}@portal.test`, dateOfBirth: '2000-01-01', termsAccepted: true };
  const proof = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(10_000_000, '%'), Buffer.from('\n%%EOF\n')]);
  const { body, type } = form([
    { name: 'user', type: 'application/json', bytes: JSON.stringify(user) },
    { name: 'file', type: 'application/pdf', bytes: proof, filename: 'proof.pdf' },
  ]);
  const headers = { 'content-type': type, 'content-length': body.length };
  return send('/api/v1/users/students/registrations', { method: 'POST', headers, body });
}

/** Only the head, whose length is enough to refuse the upload. nginx notes that in its error log. */
function tooLarge(send) {
  const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 102 * 1024 * 1024 };
  return send(`/api/v1/users/students/registrations?token=${secret}`, { method: 'POST', headers });
}

/** The address that the portal records for a failed log-in; the headers of the client must not change it. */
async function seenAddress(send, portal) {
  const body = JSON.stringify({ email: 'eve@portal.test', password: 'wrong password' });
  const before = portal.log.length;
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' };
  await send('/api/v1/authenticate', { method: 'POST', headers, body });
  await pause(500);
  const line = portal.log.slice(before).split('\n').find((text) => text.includes('security'));
  return /\b(?:\d{1,3}\.){3}\d{1,3}\b/.exec(line ?? '')?.[0] ?? `none in: ${line}`;
}

/** Sends a request to a port of 127.0.0.1 from the client's address. */
function respond(port, path, { tls = true, name = host, method = 'GET', headers = {}, body } = {}) {
  const options = { host: '127.0.0.1', port, path, method, localAddress: client, headers: { host: name, ...headers }, agent: false };
  const send = tls ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    let response;
    const request = send({ ...options, servername: name, rejectUnauthorized: false }, (received) => {
      response = received;
      let text = '';
      received.setEncoding('utf8').on('data', (part) => (text += part));
      received.on('end', () => resolve({ status: received.statusCode, headers: received.headers, text }));
      received.on('error', reject);
    });
    // A refused upload is answered before its end, and its connection is closed.
    request.on('error', (error) => (response ? undefined : reject(error)));
    request.setTimeout(60_000, () => request.destroy(new Error('timed out after 60 s')));
    request.end(body);
  });
}

// T16: security headers on every route and status, foreign origins, and changes across sites.
import { connect } from 'node:net';
import { send } from '../client.mjs';
import { logInDemo } from '../people.mjs';
import { Portal } from '../portal.mjs';
import { operations } from '../schema.mjs';

const required = ['x-content-type-options', 'referrer-policy', 'x-frame-options', 'content-security-policy', 'x-request-id'];

/** Origins that look like the portal's. */
const origins = ({ port }) => [
  'null', 'https://evil.example', 'http://localhost', `http://localhost:${port}`, `https://127.0.0.1:${port}`,
  `http://127.0.0.1:${port}.evil.example`, `http://127.0.0.1.evil.example:${port}`, `http://evil.example:${port}`,
  `http://127.0.0.1:${port + 1}`, 'http://127.0.0.1', `http://127.0.0.1:${port}@evil.example`, 'file://', 'http://[::1]',
  `http://127.1:${port}`, `HTTP://127.0.0.2:${port}`, 'chrome-extension://abc', `http://127.0.0.1:0${port}`, 'http://',
  'https://portal.test', 'http://127.0.0.1%00.evil.example',
];

export async function browserRules(report) {
  const portal = await Portal.create();
  await portal.start();
  try {
    const tokens = [undefined];
    for (const role of ['student', 'landlord', 'admin']) tokens.push((await logInDemo(portal, role)).token);
    await headers(report, portal, tokens);
    await foreignOrigins(report, portal, tokens);
    report.violations('parse errors without headers', await parseErrors(portal));
  } finally {
    await portal.remove();
  }
}

/** Every operation as everyone, with unknown ids and empty bodies, and pages and files. */
async function headers(report, portal, tokens) {
  const calls = operations.map(({ method, path }) => [method, path.replaceAll(/\{[^}]+\}/g, '01920000-0000-7000-8000-000000000000')]);
  const pages = ['/', '/search', '/listing/unknown', '/api/docs/', '/api/openapi.json', '/robots.txt', '/sitemap.xml', '/images/1x1/x.jpg', '/.git/config', '/health/live', '/health/ready', '/api/v1/unknown', '/%00', '/..%2f..%2fetc/passwd'];
  const seen = {};
  const missing = [];
  const failed = [];
  for (const token of tokens) {
    for (const [method, path] of [...calls, ...pages.map((page) => ['GET', page])]) {
      if (path.endsWith('/logout')) continue;
      for (const body of method === 'GET' ? [undefined] : ['{}', '{', undefined]) {
        const sent = { ...(token && { Authorization: `Bearer ${token}` }), ...(body && { 'Content-Type': 'application/json' }) };
        const response = await send(portal, method, path, sent, body);
        seen[response.status] = (seen[response.status] ?? 0) + 1;
        if (response.status === 0 || response.status >= 500) failed.push(`${method} ${path} ${response.status}`);
        const lacking = required.filter((name) => !(name in response.headers));
        if (lacking.length > 0) missing.push(`${method} ${path} ${response.status} lacks ${lacking.join(', ')}`);
      }
    }
  }
  report.figure('operations', operations.length);
  report.figure('statuses seen', Object.keys(seen).join(' '));
  report.figure('responses', Object.values(seen).reduce((sum, number) => sum + number, 0));
  report.violations('5xx and lost', failed);
  report.violations('responses without a header', missing);
}

async function foreignOrigins(report, portal, tokens) {
  const list = origins(portal);
  const accepted = [];
  const changed = [];
  for (const origin of list) {
    const preflight = await send(portal, 'OPTIONS', '/api/v1/users/profile', { Origin: origin, 'Access-Control-Request-Method': 'GET' });
    const read = await send(portal, 'GET', '/api/v1/users/profile', { Origin: origin, Authorization: `Bearer ${tokens[1]}` });
    for (const { headers: got } of [preflight, read]) {
      if (got['access-control-allow-origin']) accepted.push(`${origin}: ${got['access-control-allow-origin']}`);
    }
    for (const [type, body] of [['application/x-www-form-urlencoded', 'a=b'], ['text/plain', '{}'], ['application/json', '{}']]) {
      const { status } = await send(portal, 'POST', '/api/v1/refresh', { Origin: origin, 'Content-Type': type }, body);
      if (status < 400) changed.push(`${origin} ${type}: ${status}`);
    }
  }
  report.figure('foreign origins', list.length);
  report.violations('accepted origins', accepted);
  report.violations('changes across sites', changed);
}

/** Requests that the HTTP parser refuses. */
async function parseErrors(portal) {
  const requests = ['GET / HTTP/9.9\r\n\r\n', 'G\u0000T / HTTP/1.1\r\n\r\n', 'GET / HTTP/1.1\r\nbad header\r\n\r\n', `GET /${'x'.repeat(200_000)} HTTP/1.1\r\n\r\n`, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n'];
  const answers = await Promise.all(requests.map((text) => exchange(portal, text)));
  return answers.filter((answer) => answer !== '' && !/x-content-type-options/i.test(answer)).map((answer) => answer.split('\r\n')[0]);
}

function exchange(portal, text) {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(portal.port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('latin1').on('data', (part) => (answer += part));
    socket.on('error', () => resolve(answer)).on('close', () => resolve(answer));
    socket.setTimeout(5000, () => socket.destroy());
  });
}

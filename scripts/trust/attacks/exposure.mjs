// T17: what a portal without demo data shows to strangers: files, metrics, debug routes, default users.
import { call, send } from '../client.mjs';
import { Portal } from '../portal.mjs';

const paths = [
  '/.git/config', '/.git/HEAD', '/.env', '/.htpasswd', '/config/default.toml', '/Cargo.toml', '/package.json', '/backup.sql', '/dump.sql',
  '/metrics', '/api/v1/metrics', '/debug', '/debug/pprof/', '/actuator', '/actuator/env', '/server-status', '/admin.php', '/phpinfo.php',
  '/assets/', '/assets', '/images/', '/locales/', '/objects/', '/uploads/', '/mail/', '/postgres/', '/..%2f..%2fetc/passwd', '/assets/..%2f..%2fCargo.toml',
  '/%2e%2e/%2e%2e/etc/passwd', '/api/v1/debug', '/api/v1/config', '/api/v1/health', '/.vite/manifest.json', '/index.html.br', '/index.html.map',
];
const passwords = ['admin', 'administrator', 'password', 'portal-demo', 'changeme', '12345678'];
const users = ['admin@portal.test', 'administrator@portal.test', 'landlord@portal.test', 'student@portal.test', 'root@localhost', 'admin@example.org'];

export async function exposure(report) {
  const portal = await Portal.create({ demo: false });
  await portal.start();
  try {
    const home = await send(portal, 'GET', '/');
    report.figure('home', home.status, { exactly: 200 });
    const scripts = [...home.text.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path);
    report.figure('scripts of home', scripts.length, { atLeast: 1 });
    const exposed = [];
    for (const path of [...paths, ...scripts.map((path) => `${path}.map`)]) {
      const { status } = await send(portal, 'GET', path);
      if (status < 400) exposed.push(`${path}: ${status}`);
    }
    report.figure('paths', paths.length + scripts.length);
    report.violations('exposed', exposed);
    report.violations('methods', await methods(portal));
    report.violations('default users', await defaultUsers(portal));
    report.violations('header that names the software', ['server', 'x-powered-by'].filter((name) => name in home.headers));
  } finally {
    await portal.remove();
  }
}

/** TRACE would repeat the headers, CONNECT would make it a proxy. */
async function methods(portal) {
  const answered = [];
  for (const method of ['TRACE', 'PROPFIND', 'DEBUG', 'PATCH', 'DELETE']) {
    const { status, text } = await send(portal, method, '/', { 'X-Repeated': 'repeated-value' });
    if (status < 400 || text.includes('repeated-value')) answered.push(`${method}: ${status}`);
  }
  return answered;
}

async function defaultUsers(portal) {
  const found = [];
  for (const email of users) {
    for (const password of passwords) {
      const { status } = await call(portal, 'POST', '/authenticate', { body: { email, password } });
      if (status !== 401 && status !== 429) found.push(`${email} ${password}: ${status}`);
    }
  }
  return found;
}

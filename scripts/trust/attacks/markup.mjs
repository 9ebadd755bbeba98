// T10: sixty payloads in every free text, and every screen that shows them, in Chromium. No script
// runs, and nothing violates the content security policy.
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { call } from '../client.mjs';
import { rows } from '../database.mjs';
import { decodeQuoted } from '../mailServer.mjs';
import { addUsers, logInDemo } from '../people.mjs';
import { Portal } from '../portal.mjs';

/** Each calls `attacked` if it runs. */
const payloads = [
  ...['script', 'SCRIPT', 'scr<script>ipt', 'script/x', 'script\t'].map((tag) => `<${tag}>attacked()</${tag}>`),
  ...['img src=x', 'svg', 'body', 'video src=x', 'audio src=x', 'iframe', 'input autofocus', 'details open', 'marquee', 'object data=x'].flatMap((tag) => [
    `<${tag} onerror=attacked() onload=attacked() onfocus=attacked() ontoggle=attacked() onstart=attacked()>`,
    `"><${tag} onerror=attacked() onload=attacked()>`,
  ]),
  ...['javascript:attacked()', 'JaVaScRiPt:attacked()', 'java\tscript:attacked()', 'data:text/html,<script>parent.attacked()</script>', 'vbscript:attacked()'].flatMap((url) => [
    url,
    `<a href="${url}">x</a>`,
    `[x](${url})`,
  ]),
  '<iframe srcdoc="<script>parent.attacked()</script>">', '<math><mi xlink:href="javascript:attacked()">', '<style>@import "javascript:attacked()"</style>',
  '<meta http-equiv=refresh content="0;url=javascript:attacked()">', '<base href="javascript:attacked()//">', '<form action="javascript:attacked()"><button>x',
  '</script><script>attacked()</script>', '</title><script>attacked()</script>', '</textarea><script>attacked()</script>', '--><script>attacked()</script>',
  ']]><script>attacked()</script>', "';attacked();//", '";attacked();//', '`;attacked();//', '${attacked()}', '{{constructor.constructor("attacked()")()}}',
  '&lt;script&gt;attacked()&lt;/script&gt;', '%3Cscript%3Eattacked()%3C/script%3E', '\\u003cscript\\u003eattacked()\\u003c/script\\u003e', '＜script＞attacked()＜/script＞',
  '<svg><script href="data:,attacked()"/></svg>', '<noscript><p title="</noscript><img src=x onerror=attacked()>">', '<template><script>attacked()</script></template>',
];

const screens = {
  anonymous: ['/', '/?page=1', '/?page=2'],
  student: ['/', '/my-applications', '/account'],
  landlord: ['/my-listings', '/student-applications', '/account'],
  admin: ['/applications', '/users', '/registration-requests', '/events', '/audit', '/settings', '/stats', '/account'],
};

export async function markup(report) {
  const portal = await Portal.create();
  await portal.start();
  const browser = await launchChromium();
  try {
    report.figure('payloads', payloads.length, { atLeast: 60 });
    const { listings, refused } = await plant(portal);
    report.figure('texts refused', refused);
    const state = { opened: 0, executed: [], reports: [] };
    for (const [role, paths] of Object.entries(screens)) {
      const context = await browser.newContext();
      const page = await watched(context, state);
      if (role !== 'anonymous') await logInOn(page, portal, role);
      const keywords = payloads.map((text) => `/?keyword=${encodeURIComponent(text)}`);
      const details = listings.map((id) => `/listing/${id}`);
      const more = { anonymous: [...details, ...keywords], student: details, landlord: listings.slice(0, 5).map((id) => `/manage-listing/${id}`) };
      for (const path of [...paths, ...(more[role] ?? [])]) await open(page, portal, path, state);
      await context.close();
    }
    report.figure('screens opened', state.opened);
    report.violations('scripts that ran', state.executed);
    report.violations('violations of the content security policy', state.reports);
    report.violations('raw markup in mails', rawMails(portal));
  } finally {
    await browser.close();
    await portal.remove();
  }
}

/** Required here, not when the module is loaded: other checks run without the packages of the front end. */
function launchChromium() {
  const { chromium } = createRequire(join(import.meta.dirname, '../../../frontend/package.json'))('playwright');
  return chromium.launch({ executablePath: process.env.CHROMIUM });
}

async function watched(context, state) {
  const page = await context.newPage();
  await page.exposeFunction('attacked', () => state.executed.push(page.url()));
  await page.exposeFunction('violated', (text) => state.reports.push(`${page.url()}: ${text}`));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) => window.violated(`${event.violatedDirective} ${event.blockedURI}`)),
  );
  page.on('dialog', (dialog) => {
    state.executed.push(page.url());
    void dialog.dismiss();
  });
  return page;
}

async function open(page, portal, path, state) {
  await page.goto(portal.url + path, { waitUntil: 'load' });
  await page.locator('main').first().waitFor();
  // Polling keeps some pages busy.
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {});
  state.opened += 1;
}

async function logInOn(page, portal, role) {
  await page.goto(`${portal.url}/login`);
  await page.locator('main input[type=email]').fill(`${role}@portal.test`);
  await page.locator('main input[type=password]').fill('portal-demo');
  await page.locator('main form button[type=submit]').click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

/** Puts each payload into every text that the API takes. */
async function plant(portal) {
  const [administrator, landlord] = [await logInDemo(portal, 'admin'), await logInDemo(portal, 'landlord')];
  const students = await addUsers(portal, 'STUDENT', payloads.length, 'markup');
  const listings = [];
  let refused = 0;
  const image = anImage(portal);
  for (const [index, text] of payloads.entries()) {
    const send = async (method, path, token, body) => {
      const response = await call(portal, method, path, { token, body });
      if (response.status >= 500 || response.status === 0) throw new Error(`${method} ${path} returned ${response.status}`);
      if (response.status >= 400) refused += 1;
      return response.json?.payload;
    };
    const created = await send('POST', '/listings', landlord.token, listingOf(text));
    const id = created?.externalId;
    const student = students[index];
    await send('PUT', `/users/${student.id}`, student.token, { firstName: text, lastName: text, gender: 'OTHER', phoneNumber: '0301234567', aboutMe: text });
    if (!id) continue;
    rows(portal, `INSERT INTO listing_images (id, listing_id, position, location) SELECT gen_random_uuid(), '${id}', 0, '${image}'`);
    await send('PUT', `/listings/${id}/status?status=AVAILABLE`, landlord.token);
    listings.push(id);
    const application = await send('POST', `/applications/listing/${id}`, student.token, { applicationLetter: text });
    if (application && index % 2 === 0) await send('PUT', `/applications/${application.externalId}/admin-review?status=APPROVED`, administrator.token);
    await send('POST', `/listings/${id}/reports`, undefined, { reason: 'OTHER', text, email: `report${index}@portal.test` });
    if (index % 10 === 0) await send('POST', `/listings/${id}/takedown`, administrator.token, { reason: text });
  }
  return { listings, refused };
}

const listingOf = (text) => ({
  title: text, unitType: 'ROOM', areaSqm: 12, totalAreaSqm: 60, bedrooms: 1, bathrooms: 1, kitchens: 1, amenities: [],
  address: { street: text, houseNumber: '1', postalCode: '10115', city: text, district: text, region: 'Berlin' },
  description: text, tenantDescription: text, locationDescription: text, basicRent: 300, ancillaryCost: 50, securityDeposit: 600,
  additionalCosts: [{ description: text, cost: 10 }],
});

function anImage(portal) {
  return rows(portal, 'SELECT location FROM listing_images LIMIT 1')[0][0];
}

/** Mails whose HTML contains a payload that is no plain text. */
function rawMails(portal) {
  const folder = join(portal.data, 'mail');
  return readdirSync(folder).filter((name) => {
    const text = decodeQuoted(readFileSync(join(folder, name), 'latin1'));
    const html = text.split(/content-type: text\/html/i)[1] ?? '';
    return /<(script|img src=x|iframe|svg)/i.test(html);
  });
}

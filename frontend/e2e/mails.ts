import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** How long a mail may take, in milliseconds. */
const deliveryTimeout = 60_000;

/**
 * Waits for a mail to the address with a link to a path. Returns path and query of the
 * newest one. Without a mail server, the server writes mails to files named by time.
 */
export const linkInMail = (to: string, path: string): Promise<string> =>
  waitForMail(to, `a link to ${path}`, (mail) =>
    pathAndQuery(new RegExp(`https?://[^\\s"<>]*${path}(?:\\?[^\\s"<>]*)?`).exec(plainTextOf(mail))?.[0]),
  );

/**
 * Waits for a mail to the address that can be unsubscribed from with one click. Returns path and
 * query of the newest one's address for that.
 */
export const unsubscribeHeaderInMail = (to: string): Promise<string> =>
  waitForMail(to, 'a header for one click', (mail) => {
    const [head = ''] = mail.split(/\r?\n\r?\n/);
    const unfolded = head.replaceAll(/\r?\n[ \t]+/g, ' ');
    if (!/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\s*$/im.test(unfolded)) return undefined;
    return pathAndQuery(/^List-Unsubscribe: .*?<(https?:[^>]+)>/im.exec(unfolded)?.[1]);
  });

function pathAndQuery(link: string | undefined): string | undefined {
  if (link === undefined) return undefined;
  const { pathname, search } = new URL(link);
  return pathname + search;
}

type FindText = (mail: string) => string | undefined;

async function waitForMail(to: string, what: string, find: FindText): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(async () => (found = await findInNewest(to, find)), {
      message: `a mail to ${to} with ${what}`,
      timeout: deliveryTimeout,
    })
    .toBeDefined();
  return found ?? '';
}

async function findInNewest(to: string, find: FindText): Promise<string | undefined> {
  const folder = join(process.env['SERVER_DATA'] ?? '', 'mail');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.eml')).toSorted();
  for (const file of files.toReversed()) {
    const mail = await readFile(join(folder, file), 'utf8');
    if (!new RegExp(`^To: .*${to.replaceAll('.', '\\.')}`, 'im').test(mail)) continue;
    const found = find(mail);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Decodes the plain text part. */
function plainTextOf(mail: string): string {
  const part = mail.split(/^--/m).find((piece) => /content-type: text\/plain/i.test(piece)) ?? '';
  const [head = '', ...body] = part.split(/\r?\n\r?\n/);
  const encoded = body.join('\n\n');
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(encoded, 'base64').toString('utf8');
  if (!/transfer-encoding: quoted-printable/i.test(head)) return encoded;
  return encoded
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

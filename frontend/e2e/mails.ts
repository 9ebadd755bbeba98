import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/**
 * Waits for a mail to the address with a link to a path. Returns path and query of the
 * newest one. Without a mail server, the server writes mails to files named by time.
 */
export async function linkInMail(to: string, path: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => (link = await newestLink(to, path)), { message: `a mail to ${to} with ${path}` })
    .toBeDefined();
  return link ?? '';
}

async function newestLink(to: string, path: string): Promise<string | undefined> {
  const folder = join(process.env['SERVER_DATA'] ?? '', 'mail');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.eml')).toSorted();
  for (const file of files.toReversed()) {
    const mail = await readFile(join(folder, file), 'utf8');
    if (!new RegExp(`^To: .*${to.replaceAll('.', '\\.')}`, 'im').test(mail)) continue;
    const [link] = new RegExp(`https?://[^\\s"<>]*${path}\\?[^\\s"<>]*`).exec(plainTextOf(mail)) ?? [];
    if (link) {
      const { pathname, search } = new URL(link);
      return pathname + search;
    }
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

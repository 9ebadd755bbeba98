// T06: some 300 hostile files, many at once. None is stored as it is, and memory stays bounded.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { call, fileForm } from '../client.mjs';
import { demoListings, logInDemo } from '../people.mjs';
import { Portal } from '../portal.mjs';

const memoryBound = 512;

export async function hostileImages(report) {
  const portal = await Portal.create();
  await portal.start();
  try {
    const landlord = await logInDemo(portal, 'landlord');
    const listings = await demoListings(portal, landlord);
    const files = await hostileFiles(portal);
    const idle = portal.memory();
    let peak = idle;
    const watch = setInterval(() => (peak = Math.max(peak, portal.memory())), 20);
    const statuses = {};
    const wrong = [];
    let slowest = 0;
    const send = async ({ name, bytes, valid }, index) => {
      const path = `/listings/${listings[index % listings.length]}/images`;
      const response = await call(portal, 'POST', path, { token: landlord.token, ...fileForm(bytes, 'a.jpg', 'image/jpeg') });
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      slowest = Math.max(slowest, response.time);
      if (response.status === 0 || response.status >= 500 || (!valid && response.status < 300)) wrong.push(`${name}: ${response.status}`);
    };
    for (let index = 0; index < files.length; index += 30) {
      await Promise.all(files.slice(index, index + 30).map((file, offset) => send(file, index + offset)));
    }
    clearInterval(watch);
    report.figure('files', files.length, { atLeast: 300 });
    report.figure('responses', JSON.stringify(statuses).replaceAll('"', ''));
    report.violations('accepted, 5xx or lost', wrong);
    report.figure('slowest of 30 at once', slowest, {}, ' ms');
    report.figure('peak memory above idle', peak - idle, { atMost: memoryBound }, ' MB');
    report.figure('ready afterwards', await portal.status('/health/ready'), { exactly: 200 });
  } finally {
    await portal.remove();
  }
}

async function hostileFiles(portal) {
  const masters = join(portal.data, 'objects/masters');
  const name = readdirSync(masters)[0];
  const jpeg = readFileSync(join(masters, name));
  const webp = Buffer.from(await (await fetch(`${portal.url}/images/1200x800/${name}`, { headers: { Accept: 'image/webp' } })).arrayBuffer());
  const png = pngOf(600, 400, (600 * 3 + 1) * 400);
  const truncated = Object.entries({ jpeg, webp, png }).flatMap(([type, bytes]) =>
    // A file that lacks its last bytes may still hold a whole image.
    Array.from({ length: 95 }, (_, percent) => ({ name: `${type} at ${percent} %`, bytes: bytes.subarray(0, Math.floor((bytes.length * percent) / 100)), valid: percent > 60 })),
  );
  return [...truncated, ...bombs(), ...otherTypes(jpeg)];
}

/** A PNG whose header claims a size, with so many bytes of pixels. */
function pngOf(width, height, bytes) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunks = [['IHDR', header], ['IDAT', deflateSync(Buffer.alloc(bytes))], ['IEND', Buffer.alloc(0)]];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks.map(([type, data]) => chunk(type, data))]);
}

function chunk(type, data) {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}

/** CRC-32; `zlib.crc32` needs a newer Node.js. */
function crc(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}

const bombs = () => [
  { name: 'PNG of 100,000²', bytes: pngOf(100_000, 100_000, 1000) },
  { name: 'PNG of 20,000² in one colour', bytes: pngOf(20_000, 20_000, 60_000_000) },
  { name: 'PNG with pixels for ten images', bytes: pngOf(100, 100, 40_000_000), valid: true },
  { name: 'PNG of 2³¹ by 1', bytes: pngOf(0x7fffffff, 1, 1000) },
  { name: 'PNG of 0 by 0', bytes: pngOf(0, 0, 0) },
];

const otherTypes = (jpeg) => [
  { name: 'empty', bytes: Buffer.alloc(0) },
  { name: 'SVG', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>') },
  { name: 'HTML', bytes: Buffer.from('<html><script>alert(1)</script>') },
  { name: 'GIF', bytes: Buffer.from('GIF89a/*alert(1)*/') },
  { name: 'TIFF', bytes: Buffer.from('II*\0aaaaaaaaaaaaaaaa', 'latin1') },
  { name: 'HEIC', bytes: Buffer.from('\0\0\0\x18ftypheic', 'latin1') },
  { name: 'PDF', bytes: Buffer.from('%PDF-1.4') },
  { name: 'JPEG and HTML', bytes: Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')]), valid: true },
  { name: 'zeros', bytes: Buffer.alloc(1_000_000) },
  { name: 'beyond the limit', bytes: Buffer.concat([jpeg, Buffer.alloc(10_485_761 - jpeg.length)]) },
];

// Renders the three usual variants with sharp: one ordinary pipeline each, on one thread. Prints
// the shortest time in milliseconds and the peak memory in megabytes: render.mjs <file> <folder>
// <repetitions>
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

const [file, folder, repetitions] = process.argv.slice(2);
sharp.concurrency(1);
sharp.cache(false);
const source = await readFile(file);
const sizes = [
  ['1200x800.jpg', 1200, 800, 'inside'],
  ['500x500.jpg', 500, 500, 'cover'],
  ['400x300.jpg', 400, 300, 'cover'],
];

let shortest = Infinity;
for (let repetition = 0; repetition < Number(repetitions); repetition += 1) {
  const began = performance.now();
  const variants = [];
  for (const [name, width, height, fit] of sizes) {
    variants.push([name, await sharp(source).resize(width, height, { fit }).jpeg({ quality: 80 }).toBuffer()]);
  }
  shortest = Math.min(shortest, performance.now() - began);
  for (const [name, bytes] of variants) await writeFile(join(folder, name), bytes);
}
console.log(shortest.toFixed(1), Math.ceil(process.resourceUsage().maxRSS / 1000));

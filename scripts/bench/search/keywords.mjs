// Keywords of every kind that a user might type or paste, each searched several times; the minimum
// of each counts, so that other work on the machine has little effect.
import { Agent, request } from 'node:http';
import { median } from '../median.mjs';
import { sql } from './portal.mjs';

const repetitions = 3;

/** The slowest keyword and the median one, in milliseconds. */
export async function measureKeywords(url, count) {
  const generate = generator(sql('SELECT word FROM search_words ORDER BY word').split('\n'));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const searchFor = (keyword) => search(agent, url, keyword);
  for (let warm = 0; warm < 200; warm += 1) await searchFor(generate());
  const times = [];
  for (let index = 0; index < count; index += 1) {
    const keyword = generate();
    times.push({ keyword, time: await minimum(() => searchFor(keyword), repetitions) });
  }
  // The slowest ones may have been delayed by other work every time.
  times.sort((one, other) => other.time - one.time);
  for (const suspect of times.slice(0, 50)) suspect.time = Math.min(suspect.time, await minimum(() => searchFor(suspect.keyword), 10));
  times.sort((one, other) => other.time - one.time);
  agent.destroy();
  return { slowest: times[0].time, keyword: times[0].keyword, middle: median(times.map(({ time }) => time)) };
}

async function minimum(work, times) {
  let best = Infinity;
  for (let repetition = 0; repetition < times; repetition += 1) {
    const began = performance.now();
    await work();
    best = Math.min(best, performance.now() - began);
  }
  return best;
}

function search(agent, url, keyword) {
  const body = JSON.stringify({ keyword });
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api/v1/listings/search`, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    });
    sent.on('response', (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${response.statusCode}: ${body}`));
      });
    });
    sent.on('error', reject).end(body);
  });
}

/** Generates the same keywords in every run. */
function generator(words) {
  let state = 20261124;
  const random = (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const pick = (list) => list[random(list.length)];
  const cut = (text) => [...text].slice(0, 200).join('');
  const repeat = (make) => cut(Array.from({ length: 100 }, make).join(' '));
  const letters = (list, length) => Array.from({ length }, () => pick(list)).join('');
  const typo = (word) => {
    const index = random(word.length + 1);
    return word.slice(0, index) + pick([...'aeinrstxq']) + word.slice(index + random(2));
  };
  const kinds = [
    () => pick(words),
    () => typo(pick(words)),
    () => typo(typo(pick(words))),
    () => pick(words).slice(0, 1 + random(3)),
    () => `${pick(words)} ${pick(words)}`,
    () => `${pick(words)} ${typo(pick(words))} ${pick(words).slice(0, 2)}`,
    () => repeat(() => pick(words)),
    () => repeat(() => typo(pick(words))),
    () => repeat(() => pick([...'abcdefghijklmnopqrstuvwxyz0123456789'])),
    () => repeat(() => pick(words).slice(0, 2)),
    () => letters([...'abcdefghijklmnopqrstuvwxyz'], 1 + random(200)),
    () => letters([...'%_*?\\'], 200),
    () => letters([...'🏠🏡🏢🎓'], 1 + random(200)),
    () => letters([...'שלוםعربية'], 1 + random(60)),
    () => `\u202e${pick(words)}\u202c`,
    () => [...pick(words)].map((letter) => letter + '\u0301\u0323').join(''),
    () => cut(`a${'\u0301'.repeat(random(199))}`),
    () => letters([...'.,;:!-()[]{}<>"\'&|'], 1 + random(200)),
    () => letters([...'äöüßéèñ'], 1 + random(60)),
    () => letters([...'0123456789'], 1 + random(60)),
  ];
  return () => pick(kinds)();
}

// Keywords of every kind that somebody might type or paste, each asked for several times; the least time of each counts,
// so that what the machine does beside is no keyword's fault.
import { Agent, request } from 'node:http';
import { median } from '../median.mjs';
import { sql } from './portal.mjs';

const tries = 3;

/** The worst keyword and the median one, in milliseconds. */
export async function measureKeywords(url, count) {
  const generate = generator(sql('SELECT word FROM search_words ORDER BY word').split('\n'));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (keyword) => search(agent, url, keyword);
  for (let warm = 0; warm < 200; warm += 1) await ask(generate());
  const times = [];
  for (let number = 0; number < count; number += 1) {
    const keyword = generate();
    times.push({ keyword, time: await least(() => ask(keyword), tries) });
  }
  // A slow one had perhaps bad luck three times.
  times.sort((one, other) => other.time - one.time);
  for (const suspect of times.slice(0, 50)) suspect.time = Math.min(suspect.time, await least(() => ask(suspect.keyword), 10));
  times.sort((one, other) => other.time - one.time);
  agent.destroy();
  return { worst: times[0].time, keyword: times[0].keyword, middle: median(times.map(({ time }) => time)) };
}

async function least(work, times) {
  let best = Infinity;
  for (let turn = 0; turn < times; turn += 1) {
    const began = performance.now();
    await work();
    best = Math.min(best, performance.now() - began);
  }
  return best;
}

function search(agent, url, keyword) {
  const body = JSON.stringify({ keyword });
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/api/v1/listings/search`, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    });
    asked.on('response', (answer) => {
      answer.resume().on('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode}: ${body}`))));
    });
    asked.on('error', reject).end(body);
  });
}

/** The same keywords every time. */
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
    const place = random(word.length + 1);
    return word.slice(0, place) + pick([...'aeinrstxq']) + word.slice(place + random(2));
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

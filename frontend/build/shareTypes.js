import { readFileSync, writeFileSync } from 'node:fs';

/**
 * The generator writes the types of both clients into each of them. This moves the types of the
 * initial client to the other one, so that every type is declared once.
 */
const initialFile = 'src/api/generatedInitial.ts';
const file = 'src/api/generated.ts';
const declaration = /^export type (\w+) =[\s\S]*?;\n(?=export )/gm;

const client = readFileSync(file, 'utf8');
const initialClient = readFileSync(initialFile, 'utf8');
const initialTypes = [...initialClient.matchAll(declaration)].map(([text, name]) => ({ text, name }));
const endpoints = initialClient.replaceAll(declaration, '');

const declared = new Set(Array.from(client.matchAll(declaration), ([, name]) => name));
const moved = initialTypes.filter(({ name }) => !declared.has(name)).map(({ text }) => text);
writeFileSync(
  file,
  client.replace(/^export const \{/m, (match) => moved.join('') + match),
);

const used = initialTypes
  .map(({ name }) => name)
  .filter((name) => new RegExp(`\\b${name}\\b`).test(endpoints));
writeFileSync(initialFile, `import type {\n  ${used.join(',\n  ')},\n} from "./generated";\n${endpoints}`);

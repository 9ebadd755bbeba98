// Values that a schema of the API's description allows, to be spoilt one field at a time.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const description = JSON.parse(readFileSync(join(import.meta.dirname, '../../frontend/openapi.json'), 'utf8'));

/** Every operation: method, path, parameters, the schema of its JSON body, and who may call it. */
export const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, parameters = [], requestBody, security }]) => ({
    operationId,
    method: method.toUpperCase(),
    path,
    parameters: parameters.map(resolve),
    body: requestBody?.content['application/json']?.schema,
    isForm: 'multipart/form-data' in (requestBody?.content ?? {}),
    isPublic: security === undefined || security.some((way) => Object.keys(way).length === 0),
  })),
);

function resolve(schema) {
  if (!schema.$ref) return schema;
  return resolve(schema.$ref.split('/').slice(1).reduce((part, step) => part[step], description));
}

/** A plausible value. */
export function example(schema) {
  const { type, enum: values, properties, items, oneOf, allOf, format, minimum } = resolve(schema);
  if (values) return values[0];
  if (oneOf ?? allOf) return example((oneOf ?? allOf).find((part) => part.type !== 'null'));
  const kind = Array.isArray(type) ? type.find((name) => name !== 'null') : type;
  if (kind === 'object') return Object.fromEntries(Object.entries(properties ?? {}).map(([name, part]) => [name, example(part)]));
  if (kind === 'array') return [example(items)];
  if (kind === 'integer' || kind === 'number') return Math.max(1, minimum ?? 1);
  if (kind === 'boolean') return true;
  return { uuid: '01920000-0000-7000-8000-000000000000', date: '2000-01-31', 'date-time': '2026-01-01T00:00:00.000000Z', email: 'a@portal.test' }[format] ?? 'text';
}

/** Every path to a value inside of a JSON value, as a list of keys. */
export function pathsOf(value, path = []) {
  if (value === null || typeof value !== 'object') return [path];
  return [path, ...Object.entries(value).flatMap(([key, part]) => pathsOf(part, [...path, key]))];
}

/** The JSON text with the value at the path replaced by a JSON text. */
export function replaced(value, path, text) {
  const marker = '\u0001replaced\u0001';
  const copy = structuredClone({ root: value });
  const keys = ['root', ...path];
  const parent = keys.slice(0, -1).reduce((part, key) => part[key], copy);
  parent[keys.at(-1)] = marker;
  return JSON.stringify(copy.root).replace(JSON.stringify(marker), () => text);
}

import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';

test('openapi.json is a valid OpenAPI 3.1 description', async () => {
  const description = JSON.parse(readFileSync('openapi.json', 'utf8')) as Record<string, unknown>;
  const validator = new Validator();
  const { valid, errors } = await validator.validate(description);
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

test('the validator rejects a response without a description', async () => {
  const description = {
    openapi: '3.1.0',
    info: { title: 'Portal', version: '1' },
    paths: { '/': { get: { responses: { 200: { content: {} } } } } },
  };
  const { valid } = await new Validator().validate(description);
  expect(valid).toBe(false);
});

import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';

test('the description of the API is a valid OpenAPI 3.1 document', async () => {
  const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as Record<string, unknown>;
  const validator = new Validator();
  const { valid, errors } = await validator.validate(document);
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

test('the validator refuses an answer without a description', async () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Portal', version: '1' },
    paths: { '/': { get: { responses: { 200: { content: {} } } } } },
  };
  const { valid } = await new Validator().validate(document);
  expect(valid).toBe(false);
});

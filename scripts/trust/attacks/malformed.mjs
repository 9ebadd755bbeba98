// T12: every field of every operation with malformed values, as every role. No 5xx, no internals in a
// response, none slower than two seconds.
import { call } from '../client.mjs';
import { logInDemo } from '../people.mjs';
import { Portal } from '../portal.mjs';
import { example, operations, pathsOf, replaced } from '../schema.mjs';

/** JSON texts, most of them no valid value of any field. */
const values = [
  'null', 'true', '[]', '{}', '""', '" "', '0', '-0', '-1', '1.5', '1e400', '-1e400', 'NaN', '1e-400', '9223372036854775808',
  '99999999999999999999999999', '0.1e1', '01', '"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udfff\\ud800"', '"\\u202eabc"',
  '"\\r\\nBcc: a@evil.example"', "\"' OR 1=1 --\"", '"%00%s%n"', '"../../etc/passwd"', '"<script>alert(1)</script>"',
  '"{{7*7}}"', '"\\ufeff"', '"2026-02-30"', '"0000-00-00"', '"+99999-01-01"', '"a@b@c"', '"a@portal.test,b@portal.test"',
  '["a@portal.test","b@portal.test"]', '{"a":{"b":{"c":[]}}}', '[[[[[[]]]]]]', '"ADMIN"', '"00000000-0000-0000-0000-000000000000"',
];
const long = [`"${'x'.repeat(10_000)}"`, `"${'ä'.repeat(100_000)}"`, '['.repeat(10_000), `[${'0,'.repeat(20_000)}0]`];
const internals = /panicked|stack backtrace|\bSELECT\b.*\bFROM\b|diesel|\/crates\/|\.rs:\d|postgres(ql)?:\/\//;
/** They end the session or the account that asks. */
const left = new Set(['logout', 'deleteProfile', 'changePassword']);

export async function malformed(report, { scale }) {
  const portal = await Portal.create();
  await portal.start();
  try {
    const state = { sent: 0, failed: [], leaks: [], slow: [], statuses: new Set() };
    const roles = [undefined, ...(await Promise.all(['student', 'landlord', 'admin'].map((role) => logInDemo(portal, role))))];
    for (const role of roles) {
      for (const operation of operations.filter(({ operationId }) => !left.has(operationId))) {
        const requests = requestsOf(operation).filter(() => Math.random() < scale);
        for (let index = 0; index < requests.length; index += 8) {
          await Promise.all(requests.slice(index, index + 8).map((request) => send(portal, operation, request, role?.token, state)));
        }
      }
    }
    report.figure('requests', state.sent, scale === 1 ? { atLeast: 20_000 } : {});
    report.figure('statuses seen', [...state.statuses].sort().join(' '));
    report.violations('5xx and lost', state.failed);
    report.violations('responses with internals', state.leaks);
    report.violations('slower than 2 s', state.slow);
    report.figure('ready afterwards', await portal.status('/health/ready'), { exactly: 200 });
  } finally {
    await portal.remove();
  }
}

/** Paths with spoilt parameters, and bodies with spoilt fields. */
function requestsOf({ path, parameters, body }) {
  const id = '01920000-0000-7000-8000-000000000000';
  const valid = path.replaceAll(/\{[^}]+\}/g, id);
  const texts = values.map((value) => encodeURIComponent(value.replaceAll(/^"|"$/g, '')));
  const paths = path.includes('{') ? texts.map((text) => ({ path: path.replaceAll(/\{[^}]+\}/g, text) })) : [];
  const queries = parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name }) => texts.map((text) => ({ path: `${valid}?${name}=${text}` })));
  return [...paths, ...queries, ...(body ? bodiesOf(body).map((text) => ({ path: valid, body: Buffer.from(text) })) : [])];
}

function bodiesOf(schema) {
  const base = example(schema);
  return pathsOf(base).flatMap((path) => [...values, ...long].map((text) => replaced(base, path, text)));
}

async function send(portal, { method, operationId }, { path, body }, token, state) {
  const options = body ? { body, type: 'application/json', token } : { token };
  const { status, json, time } = await call(portal, method, path.replace(/^\/api\/v1/, ''), options);
  state.sent += 1;
  state.statuses.add(status);
  const text = `${method} ${operationId} ${path.slice(0, 80)} ${status}`;
  if (status === 0 || status >= 500) state.failed.push(`${text} ${body?.toString().slice(0, 100) ?? ''}`);
  if (internals.test(JSON.stringify(json ?? ''))) state.leaks.push(text);
  if (time > 2000) state.slow.push(`${text} ${Math.round(time)} ms`);
}

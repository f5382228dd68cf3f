import { expect, test } from 'vitest';
import { withoutSchemas } from '../lean-endpoints.ts';

const described = `
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { DAYS } from './ping.rules.ts';
import { locationSchema, type Location } from './ping.schema.ts';

const path = '/api/pings';
const params = z.strictObject({ id: z.uuid() });

export const readPing = endpoint({
  name: 'ping.read',
  method: 'GET',
  path: \`\${path}/{id}\`,
  summary: 'Returns a ping.',
  params,
  answer: locationSchema,
  refusals: ['not_found'],
});
`;

test('the build keeps method and path of an endpoint, and drops its schemas with their imports', () => {
  const code = withoutSchemas(described, 'ping.api.ts');
  expect(code).toContain("const path = '/api/pings'");
  expect(code).toContain("method: 'GET'");
  expect(code).toContain('answer: { parse: (sent) => sent }');
  expect(code).not.toMatch(/zod|schema\.ts|rules\.ts|strictObject|not_found|Returns/);
});

test('the build passes the data of an event on unchecked, unless the data is no JSON', () => {
  const code = withoutSchemas(
    "export const ended = streamEvent({ name: 'ended', data: z.object({}) });",
    'x.stream.ts',
  );
  expect(code).toContain('data: { safeParse: (sent) => ({ success: sent !== undefined, data: sent }) }');
});

test('the build keeps a schema that a form imports, and marks the schema as droppable', () => {
  const code = withoutSchemas(
    "import { z } from 'zod';\nexport const nameSchema = z.string().min(1);",
    'devices.schema.ts',
  );
  expect(code).toContain("import { z } from 'zod';");
  expect(code).toContain('/* @__PURE__ */ (() => z.string().min(1))()');
});

test('the build keeps a constant that is taken out of a list', () => {
  const code = withoutSchemas('const [first] = list;\nexport const texts = { title: first };', 'x.texts.ts');
  expect(code).toContain('const [first] = list');
});

import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { AnyStreamEvent } from '@trace/contract/kernel/stream';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { contractEndpoints } from '#testing/contract-endpoints';

const contract = resolve(import.meta.dirname, '../../../../../contract/src');

async function streamEvents(): Promise<AnyStreamEvent[]> {
  const files = (await readdir(contract, { recursive: true })).filter((file) => file.endsWith('stream.ts'));
  const modules = await Promise.all(files.map((file) => import(join(contract, file)) as Promise<object>));
  return modules.flatMap((module) => Object.values(module)).filter((value) => value?.data instanceof z.ZodType);
}

/** Throws when the schema transforms a value. */
const shapeOf = (schema: z.ZodType, io: 'input' | 'output') => z.toJSONSchema(schema, { io });

test('schemas of answers and events change no value, because browsers use what they get unchecked', async () => {
  const answers = (await contractEndpoints()).filter(({ download }) => !download);
  const sent = answers.map(({ name, answer }) => ({ name, schema: answer as z.ZodType }));
  const pushed = (await streamEvents()).map(({ name, data }) => ({ name, schema: data as z.ZodType }));
  expect(pushed.length).toBeGreaterThan(10);
  for (const { name, schema } of [...sent, ...pushed]) {
    expect(shapeOf(schema, 'input'), name).toEqual(shapeOf(schema, 'output'));
  }
});

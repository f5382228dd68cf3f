// Firmware developers write from this page, so the page must not promise input that the contract refuses.
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { commandMessage, commandParameters } from '@trace/contract/device-protocol/commands';
import { messageSchemas } from '@trace/contract/device-protocol/messages';

const page = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/device-protocol.md'), 'utf8');
const schemas = { ...messageSchemas, command: commandMessage };
const examples = [...page.matchAll(/```json (\w+)\n(.*?)\n```/gs)].map(([, kind = '', text = '']) => ({ kind, text }));

test.each(examples)('the example of a $kind is valid: $text', ({ kind, text }) => {
  const schema = schemas[kind as keyof typeof schemas];
  expect(schema.safeParse(JSON.parse(text)).error).toBeUndefined();
});

test('every kind of message has an example and every command is named', () => {
  expect(new Set(examples.map(({ kind }) => kind))).toEqual(new Set(Object.keys(schemas)));
  for (const command of Object.keys(commandParameters)) expect(page).toContain(`\`${command}\``);
});

// Firmware developers write from this page, so the page must not promise input that the contract refuses.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { certificateAnswer, renewalRefusals } from '@trace/contract/device-protocol/certificates';
import { commandMessage, commandParameters } from '@trace/contract/device-protocol/commands';
import { deviceCheckAnswerSchema, deviceCheckSchema } from '@trace/contract/firmware/firmware.device.schema';
import { manifestSchema } from '@trace/contract/firmware/firmware.manifest.schema';
import { updateFailures, updateReportStates } from '@trace/contract/device-protocol/updates';
import { messageSchemas } from '@trace/contract/device-protocol/messages';

const page = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/device-protocol.md'), 'utf8');
const schemas = {
  ...messageSchemas,
  command: commandMessage,
  certificateAnswer,
  check: deviceCheckSchema,
  checkAnswer: deviceCheckAnswerSchema,
};
const examples = [...page.matchAll(/```json (\w+)\n(.*?)\n```/gs)].map(([, kind = '', text = '']) => ({ kind, text }));

test.each(examples)('the example of a $kind is valid: $text', ({ kind, text }) => {
  const schema = schemas[kind as keyof typeof schemas];
  expect(schema.safeParse(JSON.parse(text)).error).toBeUndefined();
});

test('every kind of message has an example and every command is named', () => {
  expect(new Set(examples.map(({ kind }) => kind))).toEqual(new Set(Object.keys(schemas)));
  for (const command of Object.keys(commandParameters)) expect(page).toContain(`\`${command}\``);
});

test('the parameters of every example of a command are valid', () => {
  for (const { text } of examples.filter(({ kind }) => kind === 'command')) {
    const { command, parameters } = commandMessage.parse(JSON.parse(text));
    expect(commandParameters[command].safeParse(parameters).error).toBeUndefined();
  }
});

test('the signature of the example of an offer is good, and its key and image are the named ones [FWD-02]', () => {
  const [, pem = ''] = /```pem\n(.*?)\n```/s.exec(page) ?? [];
  const key = createPublicKey(pem);
  const spki = createHash('sha256').update(key.export({ type: 'spki', format: 'der' }));
  const text = examples.find((example) => example.text.includes('"updateFirmware"'))!.text;
  const offer = commandParameters.updateFirmware.parse(commandMessage.parse(JSON.parse(text)).parameters);
  expect(offer.keyId).toBe(spki.digest('hex').slice(0, 16));
  expect(verify(null, Buffer.from(offer.manifest), key, Buffer.from(offer.signature, 'base64'))).toBe(true);
  const manifest = manifestSchema.parse(JSON.parse(offer.manifest));
  expect(new URL(offer.url).pathname).toBe(manifest.url.split('?')[0]);
  for (const field of Object.keys(manifest)) expect(page).toContain(`\`${field}\``);
});

test('the page names every state and every failure of an update [FWD-02]', () => {
  for (const word of [...updateReportStates, ...updateFailures]) expect(page).toContain(`\`${word}\``);
});

test('the page names every refusal of a renewal [REG-12]', () => {
  for (const word of renewalRefusals) expect(page).toContain(`\`${word}\``);
});

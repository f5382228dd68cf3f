// Decodes the bytes of a payload to a message of the contract. Returns a result for any input and never throws.
import { isUtf8 } from 'node:buffer';

import { deviceProtocol } from '@trace/contract/device-protocol/device-protocol.rules';
import { messageSchemas } from '@trace/contract/device-protocol/messages';
import type { DeviceMessageKind } from '@trace/contract/device-protocol/topics';

import type { MessageOfKind } from '../device-message.ts';
import { createFastValidator, isTiny } from './fast-validator.ts';
import type { FastValidator } from './fast-validator.ts';

export type BrokenReason =
  | 'too_big'
  | 'not_utf8'
  | 'not_json'
  | 'repeated_or_hidden_keys'
  | 'unstorable_text'
  | 'wrong_shape';

export type Decoded<Kind extends DeviceMessageKind> =
  | { readonly message: MessageOfKind[Kind]; readonly broken?: undefined }
  | { readonly broken: BrokenReason; readonly detail: string };

const MAX_DEPTH = 8;

const plainChecks = Object.fromEntries(
  Object.entries(messageSchemas).map(([kind, schema]) => [kind, createFastValidator(schema)]),
) as Record<DeviceMessageKind, FastValidator>;

export function decode<Kind extends DeviceMessageKind>(kind: Kind, payload: Buffer): Decoded<Kind> {
  if (payload.length > deviceProtocol.maxPayloadBytes) return broken('too_big');
  if (!isUtf8(payload)) return broken('not_utf8');
  const text = payload.toString('utf8');
  const value = parseJson(text);
  if (value === undefined) return broken('not_json');
  const plainFields = plainChecks[kind](value);
  // As many colons as fields: no key is repeated, and no text hides a key.
  if (plainFields > 0 && plainFields === countColons(text)) return { message: value as MessageOfKind[Kind] };
  if (hasRepeatedOrHiddenKeys(text, value)) return broken('repeated_or_hidden_keys');
  if (text.includes('\\u') && !isStorable(value, 0)) return broken('unstorable_text');
  const parsed = messageSchemas[kind].safeParse(value);
  if (!parsed.success) return broken('wrong_shape', describeIssue(parsed.error.issues[0]));
  return { message: withoutTinyNumbers(parsed.data) as MessageOfKind[Kind] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The answer 'undefined' is none that JSON can hold; the caller sets the message aside.
    return undefined;
  }
}

/** JSON.parse silently keeps the last of two equal keys, so two readers may see different messages. */
function hasRepeatedOrHiddenKeys(text: string, value: unknown): boolean {
  const keys = countKeys(value, 0);
  if (Number.isNaN(keys)) return true;
  return countColons(text) !== keys && countColons(withoutStrings(text)) !== keys;
}

/** Returns NaN when the value is nested too deep or has a key that would reach into the prototype. */
function countKeys(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth >= MAX_DEPTH || Object.hasOwn(value, '__proto__')) return Number.NaN;
  let keys = 0;
  if (Array.isArray(value)) {
    for (const item of value) keys += countKeys(item, depth + 1);
    return keys;
  }
  for (const key in value) {
    const child = (value as Record<string, unknown>)[key];
    keys += 1;
    if (typeof child === 'object') keys += countKeys(child, depth + 1);
  }
  return keys;
}

function countColons(text: string): number {
  let colons = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) colons += 1;
  return colons;
}

function withoutStrings(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
}

/** PostgreSQL stores no NUL in text and no lone surrogate in jsonb. Only escapes can write these characters. */
function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return true;
  return Object.values(value).every((item) => isStorable(item, depth + 1));
}

function withoutTinyNumbers(value: unknown): unknown {
  if (typeof value === 'number') return isTiny(value) ? 0 : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutTinyNumbers);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutTinyNumbers(item)]));
}

function describeIssue(issue: { path: PropertyKey[]; message: string } | undefined): string {
  return issue === undefined ? '' : `${issue.path.map(String).join('.')}: ${issue.message}`.slice(0, 120);
}

function broken(reason: BrokenReason, detail = ''): { broken: BrokenReason; detail: string } {
  return { broken: reason, detail };
}

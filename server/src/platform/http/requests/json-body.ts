import { Refusal } from '#platform/refusal/refusal';
import { refuseUnstorableText } from './storable-text.ts';

/** Bodies of this interface are flat, so a deeply nested body is refused. */
const MAX_DEPTH = 16;

/**
 * Reads a JSON body. Refuses a repeated key, because JSON.parse silently keeps the last value while an earlier reader
 * of the text may have used the first. Refuses keys that reach into the prototype.
 */
export function parseJsonBody(text: string): unknown {
  const value = parseOrRefuse(text);
  const keys = countKeys(value, 0);
  if (countColons(text) !== keys)
    throw new Refusal('invalid_input', 'The body contains a duplicate key.', { field: 'body' });
  refuseUnstorableText(value, 'body');
  return value;
}

function parseOrRefuse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Refusal('invalid_input', 'The body is not valid JSON.', { field: 'body', cause });
  }
}

function countKeys(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth >= MAX_DEPTH) throw new Refusal('invalid_input', 'The body is nested too deeply.', { field: 'body' });
  if (Object.hasOwn(value, '__proto__'))
    throw new Refusal('invalid_input', 'The body has a key that is not allowed.', { field: 'body.__proto__' });
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce<number>((keys, child) => keys + countKeys(child, depth + 1), own);
}

/** Every key has its colon. Colons inside of texts do not count. */
function countColons(text: string): number {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1;
}

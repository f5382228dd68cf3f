// Values that answers showed, by the name of their field. Later calls use them, so that calls meet existing things.
import type { Json } from './interface.ts';
import { pick, type Next } from './random.ts';

const MOST_PER_KEY = 60;
const LONGEST = 200;

export interface Pool {
  /** Keeps the texts of an answer. */
  learn(answer: Json): void;
  /** Adds a value that calls shall know from the start. */
  add(key: string, value: string): void;
  /** A known value for a field of this name, or null. */
  draw(next: Next, key: string): string | null;
}

/** @param isKept which values of a kind of field are kept, by default all */
export function createPool(isKept: (kind: string, value: string) => boolean = () => true): Pool {
  const known = new Map<string, string[]>();
  const add = (key: string, value: string): void => {
    const values = known.get(key) ?? [];
    if (value.length > LONGEST || values.includes(value) || !isKept(key, value)) return;
    values.push(value);
    if (values.length > MOST_PER_KEY) values.shift();
    known.set(key, values);
  };
  const learn = (answer: Json, key = ''): void => {
    if (typeof answer === 'string') add(kindOf(key), answer);
    else if (Array.isArray(answer)) for (const item of answer as readonly Json[]) learn(item, key);
    else if (typeof answer === 'object' && answer !== null)
      for (const [name, value] of Object.entries(answer)) learn(value, name);
  };
  return {
    learn: (answer) => learn(answer),
    add: (key, value) => add(kindOf(key), value),
    draw: (next, key) => {
      const values = known.get(kindOf(key)) ?? [];
      return values.length === 0 ? null : pick(next, values);
    },
  };
}

/** Fields of one kind: `id` and `personId`, `serial` and `serialNumber`. */
function kindOf(key: string): string {
  const lower = key.toLowerCase();
  if (lower.endsWith('id')) return 'id';
  if (lower.startsWith('serial')) return 'serial';
  return lower.endsWith('email') ? 'email' : lower;
}

// Flaws of an answer: an undeclared status or type, another shape of an error, an undeclared field.
import type { Interface, Json, Operation, Schema } from './interface.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly tookMs: number;
}

/** Statuses that the router and the HTTP library give before an operation is chosen. */
const BEFORE_ROUTING: readonly number[] = [400, 404, 405, 413, 417, 431];
const INTERNALS =
  /\bat [\w.<>]+ \(|node_modules|\.ts:\d+|SyntaxError|ZodError|FST_|select .* from |violates |postgres/i;

export function flawsOf({ resolve }: Interface, operation: Operation, answer: Answer): string[] {
  const { status, text } = answer;
  if (status >= 500 && status !== 503) return [`answered ${status}: ${text.slice(0, 300)}`];
  // Such an operation has no description.
  if (operation.statuses.length === 0) return INTERNALS.test(text) && status >= 400 ? ['shows internals'] : [];
  if (!operation.statuses.includes(status) && !BEFORE_ROUTING.includes(status)) return [`undeclared status ${status}`];
  const type = String(answer.headers['content-type'] ?? '').split(';')[0] ?? '';
  if (status >= 300) return status === 304 ? [] : errorFlaws(type, text);
  const described = operation.answers[type];
  if (described === undefined) return [`undeclared type ${type}`];
  if (type !== 'application/json' || described.schema === undefined) return [];
  return schemaFlaws(resolve, described.schema, JSON.parse(text) as Json, '');
}

function errorFlaws(type: string, text: string): string[] {
  if (type !== 'application/json') return [`an error as ${type}: ${text.slice(0, 100)}`];
  const answer = JSON.parse(text) as { error?: Record<string, unknown> };
  const { code, message, requestId, field, retryAfterSec, ...others } = answer.error ?? {};
  const isShaped =
    Object.keys(answer).join() === 'error' &&
    [code, message, requestId].every((one) => typeof one === 'string') &&
    [field, retryAfterSec].every((one) => one === undefined || typeof one === 'string' || typeof one === 'number') &&
    Object.keys(others).length === 0;
  if (!isShaped) return [`an error in another shape: ${text.slice(0, 200)}`];
  return INTERNALS.test(text) ? [`an error that shows internals: ${text.slice(0, 200)}`] : [];
}

function schemaFlaws(resolve: Interface['resolve'], given: Schema, value: Json, at: string): string[] {
  const schema = resolve(given);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const all = choices.map((choice) => schemaFlaws(resolve, choice, value, at));
    return all.some((flaws) => flaws.length === 0) ? [] : (all[0] ?? []);
  }
  if (schema.enum && !schema.enum.includes(value)) return [`${at} is none of the declared values`];
  if (schema.type === 'array') {
    if (!Array.isArray(value)) return [`${at} is no list`];
    return (value as readonly Json[]).flatMap((item, nth) =>
      schemaFlaws(resolve, schema.items ?? {}, item, `${at}[${nth}]`),
    );
  }
  if (schema.type !== 'object') return isOfType(schema.type, value) ? [] : [`${at} is not ${String(schema.type)}`];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at} is no object`];
  const { properties = {}, required = [] } = schema;
  const missing = required.filter((name) => !(name in value)).map((name) => `${at}.${name} is missing`);
  const found = Object.entries(value).flatMap(([name, child]) => {
    const declared = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (declared) return schemaFlaws(resolve, declared, child, `${at}.${name}`);
    const { additionalProperties: other } = schema;
    if (other === false) return [`${at}.${name} is not declared`];
    return typeof other === 'object' ? schemaFlaws(resolve, other, child, `${at}.${name}`) : [];
  });
  return [...missing, ...found];
}

function isOfType(type: Schema['type'], value: Json): boolean {
  if (type === undefined) return true;
  if (typeof type !== 'string') return type.some((one) => isOfType(one, value));
  if (type === 'null') return value === null;
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

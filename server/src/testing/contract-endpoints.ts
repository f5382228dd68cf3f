import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { AnyEndpoint } from '@trace/contract/kernel/endpoint';

const contract = resolve(import.meta.dirname, '../../../contract/src');

/** Returns every endpoint of the contract, found by importing all of its `.api.ts` files. */
export async function contractEndpoints(): Promise<AnyEndpoint[]> {
  const files = await readdir(contract, { recursive: true });
  const modules = await Promise.all(
    files.filter((file) => file.endsWith('.api.ts')).map((file) => import(join(contract, file)) as Promise<object>),
  );
  return modules.flatMap((module) => Object.values(module).filter(isEndpoint));
}

const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'who' in value && 'path' in value;

import { readFile } from 'node:fs/promises';
import { Refusal } from '#platform/refusal/refusal';

/** Reads a file that the operator named. The error of Node about a folder lacks its name. */
export async function readGiven(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    const isFolder = error instanceof Error && 'code' in error && error.code === 'EISDIR';
    throw isFolder ? new Refusal('invalid_input', `${file} is a folder.`) : error;
  }
}

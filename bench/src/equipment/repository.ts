import path from 'node:path';

/** The folder that holds all rooms. */
export const repositoryRoot = path.resolve(import.meta.dirname, '../../..');

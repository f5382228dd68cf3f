import { expect, test } from 'vitest';
import { checkFolderSizes } from './folder-sizes.ts';

const filesIn = (folder: string, count: number): string[] =>
  Array.from({ length: count }, (_, nth) => `${folder}/file-${nth}.ts`);

test('the check fails for a folder with over 30 files, except numbered lists', () => {
  const files = [
    ...filesIn('web/src/pages', 31),
    ...filesIn('web/src/pages/user', 30),
    ...filesIn('docs/decisions', 60),
    ...filesIn('server/migrations', 200),
  ];
  expect(checkFolderSizes(files)).toEqual(['web/src/pages holds 31 files. Split the folder by subject: at most 30']);
});

import { expect, test } from 'vitest';
import { expiredOf, nameOf, type BackupFile } from './backup-files.ts';

function fileAt(hour: number): BackupFile {
  const at = new Date(hour * 3_600_000);
  return { path: `${hour}`, at, changedAt: at, sizeBytes: 1 };
}

const pathsOf = (files: readonly BackupFile[]): string[] => files.map((file) => file.path);

test('names of backups sort by time [SCALE-05]', () => {
  expect(nameOf('backup', new Date('2026-03-02T04:05:06.007Z'))).toBe('trace-20260302T040506007Z.backup');
  expect(nameOf('wal', new Date('2026-03-02T04:05:06.007Z'))).toBe('trace-20260302T040506007Z.wal');
});

test('backups beyond the newest expire, with the WAL before the oldest that stays [SCALE-05] [T65]', () => {
  const backups = [10, 20, 30].map(fileAt);
  const wal = [1, 15, 19, 21, 35].map(fileAt);
  // The WAL from 19 goes on until 21, so the backup of 20 needs it.
  expect(pathsOf(expiredOf(backups, wal, 2))).toEqual(['10', '1', '15']);
});

test('keeps all WAL while there is no backup, and the newest WAL always [SCALE-05]', () => {
  expect(expiredOf([], [1, 2].map(fileAt), 2)).toEqual([]);
  expect(pathsOf(expiredOf([fileAt(9)], [1, 2].map(fileAt), 1))).toEqual(['1']);
});

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from './repository.ts';

const PACKAGES = ['contract', 'server', 'web', 'simulator', 'equipment', 'stand-ins'];

/** A small repository in a temporary folder, with the real package names, for tests of the tools. */
export type Fixture = {
  root: string;
  write: (files: Readonly<Record<string, string>>) => void;
  /** Commits everything, with this subject. */
  commit: (subject: string) => void;
  remove: () => void;
};

/** Creates a repository with `files` (text by path). The caller removes the repository. */
export function createFixture(files: Readonly<Record<string, string>>): Fixture {
  const root = mkdtempSync(join(tmpdir(), 'trace-tools-'));
  execFileSync('git', ['init', '-q'], { cwd: root });
  writeFileSync(join(root, '.gitignore'), 'node_modules/\n');
  mkdirSync(join(root, 'node_modules/@trace'), { recursive: true });
  for (const name of PACKAGES) {
    mkdirSync(join(root, name));
    cpSync(join(ROOT, name, 'package.json'), join(root, name, 'package.json'));
    symlinkSync(join(root, name), join(root, 'node_modules/@trace', name));
  }

  function write(more: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(more)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  }

  function commit(subject: string): void {
    const author = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];
    execFileSync('git', ['add', '-A'], { cwd: root });
    execFileSync('git', [...author, 'commit', '-q', '-m', subject], { cwd: root });
  }

  write(files);
  return { root, write, commit, remove: () => rmSync(root, { recursive: true, force: true }) };
}

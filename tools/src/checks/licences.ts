import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences that ask for no more than their text: any package may have them. */
const ANYWHERE: ReadonlySet<string> = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
]);

/** Packages with other licences, each with the reason why the licence does not reach our code. */
const EXCEPTIONS: readonly { licence: string; packages: RegExp; why: string }[] = [
  { licence: 'OFL-1.1', packages: /^@fontsource-variable\//, why: 'fonts, shipped as they are' },
  { licence: 'LGPL-3.0-or-later', packages: /^@img\/sharp-/, why: 'libvips, linked at run time' },
  { licence: 'MPL-2.0', packages: /^(?:lightningcss|axe-core)/, why: 'tools of the build and of tests' },
  { licence: 'MPL-2.0', packages: /^web-push$/, why: 'a library used unchanged, as a file of its own' },
];

interface LockedPackage {
  readonly license?: string;
  readonly link?: boolean;
}

/** Judges every package of the lock file, also of other platforms. Returns a failure per package. */
export function checkLicences(root: string): { failures: string[]; packageCount: number } {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const packages = Object.entries(lock.packages).filter(([place, { link }]) => /node_modules\//.test(place) && !link);
  const failures = packages.flatMap(([place, { license }]) => {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (license === undefined) return [`${name}: states no licence`];
    return isAllowed(name, license) ? [] : [`${name}: ${license} is not an allowed licence`];
  });
  return { failures, packageCount: packages.length };
}

/** With OR a single allowed licence is enough, with AND all licences must be allowed. */
function isAllowed(name: string, expression: string): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => isAllowedAlone(name, licence)));
}

function isAllowedAlone(name: string, licence: string): boolean {
  if (ANYWHERE.has(licence)) return true;
  return EXCEPTIONS.some((exception) => exception.licence === licence && exception.packages.test(name));
}

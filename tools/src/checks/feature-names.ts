import { CONTRACT_FOUNDATIONS, isFeature } from '../feature-map.ts';

/**
 * The allowed roles in file names, by room. The role is the last part of the name before the extension: `ping.<role>.ts`. A new role
 * is an architecture decision.
 */
const ROLES = {
  contract: ['schema', 'api', 'rules', 'texts', 'stream'],
  server: [
    'feature',
    'routes',
    'device',
    'jobs',
    'service',
    'policy',
    'rules',
    'store',
    'events',
    'port',
    'texts',
    'stream',
  ],
  web: ['queries', 'stream', 'rules', 'texts'],
} as const;

type FeatureRoom = keyof typeof ROLES;

const FEATURE_FILE = /^(?:(contract)\/src|(server|web)\/src\/features)\/([^/]+)(?:\/(.+))?$/;
const ROOM_FILE =
  /^(?:contract|server|web|simulator|equipment|stand-ins|e2e|bench|tools)\/.*\.(?:tsx?|cjs|mjs|css|sql)$/;
const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/;
const EMPTY_WORDS = ['utils', 'util', 'helpers', 'helper', 'common', 'misc'];

/**
 * Checks the names of `files` (paths from the repository's root).
 * Returns a line per wrong name: the file, then the broken rule.
 */
export function checkFeatureNames(files: readonly string[]): string[] {
  return files.flatMap((file) => {
    const complaint = ROOM_FILE.test(file) ? (wordComplaint(file) ?? featureComplaint(file)) : undefined;
    return complaint === undefined ? [] : [`${file}: ${complaint}`];
  });
}

function wordComplaint(file: string): string | undefined {
  const names = file.split('/');
  const wrong = names.find((name) => !KEBAB.test(name));
  if (wrong !== undefined) return `'${wrong}' is not kebab-case`;
  const words = names.flatMap((name) => name.split(/[.-]/));
  const empty = words.find((word) => EMPTY_WORDS.includes(word));
  return empty === undefined ? undefined : `'${empty}' is too vague; name what the file contains`;
}

function featureComplaint(file: string): string | undefined {
  const match = FEATURE_FILE.exec(file);
  if (!match) return undefined;
  const room = roomOf(match[1] ?? match[2]);
  const folder = match[3];
  const name = match[4];
  if (room === undefined || folder === undefined) return undefined;
  if (name === undefined) return "this file must be inside a feature's folder";
  if (room === 'contract' && CONTRACT_FOUNDATIONS.some((foundation) => foundation === folder)) return undefined;
  if (!isFeature(folder)) return `'${folder}' is no feature on the map (tools/src/feature-map.ts)`;
  const [base = '', subject, deeper] = name.split('/').toReversed();
  if (deeper !== undefined) return 'a feature has one level of subjects below it';
  if (subject === folder) return `the subject '${subject}' repeats the name of its feature`;
  return fileComplaint(room, folder, base);
}

function roomOf(name: string | undefined): FeatureRoom | undefined {
  return name === 'contract' || name === 'server' || name === 'web' ? name : undefined;
}

function fileComplaint(room: FeatureRoom, feature: string, name: string): string | undefined {
  const stem = name.replace(/(?:\.test)?\.(?:tsx?|module\.css)$/, '');
  const isTest = /\.test\.tsx?$/.test(name);
  if (room === 'web' && isComponentName(feature, stem)) return undefined;
  if (isTest && isStoryOfFeature(feature, stem)) return undefined;
  const roles: readonly string[] = ROLES[room];
  const parts = stem.split('.');
  const role = parts.at(-1) ?? '';
  if (parts[0] !== feature) return `starts with the feature's name: ${feature}.<role>.ts`;
  if (parts.length > 1 && parts.length <= 3 && roles.includes(role)) return undefined;
  const webForm = room === 'web' ? ` or ${feature}-<thing>.tsx` : '';
  return `is called ${feature}[.<part>].<role>.ts${webForm}, role one of ${roles.join(', ')}`;
}

/** `ping-button` in ping: a component, or a piece that serves components. */
function isComponentName(feature: string, stem: string): boolean {
  return stem === feature || (stem.startsWith(`${feature}-`) && !stem.includes('.'));
}

/** A test may tell a story of the whole feature: `ping.test.ts`, `ping.quota.test.ts`. */
function isStoryOfFeature(feature: string, stem: string): boolean {
  return stem === feature || (stem.startsWith(`${feature}.`) && stem.split('.').length <= 3);
}

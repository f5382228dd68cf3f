import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FEATURES, isFeature } from './feature-map.ts';
import { ROOT } from './repository.ts';
import { runTool } from './run-tool.ts';
import { namesOf, skeletonOf } from './skeleton.ts';

/**
 * Writes the skeleton of `feature` below `root` and returns the written paths.
 * Throws, without writing, when the name is not on the map or a file already exists.
 */
export function createFeature(root: string, feature: string): string[] {
  if (!isFeature(feature)) {
    throw new Error(`'${feature}' is not on the map (tools/src/feature-map.ts): ${FEATURES.join(', ')}`);
  }
  const files = Object.entries(skeletonOf(namesOf(feature)));
  const present = files.map(([path]) => path).filter((path) => existsSync(join(root, path)));
  if (present.length > 0) throw new Error(`already there, nothing written: ${present.join(', ')}`);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text, { flag: 'wx' });
  }
  return files.map(([path]) => path);
}

async function main([feature, ...rest]: readonly string[]): Promise<void> {
  if (feature === undefined || feature.startsWith('-') || rest.length > 0)
    throw new Error('Usage: npm run new-feature -- <name>');
  const written = createFeature(ROOT, feature);
  // Line breaks depend on the length of the feature's name.
  const { failures } = await runTool('oxfmt', written);
  if (failures.length > 0) throw new Error(failures.join('\n'));
  for (const path of written) console.log(path);
  console.log(
    `Next: add its table (server/migrations/<next number>-${feature}.sql), register it in server/src/features.ts or the file of a group (such as device-features.ts) and add its page in web.`,
  );
}

if (import.meta.main) {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

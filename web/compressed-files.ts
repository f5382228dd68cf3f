import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(js|css|json|svg|html|webmanifest)$/;
/** An eighth less than gzip; browsers ask for it wherever the address is secure. One step more takes twice as long. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

/** Writes a `.br` and a `.gz` beside every text file of the build, once, so that the server compresses nothing while it serves. */
export function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    writeBundle({ dir }) {
      const files = readdirSync(dir!, { recursive: true, encoding: 'utf8' }).filter((name) => compressible.test(name));
      for (const name of files) {
        const file = join(dir!, name);
        const text = readFileSync(file);
        writeFileSync(`${file}.br`, brotliCompressSync(text, brotli));
        writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
      }
    },
  };
}

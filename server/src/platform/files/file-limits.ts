// Rules of every file store: checked names and a maximum size.

export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

export const DEFAULT_MAX_BYTES = 256 * 2 ** 20;

/** Up to three folders deep, each part begins with a letter or digit: no '..', no hidden file, no absolute path. */
const NAME = /^[a-z0-9][a-z0-9_-]{0,99}(\/[a-z0-9][a-z0-9_-]{0,99}){0,3}(\.[a-z0-9]{1,10}){0,2}$/i;

export const isFileName = (name: string): boolean => NAME.test(name);

export function checkedName(name: string): string {
  if (!isFileName(name)) throw new Error(`'${name.slice(0, 100)}' is no name of a file`);
  return name;
}

/** The same bytes; throws FileTooLarge as soon as there are too many. */
export async function* limited(
  content: Uint8Array | AsyncIterable<Uint8Array>,
  limitBytes: number,
): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const chunk of content instanceof Uint8Array ? [content] : content) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > limitBytes) throw new FileTooLarge(`larger than ${limitBytes} bytes`);
    yield chunk;
  }
}

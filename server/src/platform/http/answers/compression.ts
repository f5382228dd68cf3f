import { brotliCompress, constants, gzip, type BrotliOptions } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A smaller answer fits into one packet either way. */
const SMALLEST_BYTES = 1_024;
/** Fast steps: an answer is compressed while a person waits for it. Files are compressed harder, by the build. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 3;
/**
 * Windows of 64 kB and 8 kB. JSON repeats itself within a few rows, so larger windows save no byte. They cost a fifth of
 * the processor time and hundreds of kB per answer, which the garbage collection has to clear.
 */
const BROTLI_WINDOW_BITS = 16;
const GZIP_WINDOW_BITS = 13;
const GZIP_MEMORY_LEVEL = 7;

const brotliOptions = (text: string): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
  },
});
const gzipOptions = { level: GZIP_LEVEL, windowBits: GZIP_WINDOW_BITS, memLevel: GZIP_MEMORY_LEVEL };

/**
 * `promisify` would keep the text in reach of the stream that compresses, and V8 keeps that stream until it collects the
 * whole heap.
 */
function compress(text: string, encoding: 'br' | 'gzip'): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const settle = (error: Error | null, packed: Buffer): void => {
    if (error) reject(error);
    else resolve(packed);
  };
  if (encoding === 'br') brotliCompress(text, brotliOptions(text), settle);
  else gzip(text, gzipOptions, settle);
  return promise;
}

/**
 * Compresses JSON answers of reads.
 *
 * The length of a compressed answer can give away a secret that stands beside input of an attacker (BREACH). Therefore
 * answers of writes stay uncompressed: these hold the secrets, such as recovery codes, claim codes and sign-in answers.
 * Answers of reads repeat no input of the caller, so an attacker has nothing to vary. Refusals repeat input and are too
 * short to be compressed. Streams are no strings and pass unchanged.
 */
export function compressAnswers(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply, payload) => {
    if (!isCompressible(request, reply, payload)) return payload;
    void reply.header('vary', withEncoding(reply.getHeader('vary')));
    const encoding = chosenEncoding(request.headers['accept-encoding']);
    if (encoding === null) return payload;
    void reply.header('content-encoding', encoding).removeHeader('content-length');
    return compress(payload, encoding);
  });
}

function isCompressible(request: FastifyRequest, reply: FastifyReply, payload: unknown): payload is string {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (typeof payload !== 'string' || Buffer.byteLength(payload) < SMALLEST_BYTES) return false;
  return String(reply.getHeader('content-type')).startsWith('application/json') && !reply.hasHeader('content-encoding');
}

/** Returns the smaller encoding that the caller takes, or null. */
function chosenEncoding(accepted: string | string[] | undefined): 'br' | 'gzip' | null {
  const taken = String(accepted ?? '')
    .split(',')
    .map((part) => part.trim().split(';'))
    .filter(([, weight = '']) => !/^\s*q=0(?:\.0*)?$/.test(weight))
    .map(([name]) => name);
  if (taken.includes('br')) return 'br';
  return taken.includes('gzip') ? 'gzip' : null;
}

const withEncoding = (vary: unknown): string => [vary, 'accept-encoding'].filter(Boolean).join(', ');

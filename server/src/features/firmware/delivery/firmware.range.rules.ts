// Which bytes of an image a request asks for, by RFC 9110.

export interface RangeRequest {
  readonly method: string;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

export type RangeAnswer =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'not_modified' }
  | { readonly kind: 'unsatisfiable' };

const WHOLE: RangeAnswer = { kind: 'whole' };

/** @param etag with its quotes; a strong tag, because the bytes of a release never change */
export function decideRange(request: RangeRequest, etag: string, sizeBytes: number): RangeAnswer {
  if (isKnown(request.ifNoneMatch, etag)) return { kind: 'not_modified' };
  if (request.method !== 'GET' || request.range === undefined) return WHOLE;
  if (request.ifRange !== undefined && request.ifRange.trim() !== etag) return WHOLE;
  return partOf(request.range, sizeBytes);
}

/** Compares weakly, because a proxy may have made the tag weak. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

/** Ignores what is no single range of bytes: a server may answer such a request with the whole. */
function partOf(range: string, sizeBytes: number): RangeAnswer {
  const [, first, last] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range.trim()) ?? [];
  if (first === undefined || last === undefined || first + last === '') return WHOLE;
  if (first === '') return suffixOf(Number(last), sizeBytes);
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) return WHOLE;
  return start < sizeBytes ? { kind: 'part', start, end } : { kind: 'unsatisfiable' };
}

function suffixOf(lengthBytes: number, sizeBytes: number): RangeAnswer {
  if (lengthBytes === 0) return { kind: 'unsatisfiable' };
  return { kind: 'part', start: Math.max(0, sizeBytes - lengthBytes), end: sizeBytes - 1 };
}

// Places in the write-ahead log of PostgreSQL (LSN): bytes since the cluster was made, in segment files of 16 MB.

/** Fixed by initdb. */
export const SEGMENT_BYTES = 16n * 1024n * 1024n;

/** Reads the form of PostgreSQL, such as 0/3000028. */
export function parseLsn(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  if (!/^[0-9A-F]{1,8}$/i.test(high) || !/^[0-9A-F]{1,8}$/i.test(low))
    throw new Error(`'${text}' is no place in the WAL`);
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export const formatLsn = (lsn: bigint): string =>
  `${(lsn >> 32n).toString(16).toUpperCase()}/${(lsn & 0xffffffffn).toString(16).toUpperCase()}`;

export const segmentStart = (lsn: bigint): bigint => lsn - (lsn % SEGMENT_BYTES);

/** The name of the segment file that holds this place, such as 000000010000000000000003. */
export function segmentName(timeline: number, lsn: bigint): string {
  const number = lsn / SEGMENT_BYTES;
  const perHigh = 0x1_0000_0000n / SEGMENT_BYTES;
  const hex = (value: bigint): string => value.toString(16).toUpperCase().padStart(8, '0');
  return hex(BigInt(timeline)) + hex(number / perHigh) + hex(number % perHigh);
}

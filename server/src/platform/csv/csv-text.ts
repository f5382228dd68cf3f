/** The encoding of a file's text. Windows-1252 is a guess. */
export type Charset = 'utf-8' | 'utf-16' | 'windows-1252';

export interface FileText {
  readonly text: string;
  readonly charset: Charset;
}

const BYTE_ORDER_MARKS = [
  { bytes: [0xff, 0xfe], label: 'utf-16le', charset: 'utf-16' },
  { bytes: [0xfe, 0xff], label: 'utf-16be', charset: 'utf-16' },
] as const;

/**
 * Decodes the files of spreadsheet programs: UTF-8 with or without a byte order mark, UTF-16 with a byte order mark
 * ("Unicode Text"), and Windows-1252, the usual legacy character set. Returns null for a binary file, such as a
 * workbook.
 */
export function decodeText(bytes: Uint8Array): FileText | null {
  const mark = BYTE_ORDER_MARKS.find((one) => one.bytes.every((byte, index) => bytes[index] === byte));
  const charset: Charset = mark?.charset ?? 'utf-8';
  const text = decodeAs(mark?.label ?? 'utf-8', bytes);
  if (text !== null) return text.includes('\0') ? null : { text, charset };
  // Invalid UTF-8 is text in a legacy character set, which never contains a zero byte.
  if (mark !== undefined || bytes.includes(0)) return null;
  const legacy = decodeAs('windows-1252', bytes);
  return legacy === null ? null : { text: legacy, charset: 'windows-1252' };
}

/** Returns null for bytes that are not of this encoding. Removes the byte order mark. */
function decodeAs(label: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

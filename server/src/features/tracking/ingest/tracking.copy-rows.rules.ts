// Positions in COPY's binary format (PostgreSQL documentation, COPY, "Binary Format"). Text cost the server 1.7 µs per
// position, the binary format costs 0.2 µs.

/** A stored position. `boot` and `seq` identify the message that contained the position. */
export interface PositionRow {
  deviceId: number;
  at: Date;
  boot: number;
  seq: number;
  lat: number;
  lng: number;
  speedMps: number | null;
  courseDeg: number | null;
  altitudeM: number | null;
  accuracyM: number | null;
  satellites: number | null;
  skewed: boolean;
  receivedAt: Date;
}

/** The signature, no flags, and no extension of the header. */
const HEADER = Buffer.from('PGCOPY\n\xFF\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const FIELDS = 13;
/** A count of fields, a length per field, and the fields. A null has no bytes, so most rows are shorter. */
const LONGEST_ROW_BYTES = 2 + FIELDS * 4 + 71;
const TRAILER = -1;
const TRAILER_BYTES = 2;
const NULL_LENGTH = -1;
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);

/** Builds all rows in a single pass. This is the hot path of every message. */
export function toCopyRows(rows: readonly PositionRow[]): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER.length + rows.length * LONGEST_ROW_BYTES + TRAILER_BYTES);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let end = HEADER.copy(bytes);

  const writeLength = (length: number): void => {
    view.setInt32(end, length);
    end += 4;
  };
  const writeInt16 = (value: number): void => {
    view.setInt16(end, value);
    end += 2;
  };
  const writeInt32 = (value: number): void => {
    writeLength(4);
    view.setInt32(end, value);
    end += 4;
  };
  /** The language has no integers of 64 bits without allocating each. All values here are exact as doubles. */
  const writeInt64 = (value: number): void => {
    writeLength(8);
    view.setInt32(end, Math.floor(value / 2 ** 32));
    view.setUint32(end + 4, value);
    end += 8;
  };
  const writeTime = (at: Date): void => writeInt64((at.getTime() - POSTGRES_EPOCH_MS) * 1_000);
  const writeDouble = (value: number): void => {
    writeLength(8);
    view.setFloat64(end, value);
    end += 8;
  };
  const writeReal = (value: number | null): void => {
    if (value === null) return writeLength(NULL_LENGTH);
    writeLength(4);
    view.setFloat32(end, value);
    end += 4;
  };
  const writeSmall = (value: number | null): void => {
    if (value === null) return writeLength(NULL_LENGTH);
    writeLength(2);
    writeInt16(value);
  };
  const writeBoolean = (value: boolean): void => {
    writeLength(1);
    end = bytes.writeUInt8(Number(value), end);
  };

  for (const row of rows) {
    writeInt16(FIELDS);
    writeInt32(row.deviceId);
    writeTime(row.at);
    writeInt64(row.boot);
    writeInt64(row.seq);
    writeDouble(row.lat);
    writeDouble(row.lng);
    writeReal(row.speedMps);
    writeReal(row.courseDeg);
    writeReal(row.altitudeM);
    writeReal(row.accuracyM);
    writeSmall(row.satellites);
    writeBoolean(row.skewed);
    writeTime(row.receivedAt);
  }
  writeInt16(TRAILER);
  return bytes.subarray(0, end);
}

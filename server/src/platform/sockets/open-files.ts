import { readFileSync } from 'node:fs';

/** Divides the process's open file limit into numbers of connections. Every socket uses an open file. */
export interface SocketShares {
  /** Connections of devices, finished or not. */
  readonly devices: number;
  /** Of these, connections whose device has not been accepted yet. */
  readonly pendingDevices: number;
  /** Pending device connections from a single network. */
  readonly pendingPerNetwork: number;
  /** Connections of hubs that report directly. */
  readonly hubs: number;
  /** HTTP connections. */
  readonly web: number;
  /** Files that HTTP answers hold open. */
  readonly webFiles: number;
}

/** Enough for a storm of returning devices: at 4 ms of processor time per handshake, 4,000 keep a core busy for 16 s. */
const MOST_PENDING = 4_000;
const MOST_PENDING_PER_NETWORK = 500;
const MOST_DEVICES = 20_000;
const MOST_HUBS = 12_000;

/**
 * Divides `limit` open files so that no kind of connection can take the descriptors of another. The rest (a
 * twentieth) remains for the database, stored files and the log.
 * @param limit from `readOpenFileLimit`; null: unlimited or unknown
 */
export function shareOpenFiles(limit: number | null): SocketShares {
  const part = (share: number): number => (limit === null ? Number.MAX_SAFE_INTEGER : Math.floor(limit * share));
  const devices = Math.min(MOST_DEVICES, part(0.5));
  const pendingDevices = Math.min(MOST_PENDING, Math.floor(devices / 4));
  return {
    devices,
    pendingDevices,
    pendingPerNetwork: Math.min(MOST_PENDING_PER_NETWORK, Math.ceil(pendingDevices / 8)),
    hubs: Math.min(MOST_HUBS, part(0.1)),
    web: part(0.3),
    webFiles: part(0.05),
  };
}

/**
 * Returns the open file limit of this process, or null when unlimited or unknown. Node raises the limit to the hard limit at start.
 */
export function readOpenFileLimit(): number | null {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft === undefined ? null : Number(soft);
  } catch {
    // Only Linux has this file.
    return null;
  }
}

// Which connections of hubs stay open. A connection is unproven until the receiver accepts a frame on it.
import type { Socket } from 'node:net';
import { networkOf } from '@trace/contract/kernel/network';
import type { Clock } from '#platform/clock/clock';

export interface ConnectionLimits {
  /** Of all connections. Beyond this number, the oldest unproven connection makes room. */
  readonly maxConnections: number;
  /** Unproven connections of a network, since a stranger must not displace the hubs of others. */
  readonly maxUnprovenPerNetwork: number;
  /** Connections of an account. Beyond this number, the oldest connection is closed. */
  readonly maxPerAccount: number;
  /** How long an unproven connection may be silent. */
  readonly unprovenMs: number;
}

interface Connection {
  readonly socket: Socket;
  readonly network: string;
  account: string | null;
  closesAt: number;
}

export type HubConnections = ReturnType<typeof createHubConnections>;

export function createHubConnections({ clock, limits }: { clock: Clock; limits: ConnectionLimits }) {
  const open = new Map<Socket, Connection>();
  /** The oldest first. */
  const unproven = new Set<Connection>();
  const unprovenOf = new Map<string, number>();
  const accounts = new Map<string, Set<Connection>>();

  const endUnproven = (connection: Connection): void => {
    if (!unproven.delete(connection)) return;
    const left = (unprovenOf.get(connection.network) ?? 1) - 1;
    if (left === 0) unprovenOf.delete(connection.network);
    else unprovenOf.set(connection.network, left);
  };

  const leaveAccount = (connection: Connection): void => {
    const { account } = connection;
    const siblings = account === null ? undefined : accounts.get(account);
    siblings?.delete(connection);
    if (account !== null && siblings?.size === 0) accounts.delete(account);
  };

  const forget = (connection: Connection): void => {
    open.delete(connection.socket);
    endUnproven(connection);
    leaveAccount(connection);
  };

  const drop = (connection: Connection | undefined): void => {
    if (connection === undefined) return;
    forget(connection);
    connection.socket.destroy();
  };

  const makeRoom = (): boolean => {
    if (open.size < limits.maxConnections) return true;
    const [oldest] = unproven;
    drop(oldest);
    return oldest !== undefined;
  };

  return {
    count: () => ({ open: open.size, unproven: unproven.size }),
    /** Destroys the socket and returns false when there are too many. */
    admit(socket: Socket): boolean {
      const network = networkOf(socket.remoteAddress ?? '');
      const count = unprovenOf.get(network) ?? 0;
      if (count >= limits.maxUnprovenPerNetwork || !makeRoom()) {
        socket.destroy();
        return false;
      }
      const connection = { socket, network, account: null, closesAt: clock.now().getTime() + limits.unprovenMs };
      open.set(socket, connection);
      unproven.add(connection);
      unprovenOf.set(network, count + 1);
      socket.once('close', () => forget(connection));
      return true;
    },
    /** The receiver accepted a frame of this account. The connection may be silent for `idleMs` from now on. */
    prove(socket: Socket, account: string, idleMs: number): void {
      const connection = open.get(socket);
      if (connection === undefined) return;
      connection.closesAt = clock.now().getTime() + idleMs;
      if (connection.account === account) return;
      endUnproven(connection);
      leaveAccount(connection);
      connection.account = account;
      const siblings = accounts.get(account) ?? new Set();
      accounts.set(account, siblings.add(connection));
      if (siblings.size > limits.maxPerAccount) drop([...siblings][0]);
    },
    closeSilent(): void {
      const now = clock.now().getTime();
      for (const connection of open.values()) if (connection.closesAt <= now) drop(connection);
    },
    closeAll(): void {
      for (const connection of open.values()) drop(connection);
    },
  };
}

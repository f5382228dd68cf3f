// A device that reconnects may reach another server process. Its connection here then ends, because the newer one wins.
import type { ServerProcesses } from '#platform/processes/server-processes';
import type { Connection } from './endpoint/connection-host.ts';
import type { Connections } from './endpoint/connections.ts';
import type { Sessions } from './endpoint/sessions.ts';

export interface RemoteTakeoverOptions {
  readonly processes: ServerProcesses;
  readonly connections: Connections;
  readonly sessions: Sessions;
  /** Closes a connection because a newer one exists. */
  giveUp(connection: Connection): void;
  /** Called to send commands again that the other process wrote to a dead connection. */
  readonly ready: { call(serial: string): void };
}

/** Numbers of connections grow with the database's time, so that all processes agree which connection is newer. */
type Connected = readonly [serial: string, connectionNumber: number];

export function createRemoteTakeover(options: RemoteTakeoverOptions) {
  const { processes, connections, sessions } = options;

  const announce = ({ serial, connectionNumber }: Connection, to = 'others'): void =>
    processes.send(to, 'device-connected', [serial, connectionNumber] satisfies Connected);

  const announceAll = (to: string): void => {
    for (const connection of connections.list()) announce(connection, to);
  };

  processes.on<Connected>('device-connected', ([serial, connectionNumber], from) => {
    const own = connections.find(serial);
    if (own !== undefined && own.connectionNumber > connectionNumber) return announce(own, from);
    sessions.forget(serial);
    if (own === undefined) return;
    options.giveUp(own);
    processes.send(from, 'device-released', serial);
  });
  processes.on<string>('device-released', (serial) => {
    if (connections.find(serial)?.isListening() === true) options.ready.call(serial);
  });
  processes.on<null>('devices-asked', (_body, from) => announceAll(from));
  processes.onChange((change) => {
    if ('appeared' in change) announceAll(change.appeared);
  });
  processes.onLoss((which) => {
    if (which === 'sent') announceAll('others');
    else processes.send('others', 'devices-asked', null);
  });

  return { announce };
}

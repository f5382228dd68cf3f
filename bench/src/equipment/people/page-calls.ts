// Calls pages on bare sockets that stay open, one call at a time on each. Costs a third of the processor time of Node's
// HTTP client, which leaves the cores to the server. Every answer is read to its end.
import { connect } from 'node:net';
import type { Socket } from 'node:net';

export interface PageCall {
  readonly path: string;
  readonly cookie: string;
  /** A right answer has status 200 and this text. */
  readonly holds: string;
  readonly onEnd: (isRight: boolean) => void;
}

export interface PageCalls {
  send(call: PageCall): void;
  close(): void;
}

const HEAD_END = '\r\n\r\n';
const STATUS_START = 'HTTP/1.1 '.length;
const LENGTH = /\r\ncontent-length: (\d+)/i;

/** Calls beyond the sockets wait for the next free socket. */
export function createPageCalls(url: string, mostSockets: number): PageCalls {
  const { hostname, port, host } = new URL(url);
  const free: Connection[] = [];
  const all = new Set<Connection>();
  const waiting: PageCall[] = [];

  const open = (): Connection => {
    const connection = createConnection(connect({ host: hostname, port: Number(port), noDelay: true }), host, {
      onFree: () => {
        const next = waiting.shift();
        if (next === undefined) free.push(connection);
        else connection.send(next);
      },
      onClosed: () => {
        all.delete(connection);
        const index = free.indexOf(connection);
        if (index >= 0) free.splice(index, 1);
        const next = waiting.shift();
        if (next !== undefined) open().send(next);
      },
    });
    all.add(connection);
    return connection;
  };

  return {
    send: (call) => {
      const connection = free.pop() ?? (all.size < mostSockets ? open() : undefined);
      if (connection === undefined) waiting.push(call);
      else connection.send(call);
    },
    close: () => {
      for (const connection of all) connection.close();
    },
  };
}

interface Connection {
  send(call: PageCall): void;
  close(): void;
}

function createConnection(
  socket: Socket,
  host: string,
  { onFree, onClosed }: { onFree(): void; onClosed(): void },
): Connection {
  let current: PageCall | null = null;
  let unread: Buffer = Buffer.alloc(0);

  const end = (isRight: boolean): void => {
    const ended = current;
    current = null;
    ended?.onEnd(isRight);
  };

  socket.on('data', (chunk) => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
    const answer = answerIn(unread);
    if (answer === null || current === null) return;
    unread = Buffer.alloc(0);
    end(answer.status === 200 && answer.body.includes(current.holds));
    onFree();
  });
  socket.once('error', () => socket.destroy());
  socket.once('close', () => {
    end(false);
    onClosed();
  });
  return {
    send: (call) => {
      current = call;
      socket.write(`GET ${call.path} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${call.cookie}\r\n\r\n`);
    },
    close: () => socket.destroy(),
  };
}

/** The answer in these bytes, or null while it is incomplete. Every answer of a page names its length. */
function answerIn(bytes: Buffer): { status: number; body: Buffer } | null {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return null;
  const head = bytes.toString('latin1', 0, headEnd);
  const length = Number(LENGTH.exec(head)?.[1]);
  const body = bytes.subarray(headEnd + HEAD_END.length);
  if (Number.isNaN(length)) throw new Error('an answer without a length cannot be read');
  return body.length < length ? null : { status: Number(head.slice(STATUS_START, STATUS_START + 3)), body };
}

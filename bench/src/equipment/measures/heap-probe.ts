// The bytes that a server process remembers: its heap right after a garbage collection, by the inspector of Node.
// Resident memory also counts garbage, and grows for half an hour by itself on a busy machine.
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePorts } from '@trace/equipment/free-ports';
import { holdsWithin } from '../until.ts';

export interface HeapProbe {
  /** Start the server with these. */
  readonly nodeFlags: readonly string[];
  /** Collects garbage several times, and returns the fewest bytes that remained in heap and buffers. */
  readBytes(): Promise<number>;
  /** Call before the server ends, which waits for its inspector. */
  close(): void;
}

const ANSWERS_WITHIN_MS = 30_000;
/** A collection leaves buffers that are still being released, at times more than the heap. */
const READINGS = 6;
const READ_EVERY_MS = 300;
const BYTES = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';

export async function createHeapProbe(): Promise<HeapProbe> {
  const [port] = await findFreePorts(1);
  const answers = new Map<number, Answer>();
  let socket: WebSocket | undefined;
  let lastId = 0;

  const connect = async (): Promise<WebSocket> => {
    const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as Target[];
    const opened = new WebSocket(targets[0]!.webSocketDebuggerUrl);
    opened.addEventListener('message', ({ data }) => {
      const answer = JSON.parse(String(data)) as Answer;
      answers.set(answer.id, answer);
    });
    await new Promise((resolve) => opened.addEventListener('open', resolve));
    return opened;
  };

  const ask = (method: string, params: object = {}): void => {
    lastId += 1;
    socket?.send(JSON.stringify({ id: lastId, method, params }));
  };

  const readOnce = async (): Promise<number> => {
    ask('HeapProfiler.enable');
    // The second collection takes what finalizers of the first have released.
    ask('HeapProfiler.collectGarbage');
    ask('HeapProfiler.collectGarbage');
    ask('Runtime.evaluate', { expression: BYTES, returnByValue: true });
    if (!(await holdsWithin(ANSWERS_WITHIN_MS, () => answers.has(lastId))))
      throw new Error('the inspector did not answer');
    return answers.get(lastId)!.result.result!.value;
  };

  return {
    nodeFlags: [`--inspect=127.0.0.1:${port}`],
    async readBytes() {
      socket ??= await connect();
      let fewest = await readOnce();
      for (let nth = 1; nth < READINGS; nth += 1) {
        await wait(READ_EVERY_MS);
        fewest = Math.min(fewest, await readOnce());
      }
      return fewest;
    },
    close: () => socket?.close(),
  };
}

interface Target {
  readonly webSocketDebuggerUrl: string;
}

interface Answer {
  readonly id: number;
  readonly result: { readonly result?: { readonly value: number } };
}

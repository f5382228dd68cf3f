// The bytes that a server process remembers: its heap right after a garbage collection, by the inspector of Node.
// Resident memory also counts garbage, and grows for half an hour by itself on a busy machine.
import { findFreePorts } from '@trace/equipment/free-ports';
import { holdsWithin } from './until.ts';

export interface HeapProbe {
  /** Start the server with these. */
  readonly nodeFlags: readonly string[];
  /** Collects garbage, and returns the bytes that remain in heap and buffers. */
  readBytes(): Promise<number>;
}

const ANSWERS_WITHIN_MS = 30_000;
const BYTES = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';

export async function createHeapProbe(): Promise<HeapProbe> {
  const [port] = await findFreePorts(1);
  return {
    nodeFlags: [`--inspect=127.0.0.1:${port}`],
    async readBytes() {
      const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as Target[];
      const socket = new WebSocket(targets[0]!.webSocketDebuggerUrl);
      const answers = new Map<number, Answer>();
      socket.addEventListener('message', ({ data }) => {
        const answer = JSON.parse(String(data)) as Answer;
        answers.set(answer.id, answer);
      });
      await new Promise((resolve) => socket.addEventListener('open', resolve));
      ask(socket, 1, 'HeapProfiler.enable');
      // The second collection takes what finalizers of the first have released.
      ask(socket, 2, 'HeapProfiler.collectGarbage');
      ask(socket, 3, 'HeapProfiler.collectGarbage');
      ask(socket, 4, 'Runtime.evaluate', { expression: BYTES, returnByValue: true });
      const isAnswered = await holdsWithin(ANSWERS_WITHIN_MS, () => answers.has(4));
      socket.close();
      if (!isAnswered) throw new Error('the inspector did not answer');
      return answers.get(4)!.result.result!.value;
    },
  };
}

interface Target {
  readonly webSocketDebuggerUrl: string;
}

interface Answer {
  readonly id: number;
  readonly result: { readonly result?: { readonly value: number } };
}

function ask(socket: WebSocket, id: number, method: string, params: object = {}): void {
  socket.send(JSON.stringify({ id, method, params }));
}

// A process of its own that reads pages one after the other and prints how long each took to its last byte, in ms, as one
// line of JSON. The heap of a whole bench takes 60 ms to collect, once a second, which counted as time of the server.
import { Agent, request } from 'node:http';

export interface ReadsTask {
  /** Absolute addresses. */
  readonly urls: readonly string[];
  readonly cookie: string;
  /** Times of the first reads are left out. */
  readonly warmUpReads: number;
}

export interface ReadsResult {
  readonly timesMs: readonly number[];
}

const task = JSON.parse(process.argv[2] ?? '{}') as ReadsTask;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const timesMs: number[] = [];
for (const url of task.urls) timesMs.push(await timeOf(url));
agent.destroy();
const result: ReadsResult = { timesMs: timesMs.slice(task.warmUpReads) };
console.log(JSON.stringify(result));

/** Takes a compressed answer, as a browser does, and does not unpack the answer: that is time of the reader. */
function timeOf(url: string): Promise<number> {
  const headers = { cookie: task.cookie, 'accept-encoding': 'gzip' };
  return new Promise((resolve, reject) => {
    const fromMs = performance.now();
    const call = request(url, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`));
      answer.resume().once('error', reject);
      answer.once('end', () => resolve(performance.now() - fromMs));
    });
    call.once('error', reject).end();
  });
}

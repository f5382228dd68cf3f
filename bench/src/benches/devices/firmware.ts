// FWM-02: how fast one device loads an image, against a plain file server of the same runtime; what 1,000 downloads at
// once cost in memory; and how long 10,000 devices wait that ask at once.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { CHECK_PATH, IMAGE_PATH } from '@trace/contract/firmware/firmware.rules';
import { median, percentile } from '../../equipment/measures/bench.ts';
import type { Bench, Figure } from '../../equipment/measures/bench.ts';
import { addFirmwareFleet, type FirmwareFleet } from '../../equipment/devices/firmware-fleet.ts';
import { rssBytes } from '../../equipment/servers/processes.ts';
import { startWorld, type World } from '../../equipment/servers/world.ts';

const DEVICES = 10_000;
const IMAGE_BYTES = 16 * 1024 * 1024;
const DOWNLOADS = 1_000;
const ROUNDS = { short: 15, long: 60 };
/** The share of web connections in the usual limit of open files is smaller than the fleet. */
const MOST_SOCKETS = 5_000;
const PART_BYTES = 1024 * 1024;
const SAMPLE_EVERY_MS = 50;

export const firmwareBench: Bench = {
  name: 'firmware',
  run: async ({ isLong, nodeFlags }) => {
    const world = await startWorld({ devices: 0, nodeFlags });
    try {
      const fleet = await addFirmwareFleet(world, DEVICES, IMAGE_BYTES);
      return [
        await measureRate(world, fleet, isLong ? ROUNDS.long : ROUNDS.short),
        ...(await measureMemory(world, fleet)),
        ...(await measureChecks(world, fleet)),
      ];
    } finally {
      await world.dispose();
    }
  },
};

const tokenOf = (fleet: FirmwareFleet, nth: number) => ({ authorization: `Bearer ${fleet.tokenOf(nth)}` });

async function measureRate(world: World, fleet: FirmwareFleet, rounds: number): Promise<Figure> {
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, '../../equipment/outside/file-server.ts'), fleet.file],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  try {
    const [port] = (await once(child.stdout, 'data')) as [Buffer];
    const plainUrl = `http://127.0.0.1:${Number(String(port))}/`;
    const url = world.ready().url + IMAGE_PATH;
    const ours: number[] = [];
    const plain: number[] = [];
    for (let round = -2; round < rounds; round += 1) {
      const [one, other] = [await rateOf(url, tokenOf(fleet, 1)), await rateOf(plainUrl, {})];
      // The first rounds only warm up.
      if (round >= 0) void [ours.push(one), plain.push(other)];
    }
    const note = `${Math.round(median(ours))} MB/s, plain ${Math.round(median(plain))} MB/s`;
    return { name: 'firmware, rate to plain file server', value: median(ours) / median(plain), unit: '', note };
  } finally {
    child.kill();
  }
}

/** In MB per second. */
async function rateOf(url: string, headers: Record<string, string>): Promise<number> {
  const startedMs = performance.now();
  const answer = await ask(url, { headers });
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
  await once(answer, 'end');
  if (bytes !== IMAGE_BYTES) throw new Error(`${bytes} bytes arrived, status ${answer.statusCode}`);
  return bytes / 1_000 / (performance.now() - startedMs);
}

/** The highest memory while 1,000 devices load a part of the image at once, and while the next 1,000 do. */
async function measureMemory(world: World, fleet: FirmwareFleet): Promise<Figure[]> {
  const before = rssBytes(world.pid());
  const one = await peakOf(world, () => loadParts(world, fleet, 1));
  const two = await peakOf(world, () => loadParts(world, fleet, 1 + DOWNLOADS));
  const note = `${DOWNLOADS} downloads of ${PART_BYTES / 2 ** 20} MiB at once: ${mb(before)} MB before, ${mb(one)} and ${mb(two)} MB`;
  return [
    { name: 'firmware, RSS per download', value: (one - before) / DOWNLOADS / 1_000, unit: 'kB', note },
    { name: 'firmware, RSS of the second 1,000', value: (two - one) / 1e6, unit: 'MB' },
  ];
}

async function peakOf(world: World, work: () => Promise<void>): Promise<number> {
  let peak = 0;
  const sampling = setInterval(() => (peak = Math.max(peak, rssBytes(world.pid()))), SAMPLE_EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(sampling);
  }
  return peak;
}

async function loadParts(world: World, fleet: FirmwareFleet, first: number): Promise<void> {
  const loads = Array.from({ length: DOWNLOADS }, async (_, index) => {
    const range = `bytes=${index}-${index + PART_BYTES - 1}`;
    const headers = { ...tokenOf(fleet, first + index), range };
    const answer = await ask(world.ready().url + IMAGE_PATH, { headers });
    if (answer.statusCode !== 206) throw new Error(`status ${answer.statusCode}: ${await text(answer)}`);
    answer.resume();
    await once(answer, 'end');
  });
  await Promise.all(loads);
}

async function measureChecks(world: World, fleet: FirmwareFleet): Promise<Figure[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_SOCKETS });
  const before = rssBytes(world.pid());
  const startedMs = performance.now();
  let refused = 0;
  const waits = await Promise.all(
    Array.from({ length: DEVICES }, async (_, index) => {
      const url = `${world.ready().url}${CHECK_PATH}?version=1.0.0&model=gps-tracker`;
      const answer = await ask(url, { headers: tokenOf(fleet, index + 1), agent });
      const body = await text(answer);
      if (answer.statusCode === 503) refused += 1;
      else if (!body.includes('"updateAvailable":true')) throw new Error(`${answer.statusCode} ${body}`);
      return performance.now() - startedMs;
    }),
  );
  agent.destroy();
  const note = `all after ${Math.round(Math.max(...waits))} ms, RSS ${mb(rssBytes(world.pid()) - before)} MB more`;
  return [
    { name: 'firmware, 10,000 checks at once p99', value: percentile(waits, 0.99), unit: 'ms', note },
    { name: 'firmware, checks told to come later', value: refused, unit: '' },
  ];
}

const mb = (bytes: number): number => Math.round(bytes / 1e6);

function ask(url: string, options: { headers: Record<string, string>; agent?: Agent }): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { agent: false, ...options })
      .once('response', resolve)
      .once('error', reject)
      .end();
  });
}

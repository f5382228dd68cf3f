import { readFileSync } from 'node:fs';
import { readArguments, ArgumentError, USAGE } from './cli-arguments.ts';
import type { IdentitiesCommand, RunCommand } from './cli-arguments.ts';
import type { Behaviour } from './device/behaviour.ts';
import { openCertificateFolder } from './device/certificates/certificate-folder.ts';
import { openFlashFolder } from './firmware/flash-folder.ts';
import { createFleet } from './fleet.ts';
import type { Fleet, FleetMember } from './fleet.ts';
import type { FleetStatistics } from './fleet-statistics.ts';
import { createUnsignedIdentity } from './device/identity.ts';
import type { Identity } from './device/identity.ts';
import { listSerials, listSignedSerials, readIdentity, writeUnsignedIdentity } from './device/identity-folder.ts';
import { readRecording } from './routes/recording.ts';
import { createPlayback } from './routes/playback.ts';
import type { RecordedFix, Route } from './routes/route.ts';

const STATUS_EVERY_MS = 5_000;
const STOP_WITHIN_MS = 2_000;
const USUAL_INTERVAL_SEC = 10;
const LIVE_INTERVAL_SEC = 1;

try {
  const command = readArguments(process.argv.slice(2));
  if (command.name === 'help') console.log(USAGE);
  else if (command.name === 'identities') await makeIdentities(command);
  else await run(command);
} catch (error) {
  process.exitCode = explain(error);
}

/** Prints the reason and returns the exit code. Rethrows errors that are not the user's mistake. */
function explain(error: unknown): number {
  if (error instanceof ArgumentError) {
    console.error(`${error.message}\n\n${USAGE}`);
    return 2;
  }
  if (error instanceof Error && 'syscall' in error) {
    console.error(error.message);
    return 1;
  }
  throw error;
}

async function makeIdentities({ count, folder, prefix }: IdentitiesCommand): Promise<void> {
  const known = new Set(await listSerials(folder));
  let made = 0;
  for (let index = 1; made < count; index += 1) {
    const serial = serialOf(prefix, index);
    if (known.has(serial)) continue;
    await writeUnsignedIdentity(folder, await createUnsignedIdentity(serial));
    made += 1;
  }
  console.log(`${made} keys and certificate requests are in ${folder}. Sign each <serial>.csr.pem with the CA.`);
  console.log(`Save the certificate beside it as <serial>.crt.pem, and the CA's own certificate as ca.crt.pem.`);
}

function serialOf(prefix: string, index: number): string {
  return prefix + String(index).padStart(4, '0');
}

async function run(command: RunCommand): Promise<void> {
  const recordings = readTracks(command.tracks);
  const identities = await readIdentities(command);
  const trustedFirmwareKeys = command.trust.map((path) => readFileSync(path, 'utf8'));
  const count = identities?.length ?? command.count ?? 1;
  const fleet = createFleet({
    count,
    memberOf: (index) => ({ ...memberOf(command, recordings, identities?.[index], index), trustedFirmwareKeys }),
    faults: command.faults,
    connectsPerSec: command.connectsPerSec,
    seed: command.seed,
  });
  console.log(
    `Connecting ${count} trackers to ${command.host}:${command.port} ${identities === null ? 'without TLS' : 'over TLS'}`,
  );
  fleet.start();
  reportWhy(fleet);
  const reporting = setInterval(() => console.log(statusLine(fleet.statistics(), count)), STATUS_EVERY_MS);
  stopOnSignal(fleet, reporting);
}

function readTracks(paths: readonly string[]): RecordedFix[][] {
  try {
    return paths.map((path) => readRecording(path));
  } catch (error) {
    if (error instanceof Error) throw new ArgumentError(error.message, { cause: error });
    throw error;
  }
}

async function readIdentities(command: RunCommand): Promise<Identity[] | null> {
  const { folder } = command;
  if (folder === null) return null;
  const signed = await listSignedSerials(folder);
  if (signed.length === 0) throw new ArgumentError(`${folder} contains no device with a <serial>.crt.pem`);
  const wanted = command.count ?? signed.length;
  if (wanted > signed.length)
    throw new ArgumentError(`${folder} contains ${signed.length} signed devices, but ${wanted} are wanted`);
  const identities: Identity[] = [];
  // Reads sequentially: thousands of files at once would exhaust the file descriptors.
  for (const serial of signed.slice(0, wanted)) identities.push(await readIdentity(folder, serial));
  return identities;
}

function memberOf(
  command: RunCommand,
  recordings: readonly RecordedFix[][],
  identity: Identity | undefined,
  index: number,
): FleetMember {
  const { host, port } = command;
  const route = routeOf(recordings, index);
  return {
    serial: identity?.serial ?? serialOf(command.prefix, index + 1),
    network: { host, port, ...(identity === undefined ? {} : { tls: identity }) },
    behaviour: behaviourFor(command, route !== null),
    ...(route === null ? {} : { route }),
    ...(command.folder === null || identity === undefined
      ? {}
      : {
          flash: openFlashFolder(command.folder, identity.serial),
          certificates: openCertificateFolder(command.folder, identity),
        }),
  };
}

function routeOf(recordings: readonly RecordedFix[][], index: number): Route | null {
  const recording = recordings[index % Math.max(1, recordings.length)];
  return recording === undefined ? null : createPlayback(recording, { startAtMs: Date.now(), loop: true });
}

function behaviourFor(command: RunCommand, isRecorded: boolean): Partial<Behaviour> {
  if (command.isLive) return { reportSec: LIVE_INTERVAL_SEC };
  if (command.intervalSec !== null) return { reportSec: command.intervalSec };
  return { reportSec: isRecorded ? null : USUAL_INTERVAL_SEC };
}

/** Prints each distinct reason once, not a line per tracker. */
function reportWhy(fleet: Fleet): void {
  const printed = new Set<string>();
  for (const tracker of fleet.trackers) {
    tracker.on('lost', (reason) => {
      if (printed.has(reason) || printed.size > 20) return;
      printed.add(reason);
      console.error(`${tracker.serial}: ${reason}`);
    });
  }
}

function statusLine(now: FleetStatistics, count: number): string {
  const latency = now.latencyP50Ms === null ? 'none' : `p50 ${now.latencyP50Ms} ms, p99 ${now.latencyP99Ms} ms`;
  return [
    `${now.connected}/${count} connected`,
    `${now.publishedPerSec.toFixed(0)} published/s`,
    `${now.acknowledgedPerSec.toFixed(0)} acknowledged/s`,
    `latency ${latency}`,
    `${now.published - now.acknowledged} open`,
    `${now.lost} losses`,
    `${(process.memoryUsage.rss() / 2 ** 20).toFixed(0)} MB`,
  ].join('  ');
}

function stopOnSignal(fleet: Fleet, reporting: NodeJS.Timeout): void {
  const stop = (): void => {
    clearInterval(reporting);
    const deadline = setTimeout(() => process.exit(1), STOP_WITHIN_MS);
    void fleet.stop().then(() => {
      clearTimeout(deadline);
      console.log('stopped');
    });
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

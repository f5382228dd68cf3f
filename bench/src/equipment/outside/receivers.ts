// The mail server, SMS gateway and push service of a test, as a process that outlives the product.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { repositoryRoot } from '../repository.ts';

export type Channel = 'mail' | 'sms' | 'push';

/** A message that reached a receiver. */
export interface Arrival {
  readonly channel: Channel;
  /** Address, phone number, or the path of the browser at the push service. */
  readonly to: string;
  /** The subject of an email, the text of an SMS. */
  readonly subject: string;
  /** The secret of the link in the message. Empty without one. */
  readonly token: string;
  /** Comparable with `nowMs` of this process. */
  readonly atMs: number;
  /** The receiver never answered, so the message does not count as delivered. */
  readonly isHeld: boolean;
}

export interface Receivers {
  /** Environment of the server that sends to these receivers. */
  readonly settings: Readonly<Record<string, string>>;
  readonly push: { readonly origin: string; readonly ca: string };
  readonly arrivals: readonly Arrival[];
  disturb(what: 'mail off' | 'mail on' | 'sms hang' | 'sms on' | 'push hang' | 'push on'): void;
  stop(): Promise<void>;
}

/** Milliseconds since 1970, finer than a millisecond. */
export const nowMs = (): number => performance.timeOrigin + performance.now();

interface Told {
  readonly smtpUrl: string;
  readonly smsUrl: string;
  readonly push: { readonly origin: string; readonly ca: string };
}

export async function startReceivers(): Promise<Receivers> {
  const script = path.join(repositoryRoot, 'server/src/cli/bench/receivers.ts');
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const arrivals: Arrival[] = [];
  const ready = Promise.withResolvers<Told>();
  child.once('exit', (code) => ready.reject(new Error(`the receivers ended (${code})`)));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const said = JSON.parse(line) as Arrival & Told & { ready?: boolean };
    if (said.ready) ready.resolve(said);
    else arrivals.push(said);
  });
  const { smtpUrl, smsUrl, push } = await ready.promise;
  return {
    settings: {
      SMTP_URL: smtpUrl,
      SMS_GATEWAY_URL: smsUrl,
      SMS_GATEWAY_TOKEN: 'bench-gateway-token',
      SMS_FROM: 'Trace',
    },
    push,
    arrivals,
    disturb: (what) => void child.stdin.write(`${what}\n`),
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

// Compares the acknowledged panics with the stored incidents and with the messages that arrived.
import { lookInto } from './checker.ts';
import type { Channel, Receivers } from '../outside/receivers.ts';
import type { Wearer } from '../people/wearers.ts';

/** Milliseconds from the acknowledgement to the first message. `nth`: the wearer's place in the list. */
export interface Delay {
  readonly ms: number;
  readonly nth: number;
}

export interface PanicVerdict {
  readonly problems: string[];
  /** Per way. */
  readonly delays: Readonly<Record<'stream' | Channel, Delay[]>>;
  /** Messages beyond the first of their kind. */
  readonly repeats: number;
}

const INSTALLER = 'bench-installer@example.com';
const STAFF = 'bench-staff@example.com';

const LIST_INCIDENTS = `
  select d.serial, array_agg(distinct e.incident_id::text) as incidents
  from panic_event e join device d on d.id = e.device_ids[1]
  join panic_incident i on i.id = e.incident_id where e.source = 'tracker' group by 1`;

/** Everything that must happen after an accepted panic, by wearer: what is missing. */
export async function checkPanics(
  databaseUrl: string,
  { arrivals }: Receivers,
  wearers: readonly Wearer[],
): Promise<PanicVerdict> {
  const stored = await lookInto(databaseUrl, async (client) => {
    const { rows } = await client.query<{ serial: string; incidents: string[] }>(LIST_INCIDENTS);
    return new Map(rows.map(({ serial, incidents }) => [serial, incidents]));
  });
  const delivered = arrivals.filter(({ isHeld }) => !isHeld);
  const delays: PanicVerdict['delays'] = { stream: [], mail: [], sms: [], push: [] };
  const missing = new Map<string, number>();
  let repeats = 0;
  const miss = (what: string): void => void missing.set(what, (missing.get(what) ?? 0) + 1);

  for (const [nth, wearer] of wearers.entries()) {
    const { acceptedAtMs, serial, number, phones, pushPath, email, stream } = wearer;
    if (acceptedAtMs === null) miss('presses were never acknowledged');
    const incidents = stored.get(serial) ?? [];
    if (incidents.length === 0) miss('acknowledged presses are lost');
    if (incidents.length > 1) miss('people have more than one incident');
    const expect = (what: string, atMs: readonly number[], into?: Delay[]): void => {
      if (atMs.length === 0) miss(`${what} were not sent`);
      else into?.push({ ms: Math.min(...atMs) - (acceptedAtMs ?? 0), nth });
      repeats += Math.max(0, atMs.length - 1);
    };
    const to = (channel: Channel, address: string): number[] =>
      delivered.filter((one) => one.channel === channel && one.to === address).map(({ atMs }) => atMs);
    const mailTo = (address: string): number[] =>
      delivered
        .filter(
          ({ channel, to: reader, subject }) => channel === 'mail' && reader === address && isAbout(subject, number),
        )
        .map(({ atMs }) => atMs);
    const rung = stream.heard.filter(({ id, isRinging }) => isRinging && id === incidents[0]);
    expect(
      'events of streams',
      rung.slice(0, 1).map(({ atMs }) => atMs),
      stream.wasFrozen() ? undefined : delays.stream,
    );
    expect('pushes', to('push', pushPath), delays.push);
    expect('SMS to the first contact', to('sms', phones[0]), delays.sms);
    expect('emails to wearers', mailTo(email), delays.mail);
    expect('SMS to the second contact', to('sms', phones[1]));
    expect('emails to the company', mailTo(INSTALLER));
    expect('emails to support', mailTo(STAFF));
  }
  return { problems: [...missing].map(([what, count]) => `${count} × ${what}`), delays, repeats };
}

/** 'Wearer 17 pressed the panic button'. */
const isAbout = (subject: string, number: number): boolean =>
  subject.includes(`Wearer ${number} `) && subject.includes('panic');

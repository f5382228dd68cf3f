import { createHash, randomUUID } from 'node:crypto';
import { hubReceiverRules } from '@trace/contract/hub-receiver/hub-receiver.rules';
import { hubReceiverTexts as texts } from '@trace/contract/hub-receiver/hub-receiver.texts';
import type { HubsPort } from '#features/hubs/hubs.port';
import type { NewPanicEvent, PanicPort } from '#features/panic/panic.port';
import type { Database, Executor } from '#platform/db/database';
import type { Content } from '#platform/dc09/content';
import type { HubEvent } from '#platform/dc09/events';
import type { Frame } from '#platform/dc09/frame';
import { lockDeviceOf, type HubAccount } from '../hub-receiver.store.ts';
import { kindOf } from './hub-receiver.codes.rules.ts';
import { insertFrame, isKnownFrame, lockFramesOf, type NewFrame } from './hub-receiver.frames.store.ts';

/** A frame of a known hub with its content. */
export interface ReadableFrame {
  readonly frame: Frame;
  readonly account: HubAccount;
  readonly content: Content;
  /** Empty: the content cannot be read. */
  readonly events: readonly HubEvent[];
  readonly receivedAt: Date;
  readonly isTimeWrong: boolean;
}

export interface RecordingDependencies {
  readonly database: Database;
  readonly hubs: Pick<HubsPort, 'linkOf' | 'devicesOfHub'>;
  readonly panic: PanicPort;
}

/** `gone`: the account was removed meanwhile. */
export type Recorded = NewFrame['outcome'] | 'repeated' | 'gone';

const MOST_TRIGGER_LENGTH = 120;

/** Stores a frame and records its alarms in one transaction. Resolves after the commit. */
export function createRecording({ database, hubs, panic }: RecordingDependencies) {
  /**
   * The linked hub with all its devices, or else the device of the account. A hub that has left its account may have
   * another owner, whose devices the settings of the former owner do not concern.
   */
  const sourceOf = async (tx: Executor, { number }: HubAccount, deviceId: number) => {
    const link = await hubs.linkOf(tx, deviceId);
    const linked = link === null ? [] : await hubs.devicesOfHub(tx, link.hubId);
    if (link !== null && linked.includes(deviceId))
      return { hub: { id: link.hubId, name: link.hubName }, deviceIds: linked };
    return { hub: { id: `dc09:${number}`, name: texts.hubName(number) }, deviceIds: [deviceId] };
  };

  const alarmsOf = (read: ReadableFrame, id: string): Omit<NewPanicEvent, 'hub' | 'deviceIds'>[] => {
    const { content, events, receivedAt, isTimeWrong, account } = read;
    return events.flatMap((event, index) => {
      const kind = kindOf(event, account.maker);
      if (kind === null) return [];
      return [
        {
          source: 'hub_direct',
          sourceEventId: `${id}:${index}`,
          kind,
          happenedAt: content.happenedAt ?? content.sentAt,
          receivedAt,
          hasWrongClock: isTimeWrong,
          place: content.place === null ? null : { ...content.place, accuracyM: null },
          trigger: triggerOf(event, content.text),
        },
      ];
    });
  };

  return (read: ReadableFrame): Promise<Recorded> =>
    database.transaction(async (tx) => {
      const { frame, account, content, events, receivedAt } = read;
      await lockFramesOf(tx, account.id);
      const deviceId = await lockDeviceOf(tx, account.id);
      if (deviceId === null) return 'gone';
      const known = { accountId: account.id, digest: digestOf(read), sentAt: content.sentAt };
      const since = new Date(receivedAt.getTime() - hubReceiverRules.retransmissionMs);
      if (await isKnownFrame(tx, known, since)) return 'repeated';
      const id = randomUUID();
      const alarms = alarmsOf(read, id);
      const outcome = outcomeOf(events.length, alarms.length);
      const codes = events.map(({ qualifier, code }) => `${qualifier ?? ''}${code}`);
      await insertFrame(tx, { id, ...known, seq: Number(frame.seq), receivedAt, outcome, codes });
      if (alarms.length > 0) {
        const source = await sourceOf(tx, account, deviceId);
        await panic.record(
          tx,
          alarms.map((alarm) => ({ ...alarm, ...source })),
        );
      }
      return outcome;
    });
}

/** The same for a frame that is sent again, also with another pad and another time. */
const digestOf = ({ frame, content }: Pick<ReadableFrame, 'frame' | 'content'>): Buffer =>
  createHash('sha256').update(`${frame.id} ${frame.seq} ${content.payload}`).digest();

function triggerOf({ text, number, area }: HubEvent, note: string | null): string | null {
  const words = text ?? note;
  if (words !== null) {
    const shown = Buffer.from(words, 'latin1')
      .toString('utf8')
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim();
    // The cut can halve a character, and the database stores no half.
    if (shown !== '') return shown.slice(0, MOST_TRIGGER_LENGTH).toWellFormed();
  }
  return number === null ? null : texts.zone(number, area);
}

function outcomeOf(events: number, alarms: number): NewFrame['outcome'] {
  if (events === 0) return 'unsupported';
  return alarms > 0 ? 'alerted' : 'stored';
}

import {
  hubReceiverRules,
  longestSilenceMs,
  type ReportingProblem,
} from '@trace/contract/hub-receiver/hub-receiver.rules';
import { SECOND_MS } from '@trace/contract/kernel/time';
import type { Clock } from '#platform/clock/clock';
import { acknowledge, refuseContent, refuseWithTime } from '#platform/dc09/answers';
import { readEvents } from '#platform/dc09/events';
import type { Frame, ReadFrame } from '#platform/dc09/frame';
import type { Reply } from '#platform/dc09/hub-listeners';
import type { CallCounter } from '#platform/health/parts-health';
import type { Log } from '#platform/log/log';
import type { SaveReport } from '../supervision/hub-receiver.reports.service.ts';
import { isClockWrong } from './hub-receiver.clock.rules.ts';
import { isSupervision } from './hub-receiver.codes.rules.ts';
import { createMinuteLimit } from './hub-receiver.limits.service.ts';
import type { ReadableFrame, Recorded } from './hub-receiver.recording.service.ts';
import type { createRefusals } from './hub-receiver.refusals.service.ts';
import type { Sender } from './hub-receiver.sender.service.ts';

/** Kinds of frames with events. */
const EVENT_IDS = ['SIA-DCS', 'ADM-CID'];
/** Answers of receivers. Answering an answer could go on forever. */
const ANSWER_IDS = ['ACK', 'NAK', 'DUH', 'RSP'];
/**
 * More than a hub sends in an emergency. A frame beyond this limit is not acknowledged, so the hub sends again. Counted
 * per network, because a stranger who knows the number of an unencrypted hub must not use up its frames.
 */
const FRAMES_PER_ACCOUNT = 240;
/** Unproven frames of a network. Beyond this limit, only accounts that have reported before are looked up. */
const FAILURES_PER_NETWORK = 60;
const LOGGED_PER_MINUTE = 5;
/** A connection may be silent for longer than two reports. */
const LEAST_IDLE_MS = 600 * SECOND_MS;

export type FrameOutcome =
  | Recorded
  | 'supervision'
  | 'wrong_checksum'
  | 'malformed'
  | 'unknown_account'
  | 'limited'
  | 'ignored'
  | 'failed';

export interface IntakeDependencies {
  readonly clock: Clock;
  readonly log: Log;
  readonly calls: CallCounter;
  /** The numbers of accounts that have reported. The intake adds each account at its first report. */
  readonly proven: Set<string>;
  identify(frame: Frame): Promise<Sender>;
  record(read: ReadableFrame): Promise<Recorded>;
  readonly saveReport: SaveReport;
  readonly refusals: ReturnType<typeof createRefusals>;
  count(outcome: FrameOutcome): void;
}

interface Taken {
  readonly outcome: FrameOutcome;
  readonly reply: Reply;
}

const silence: Reply = { answer: null, proven: null };

/** Takes frames of hubs. An alarm is stored before the acknowledgement, and the hub sends a failed frame again. */
export function createIntake(dependencies: IntakeDependencies) {
  const { clock, log, calls, proven, identify, record, saveReport, refusals, count } = dependencies;
  const failures = createMinuteLimit(clock, FAILURES_PER_NETWORK);
  const frames = createMinuteLimit(clock, FRAMES_PER_ACCOUNT);
  const errors = createMinuteLimit(clock, LOGGED_PER_MINUTE);

  const ofStranger = (outcome: FrameOutcome, network: string, answer: Buffer | null): Taken => {
    failures.count(network);
    return { outcome, reply: { answer, proven: null } };
  };

  const takeRefused = (
    { account, problem }: Extract<Sender, { is: 'refused' }>,
    frame: Frame,
    network: string,
  ): Taken => {
    // Not awaited, so that the answer takes no longer than for an unknown account.
    noteLater(refusals.note(account.id, problem, frame));
    // The same answers as for an unknown account, so that a stranger cannot learn which accounts exist.
    return ofStranger('refused', network, frame.isEncrypted ? refuseWithTime(clock.now()) : null);
  };

  const noteLater = (work: Promise<void>): void => {
    work.catch((error: unknown) =>
      log.warn({ err: error }, 'The last report of a hub was not saved, its next frame saves it'),
    );
  };

  const takeKnown = async (frame: Frame, sender: Extract<Sender, { is: 'known' }>): Promise<Taken> => {
    const { account, key, content } = sender;
    const receivedAt = clock.now();
    const isTimeWrong = content.isTimeImpossible || isClockWrong(content.sentAt, receivedAt, account);
    const read = { frame, account, content, receivedAt, isTimeWrong };
    const isSupported = EVENT_IDS.includes(frame.id);
    const events = isSupported ? readEvents(frame.id, content.data) : [];
    const isReport = frame.id === 'NULL' || (isSupported && content.data === '') || isOnlySupervision(events);
    // A recorded frame that a stranger sends again later must not hide that the hub is silent.
    const reportOf = (problem: ReportingProblem | null, isTimeRefused: boolean) =>
      saveReport({ accountId: account.id, at: receivedAt, problem, isTimeRefused, isAlive: !isTimeWrong });
    const clockProblem = isTimeWrong ? 'wrong_time' : null;
    if (isReport) {
      const isRepeated = isTimeWrong && isRecent(account.timeRefusedAt, receivedAt);
      await reportOf(clockProblem, isTimeWrong && !isRepeated);
      return {
        outcome: 'supervision',
        reply: replyTo(read, { now: clock.now(), outcome: 'supervision', isRepeated, key }),
      };
    }
    const outcome = await record({ ...read, events });
    if (outcome === 'gone') return { outcome, reply: silence };
    // The event is stored: a failure here delays only the time of the last report.
    noteLater(reportOf(outcome === 'unsupported' ? 'unsupported' : clockProblem, false));
    return { outcome, reply: replyTo(read, { now: clock.now(), outcome, isRepeated: outcome === 'repeated', key }) };
  };

  const takeFrame = async (frame: Frame, network: string): Promise<Taken> => {
    const number = frame.account.toUpperCase();
    if (ANSWER_IDS.includes(frame.id)) return ofStranger('ignored', network, null);
    if (failures.isReached(network) && !proven.has(number)) return { outcome: 'limited', reply: silence };
    const sender = await identify(frame);
    if (sender.is === 'unknown')
      return ofStranger('unknown_account', network, frame.isEncrypted ? refuseWithTime(clock.now()) : null);
    if (sender.is === 'refused') return takeRefused(sender, frame, network);
    const hub = `${number} ${network}`;
    if (frames.isReached(hub)) return { outcome: 'limited', reply: silence };
    frames.count(hub);
    if (sender.is === 'unreadable') {
      await refusals.note(sender.account.id, 'unsupported', frame);
      return { outcome: 'unsupported', reply: { answer: refuseContent(frame), proven: null } };
    }
    const taken = await takeKnown(frame, sender);
    if (taken.reply.proven !== null) proven.add(number);
    calls.answered();
    return taken;
  };

  return async (read: ReadFrame, network: string): Promise<Reply> => {
    if ('problem' in read) {
      failures.count(network);
      count(read.problem);
      return silence;
    }
    try {
      const { outcome, reply } = await takeFrame(read.frame, network);
      count(outcome);
      return reply;
    } catch (error) {
      calls.failed();
      count('failed');
      if (!errors.isReached(''))
        log.error({ err: error }, 'A frame of a hub was not stored and not acknowledged, the hub sends it again');
      errors.count('');
      return silence;
    }
  };
}

interface How {
  readonly now: Date;
  readonly outcome: FrameOutcome;
  readonly isRepeated: boolean;
  readonly key: Buffer | null;
}

const isOnlySupervision = (events: ReadableFrame['events']): boolean =>
  events.length > 0 && events.every(isSupervision);

const isRecent = (at: Date | null, now: Date): boolean =>
  at !== null && now.getTime() - at.getTime() < hubReceiverRules.retransmissionMs;

function replyTo({ frame, account, isTimeWrong }: Omit<ReadableFrame, 'events'>, how: How): Reply {
  const idleMs = Math.max(longestSilenceMs(account.supervisionSec), LEAST_IDLE_MS);
  const answerOf = (): Buffer => {
    if (how.outcome === 'unsupported') return refuseContent(frame);
    // Once per frame: a hub that cannot set its clock would repeat the frame forever.
    if (isTimeWrong && !how.isRepeated) return refuseWithTime(how.now);
    return acknowledge(frame, how.key, how.now);
  };
  return { answer: answerOf(), proven: { account: account.id, idleMs } };
}

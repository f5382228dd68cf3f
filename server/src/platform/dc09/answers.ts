// Answers of the receiver. Each repeats the sequence number, receiver, line and account of the frame.
import { encrypt } from './cipher.ts';
import { writeFrame, type Frame } from './frame.ts';
import { writeTime } from './time.ts';

/** The event is stored. `key`: of an encrypted frame. */
export function acknowledge(frame: Frame, key: Buffer | null, now: Date): Buffer {
  if (key === null) return writeFrame(`"ACK"${addressOf(frame)}[]`);
  return writeFrame(`"*ACK"${addressOf(frame)}[${encrypt(`]_${writeTime(now)}`, key)}`);
}

/** Tells the hub the right time. Says nothing of the account, so a stranger cannot learn which accounts exist. */
export const refuseWithTime = (now: Date): Buffer => writeFrame(`"NAK"0000R0L0A0[]_${writeTime(now)}`);

/** The frame was read, and its content is not supported: the hub does not send it again. */
export const refuseContent = (frame: Frame): Buffer => writeFrame(`"DUH"${addressOf(frame)}[]`);

const addressOf = ({ seq, receiver, line, account }: Frame): string => `${seq}${receiver}${line || 'L0'}#${account}`;

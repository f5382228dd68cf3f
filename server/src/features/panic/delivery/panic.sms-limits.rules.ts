import { panicRules } from '@trace/contract/panic/panic.rules';

/** The SMS to a number on behalf of one wearer. */
export interface SmsCounts {
  readonly inHour: number;
  readonly inDay: number;
  readonly ofIncident: number;
}

/** Returns whether another SMS may leave. The first SMS of an incident calls for help, so the limit of an hour spares it. */
export const maySendSms = ({ inHour, inDay, ofIncident }: SmsCounts): boolean =>
  inDay < panicRules.smsPerDay && (inHour < panicRules.smsPerHour || ofIncident === 0);

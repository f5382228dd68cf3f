import { api, failureWords, isRefusal } from '#lib/http/api.ts';
import { listHubs, signInToHubs } from '@trace/contract/hubs/hubs.api';
import type { Hub, HubCredentials } from '@trace/contract/hubs/hubs.schema';
import { hubsTexts as texts } from '@trace/contract/hubs/hubs.texts';

export interface VerifiedHubs {
  /** Stands for the sign-in; the hub service's own tokens stay on the server (HUB-06). */
  handle: string;
  hubs: Hub[];
}

export interface HubsFailure {
  words: string;
  /** The account may want the code of an authenticator app. */
  needsCode: boolean;
}

export type HubsAnswer = { isVerified: true; verified: VerifiedHubs } | ({ isVerified: false } & HubsFailure);

/** Signs in at the hub service and lists the hubs of the account (HUB-01). Throws when the session has ended. */
export async function verifyHubs(credentials: HubCredentials, serialNumber: string | null): Promise<HubsAnswer> {
  const body = { credentials, ...(serialNumber !== null && { serialNumber }) };
  const proof = await answerOf(api.call(signInToHubs, { body }));
  if ('words' in proof) return { isVerified: false, ...proof };
  const { sessionToken, userId } = proof.answer;
  const list = await answerOf(api.call(listHubs, { body: { sessionToken, userId } }));
  if ('words' in list) return { isVerified: false, ...list };
  const hubs = list.answer;
  if (hubs.length === 0) return { isVerified: false, words: texts.none, needsCode: false };
  return { isVerified: true, verified: { handle: sessionToken, hubs } };
}

/** The answer, or the words for why there is none. */
async function answerOf<T>(call: Promise<T>): Promise<{ answer: T } | HubsFailure> {
  try {
    return { answer: await call };
  } catch (error) {
    if (isRefusal(error, 'unauthenticated')) throw error;
    return { words: failureWords(error, texts.failed), needsCode: wantsCode(error) };
  }
}

const wantsCode = (error: unknown): boolean =>
  isRefusal(error, 'wrong_credentials') && error.refusal?.field?.endsWith('totp') === true;

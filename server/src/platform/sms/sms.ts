// Text messages by an HTTP gateway. The request is documented in docs/operations.md, so that an operator can put any
// provider behind it.
import type { CallCounter } from '#platform/health/parts-health';
import type { Log } from '#platform/log/log';
import { postToGateway, type GatewayAnswer, type SmsGateway } from './sms-request.ts';

export interface SmsMessage {
  /** E.164. */
  readonly to: string;
  readonly text: string;
  /** The same at every attempt. The gateway sends a reference once, so a repeat is harmless. */
  readonly key: string;
}

/**
 * `refused`: the gateway never accepts this message, such as one to an impossible number. `failed`: the gateway is away,
 * busy or refuses this server. A later attempt can succeed.
 */
export type SmsOutcome =
  | { readonly outcome: 'accepted'; readonly gatewayId: string | null }
  | { readonly outcome: 'refused' | 'failed'; readonly reason: string };

export interface Sms {
  /** Whether a gateway is configured. Without a gateway every message is refused. */
  isConfigured(): boolean;
  send(message: SmsMessage): Promise<SmsOutcome>;
}

export interface SmsOptions {
  readonly gateway: SmsGateway | null;
  readonly log: Log;
  readonly calls: CallCounter;
}

export function createSms({ gateway, log, calls }: SmsOptions): Sms {
  return {
    isConfigured: () => gateway !== null,

    async send({ to, text, key }) {
      if (gateway === null) return { outcome: 'refused', reason: 'no gateway is configured' };
      const outcome = await postToGateway(gateway, { to, from: gateway.from, text, reference: key }).then(
        outcomeOf,
        (error: unknown): SmsOutcome => ({ outcome: 'failed', reason: reasonOf(error) }),
      );
      if (outcome.outcome === 'failed') calls.failed();
      else calls.answered(outcome.outcome === 'refused' ? 'refused' : 'ok');
      // The answer of a gateway can contain the number and the text, so the log has the status alone.
      if (outcome.outcome !== 'accepted')
        log.warn({ because: outcome.reason }, 'The SMS gateway did not accept a message');
      return outcome;
    },
  };
}

/** Statuses that concern this server or this moment, not the message: a wrong token or address, or a busy gateway. */
const NOT_ABOUT_THE_MESSAGE = new Set([401, 403, 404, 405, 407, 408, 425, 429]);

function outcomeOf({ status, gatewayId }: GatewayAnswer): SmsOutcome {
  if (status >= 200 && status < 300) return { outcome: 'accepted', gatewayId };
  const isRefused = status >= 400 && status < 500 && !NOT_ABOUT_THE_MESSAGE.has(status);
  return { outcome: isRefused ? 'refused' : 'failed', reason: `status ${status}` };
}

function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: unknown } };
  if (name === 'TimeoutError') return 'timeout';
  return typeof cause?.code === 'string' ? cause.code : 'unreachable';
}

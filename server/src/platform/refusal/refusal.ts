import { refusalStatus, type RefusalCode } from '@trace/contract/kernel/errors';

export interface RefusalDetails {
  field?: string;
  retryAfterSec?: number;
  cause?: unknown;
}

/**
 * A service throws a refusal when a request is not allowed or not possible: a code of the contract and a message for
 * the screen.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly field: string | undefined;
  readonly retryAfterSec: number | undefined;

  constructor(code: RefusalCode, message: string, details: RefusalDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'Refusal';
    this.code = code;
    this.field = details.field;
    this.retryAfterSec = details.retryAfterSec;
  }

  get status(): number {
    return refusalStatus[this.code];
  }
}

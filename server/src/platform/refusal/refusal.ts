import { refusalStatus, type RefusalCode } from '@trace/contract/kernel/errors';

export interface RefusalDetails {
  field?: string;
  retryAfterSec?: number;
  cause?: unknown;
}

/** What a service throws when it will not do something: a code of the contract and words fit to be shown. */
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

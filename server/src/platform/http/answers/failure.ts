import type { ErrorAnswer } from '@trace/contract/kernel/errors';
import type { FastifyError } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { outageOf } from '#platform/db/errors';
import { Refusal } from '#platform/refusal/refusal';

export interface Failure {
  status: number;
  answer: ErrorAnswer;
  /** A defect of the product: the log reports an error, and the caller receives only the request's id. */
  isDefect: boolean;
  /** The database is away or refuses every write: no fault of the request. */
  outage: ReturnType<typeof outageOf>;
}

/** Browsers and devices of other vendors try again after this long. */
const RETRY_AFTER_SEC = 5;

/** Turns any thrown error into the answer to the caller, in the one error shape. */
export function failureOf(error: unknown, requestId: string): Failure {
  const outage = error instanceof Refusal ? null : outageOf(error);
  const refusal = outage === null ? refusalOf(error) : unavailable(outage);
  if (refusal === null) {
    const message = 'Something went wrong on our side. Please try again.';
    return { status: 500, answer: { error: { code: 'internal', message, requestId } }, isDefect: true, outage };
  }
  const { code, message, field, retryAfterSec } = refusal;
  return {
    status: refusal.status,
    answer: {
      error: {
        code,
        message,
        requestId,
        ...(field === undefined ? {} : { field }),
        ...(retryAfterSec === undefined ? {} : { retryAfterSec }),
      },
    },
    isDefect: false,
    outage,
  };
}

/** Reading goes on when nothing can be written, so the two have different texts. */
function unavailable(outage: NonNullable<Failure['outage']>): Refusal {
  const message =
    outage === 'away' ? 'The portal cannot answer right now.' : 'Nothing can be saved right now. Nothing was changed.';
  return new Refusal('unavailable', message, { retryAfterSec: RETRY_AFTER_SEC });
}

function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return invalidInput(error);
  if (!(error instanceof Error)) return null;
  return edgeRefusal(error as FastifyError);
}

/** The id is a part of the address of a page, and people read this. */
const WRONG_ID = 'This link is wrong or incomplete.';

interface ValidationError {
  validation: { instancePath: string; message?: string; keyword: string; params?: { keys?: string[] } }[];
  validationContext?: string;
}

function invalidInput(error: unknown): Refusal {
  const { validation, validationContext } = error as ValidationError;
  const first = validation[0];
  const unknownField = first?.params?.keys?.[0];
  const path = [
    placeOf(validationContext),
    ...(first?.instancePath.split('/').filter(Boolean) ?? []),
    ...(unknownField ? [unknownField] : []),
  ];
  const field = path.join('.');
  const message = field === 'params.id' ? WRONG_ID : (first?.message ?? 'This value is not valid.');
  return new Refusal('invalid_input', message, { field });
}

const placeOf = (context: string | undefined): string => (context === 'querystring' ? 'query' : (context ?? 'body'));

/** Refusals of the HTTP library before any of our code runs. */
function edgeRefusal(error: FastifyError): Refusal | null {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal('payload_too_large', 'The body is too large.', { field: 'body' });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Refusal('unsupported_media_type', 'The body must be JSON.', { field: 'body' });
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Refusal('invalid_input', 'The body is not valid JSON.', { field: 'body' });
    default:
      return byStatus(error.statusCode);
  }
}

/** Refusals of the library and its plugins that have only a status. A folder of the portal's files is a 403 there. */
function byStatus(status: number | undefined): Refusal | null {
  if (status === 400) return new Refusal('invalid_input', 'The request is not valid.', { field: 'body' });
  if (status === 403 || status === 404) return new Refusal('not_found', 'Not found.');
  return null;
}

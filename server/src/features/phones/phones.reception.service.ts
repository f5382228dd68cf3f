import { MINUTE_MS, SECOND_MS } from '@trace/contract/kernel/time';
import { phonesRules as rules } from '@trace/contract/phones/phones.rules';
import { phonesTexts as texts } from '@trace/contract/phones/phones.texts';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { TakeReports } from '#platform/devices/ingest/direct-reports';
import type { PhoneReception, PhoneRequest } from '#platform/http/servers/phone.edge';
import type { Log } from '#platform/log/log';
import { Refusal } from '#platform/refusal/refusal';
import { messagesOf } from './phones.messages.service.ts';
import { hashOfSecret, isSecret } from './phones.secrets.service.ts';
import { findBySecret } from './phones.store.ts';
import { readOsmandForm, readOsmandJson } from './protocols/phones.osmand.rules.ts';
import { readOwntracks } from './protocols/phones.owntracks.rules.ts';
import type { ReadReports } from './protocols/phones.report.rules.ts';

/** When the database is busy, the app repeats the report after this time. */
const RETRY_AFTER_SEC = 10;
const WINDOW_SEC = MINUTE_MS / SECOND_MS;

export interface ReceptionDependencies {
  database: Database;
  clock: Clock;
  log: Log;
  takeReports: TakeReports;
}

/** Stores the reports of a phone as messages of its device, before the app gets an answer. */
export function createReception({ database, clock, log, takeReports }: ReceptionDependencies): PhoneReception {
  return {
    bodyMaxBytes: rules.bodyMaxBytes,
    limit: { calls: rules.requestsPerMin, windowSec: WINDOW_SEC },
    unknownLimit: { calls: rules.unknownPerMin, windowSec: WINDOW_SEC },
    unknownText: texts.unknownSecret,

    find: async (secret) => (isSecret(secret) ? findBySecret(database.sql, hashOfSecret(secret)) : null),

    async receive(phone, request) {
      const receivedAt = clock.now();
      const { reports, fields } = readReports(request);
      const [field] = fields;
      if (reports.length === 0 && field !== undefined) throw refusalOf(request, field);
      if (field !== undefined)
        log.warn(
          { serial: phone.serial, unread: fields.length, field },
          'Some reports of a phone cannot be read, the others are stored',
        );
      const messages = messagesOf(reports, receivedAt);
      if (messages.length === 0) return;
      const outcome = await takeReports(phone, messages, receivedAt);
      if (outcome === 'busy') throw new Refusal('unavailable', texts.busy, { retryAfterSec: RETRY_AFTER_SEC });
    },
  };
}

function readReports({ protocol, query, contentType, body }: PhoneRequest): ReadReports {
  const text = body.toString('utf8').trim();
  // OwnTracks posts an empty body now and then.
  if (protocol === 'owntracks') {
    return text === '' ? { reports: [], fields: [] } : readOwntracks(parseJson(text), rules.reportsPerRequest);
  }
  if (text === '') return readOsmandForm(query);
  const isJson = contentType.includes('json') || text.startsWith('{') || text.startsWith('[');
  if (isJson) return readOsmandJson(parseJson(text), rules.reportsPerRequest);
  // A form may be split between the address and the body.
  return readOsmandForm(new URLSearchParams(`${query.toString()}&${text}`));
}

/** Returns undefined for text that is not JSON. No reader accepts undefined as a report. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusalOf({ protocol }: PhoneRequest, field: string): Refusal {
  const isEncrypted = protocol === 'owntracks' && field === '_type';
  return new Refusal('invalid_input', isEncrypted ? texts.encrypted : texts.badReport, { field });
}

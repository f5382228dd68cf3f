import type { FileStream } from '@trace/contract/kernel/endpoint';
import type { ExportFormat } from '@trace/contract/tracking/tracking.history.rules';
import { historyTexts } from '@trace/contract/tracking/tracking.history.texts';
import type { KnownDevice } from '#features/devices/devices.port';
import type { PingPlace, PingPort } from '#features/ping/ping.port';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import { createCsvWriter } from './tracking.csv.rules.ts';
import { spansOf, type DaySpan } from './tracking.days.rules.ts';
import type { ExportPoint, ExportSubject, ExportWriter } from './tracking.export.rules.ts';
import { createGeoJsonWriter } from './tracking.geojson.rules.ts';
import { createGpxWriter } from './tracking.gpx.rules.ts';
import { requireKnownDay, type TrackingHistory } from './tracking.history.service.ts';
import { listExported, type ExportedRow } from './tracking.history.store.ts';
import type { TrackingPermission } from '../tracking.permission.service.ts';

/** Positions per page. An export of months needs the memory of a single page. */
const PAGE = 2_000;

const writers: Record<ExportFormat, (subject: ExportSubject) => ExportWriter> = {
  gpx: createGpxWriter,
  geojson: createGeoJsonWriter,
  csv: createCsvWriter,
};

export interface ExportQuery {
  from: string;
  to: string;
  format: ExportFormat;
}

export type HistoryExport = ReturnType<typeof createHistoryExport>;

export interface ExportDependencies {
  database: Database;
  clock: Clock;
  ping: PingPort;
  permission: TrackingPermission;
  history: TrackingHistory;
}

/**
 * PATH-03: exports a device's history as a file. The file is streamed while being read, at the caller's pace. Access is
 * checked anew for each page, so the end of a plan or of an assignment also ends the file.
 */
export function createHistoryExport({ database, clock, ping, permission, history }: ExportDependencies) {
  /** Running exports in this process, by account. A limit of one export per person bounds the disk load. */
  const busy = new Map<string, CallOrigin>();

  const requireSame = async (actor: Actor, { id, serial, since }: KnownDevice): Promise<void> => {
    const device = await permission.historyOf(actor, serial);
    // The device was removed and registered anew, or returned and assigned again, so the file no longer belongs to the
    // same device period.
    if (device.id !== id || device.since > since) throw new Refusal('not_found', historyTexts.exportFailed);
  };

  async function* pagesOf(actor: Actor, device: KnownDevice, span: DaySpan): AsyncGenerator<ExportPoint[]> {
    const toAt = new Date(span.toAt.getTime() - 1);
    const places = await ping.listPlaces({ id: device.id, from: device.since }, { fromAt: span.fromAt, toAt });
    let last: ExportedRow | null = null;
    for (let hasMore = true; hasMore;) {
      await requireSame(actor, device);
      const rows: ExportedRow[] = await listExported(database.sql, device.id, span, last, PAGE);
      hasMore = rows.length === PAGE;
      last = rows.at(-1) ?? last;
      yield pointsOf(rows, takeUntil(places, hasMore ? last!.at : span.toAt));
    }
  }

  async function* textsOf(actor: Actor, device: KnownDevice, query: ExportQuery, writer: ExportWriter) {
    yield writer.head();
    const spans = spansOf(actor.timeZone, query.from, query.to, device.since);
    for (const span of await history.held(device, spans)) {
      for await (const page of pagesOf(actor, device, span)) yield writer.body(page);
    }
    yield writer.tail();
  }

  return {
    /** Begins a file; `gone` aborts when the caller has gone away. */
    async start(
      actor: Actor,
      origin: CallOrigin,
      serial: string,
      query: ExportQuery,
      gone: AbortSignal,
    ): Promise<FileStream & { name: string }> {
      const device = await permission.historyOf(actor, serial);
      requireRange(actor.timeZone, clock.now(), query);
      // The caller is already gone. An export that starts now would never be released.
      if (gone.aborted) throw new Refusal('conflict', historyTexts.exportFailed);
      const { accountId } = actor;
      if (busy.has(accountId)) throw new Refusal('conflict', historyTexts.exporting);
      busy.set(accountId, origin);
      const release = (): void => {
        if (busy.get(accountId) === origin) busy.delete(accountId);
      };
      gone.addEventListener('abort', release, { once: true });
      try {
        await recordAudit(database.sql, {
          actorId: accountId,
          action: 'tracking.export',
          subject: { type: 'device', id: serial },
          details: { ...query },
          ...origin,
        });
      } catch (error) {
        release();
        throw error;
      }
      const writer = writers[query.format]({ serialNumber: serial, name: device.name, madeAt: clock.now() });
      return {
        name: historyTexts.fileName(serial, query.from, query.to, query.format),
        mediaType: writer.mediaType,
        chunks: withEnd(textsOf(actor, device, query, writer), release),
      };
    },
  };
}

function requireRange(timeZone: string, now: Date, { from, to }: ExportQuery): void {
  requireKnownDay(timeZone, now, 'query.from', from);
  requireKnownDay(timeZone, now, 'query.to', to);
  if (to < from) throw new Refusal('invalid_input', historyTexts.backwards, { field: 'query.to' });
}

async function* withEnd(texts: AsyncIterable<string>, end: () => void): AsyncGenerator<string> {
  try {
    yield* texts;
  } finally {
    end();
  }
}

/** Removes and returns the places up to an instant from the start of an ascending list. */
function takeUntil(places: PingPlace[], until: Date): PingPlace[] {
  const later = places.findIndex(({ at }) => at > until);
  return places.splice(0, later === -1 ? places.length : later);
}

function pointsOf(rows: readonly ExportedRow[], places: readonly PingPlace[]): ExportPoint[] {
  const points = rows.map(({ boot: _boot, seq: _seq, skewed, ...row }): ExportPoint => ({
    ...row,
    source: 'device',
    clock: skewed ? 'server' : 'device',
  }));
  if (places.length === 0) return points;
  const pinged = places.map((place): ExportPoint => ({
    ...place,
    altitudeM: null,
    speedMps: null,
    courseDeg: null,
    satellites: null,
    source: 'ping',
    clock: 'server',
  }));
  return [...points, ...pinged].sort((one, other) => one.at.getTime() - other.at.getTime());
}

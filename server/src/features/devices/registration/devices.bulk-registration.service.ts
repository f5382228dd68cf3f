import { registrationTexts as texts } from '@trace/contract/devices/registration/devices.registration.texts';
import type { Actor } from '#platform/actor/actor';
import { recordAudits } from '#platform/audit/audit';
import { publishAfterCommit } from '#platform/bus/outbox';
import type { Clock } from '#platform/clock/clock';
import type { Executor } from '#platform/db/database';
import { lockEntries } from '#platform/devices/identity/claims';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import { refusalOf, type ClaimCodes, type ClaimVerdict } from './devices.claim-codes.service.ts';
import type { OthersCertificates } from './devices.others-certificates.service.ts';
import { devicesChanged } from '../devices.events.ts';
import { deviceEntryOf } from '../devices.access.service.ts';
import {
  insertDevices,
  listEntries,
  listRegistrations,
  notifyRegistration,
  type NewDevice,
  type Registration,
} from './devices.registration.store.ts';

export interface NewRegistration extends NewDevice {
  readonly claimCode: string | null;
}

export interface Registrant {
  readonly actor: Actor;
  readonly origin: CallOrigin;
  /** The company that the devices belong to from now on (REG-10). */
  readonly companyId: string | null;
  /** The accounts with these devices in a list. */
  readonly audience: readonly string[];
  /** True for a part of a larger action that has its own audit entry. */
  readonly isAudited?: boolean;
}

/** `deviceId` is null in a dry run, where no device is stored. */
export type Registered = { readonly deviceId: number | null } | { readonly refusal: Refusal };

export type BulkRegistration = ReturnType<typeof createBulkRegistration>;

/**
 * Registers a device or many devices. Concurrent registrations, removals and certificate requests lock the same
 * registry row.
 */
export function createBulkRegistration({
  clock,
  claims,
  othersCertificates,
}: {
  clock: Clock;
  claims: ClaimCodes;
  othersCertificates: OthersCertificates;
}) {
  return {
    /**
     * Registers the possible devices and returns the reasons against the others, in the given order. No serial may appear
     * twice. Commit even when all are refused, because wrong claim codes are counted.
     */
    async register(
      tx: Executor,
      by: Registrant,
      wanted: readonly NewRegistration[],
      isDryRun: boolean = false,
    ): Promise<Registered[]> {
      const serials = wanted.map(({ serial }) => serial);
      const entries = await lockEntries(tx, serials);
      const reasons = await reasonsAgainst(tx, serials, new Set(entries.keys()));
      const open = wanted.filter(({ serial }) => !reasons.has(serial));
      const shown = open.map(({ serial, claimCode }) => ({
        serial,
        hash: entries.get(serial)!.claimHash,
        code: claimCode,
      }));
      const verdicts = await claims.judge(tx, by.actor.accountId, shown);
      const verdictOf = new Map<string, ClaimVerdict>(open.map(({ serial }, index) => [serial, verdicts[index]!]));
      const proven = open.filter(({ serial }) => verdictOf.get(serial) === 'fits');
      const ids = isDryRun ? new Map<string, number>() : await store(tx, by, proven);
      return serials.map((serial) => {
        const reason = reasons.get(serial);
        if (reason !== undefined) return { refusal: reason };
        const verdict = verdictOf.get(serial)!;
        if (verdict !== 'fits') return { refusal: refusalOf(verdict) };
        if (isDryRun) return { deviceId: null };
        const deviceId = ids.get(serial);
        return deviceId === undefined ? { refusal: taken(texts.alreadyRegistered) } : { deviceId };
      });
    },
  };

  async function store(tx: Executor, registrant: Registrant, devices: readonly NewRegistration[]) {
    const { actor, origin, companyId, audience, isAudited = true } = registrant;
    const by = { accountId: actor.accountId, companyId, at: clock.now() };
    const ids = await insertDevices(tx, devices, by);
    const serials = [...ids.keys()];
    if (serials.length === 0) return ids;
    const entries = serials.map((serial) => deviceEntryOf(actor, origin, 'device.register', serial));
    if (isAudited) await recordAudits(tx, entries);
    await othersCertificates.end(tx, { actor, origin, colleagues: audience }, serials);
    await publishAfterCommit(tx, devicesChanged, audience, { serial: serials[0]! });
    await notifyRegistration(tx, serials);
    return ids;
  }
}

const taken = (message: string): Refusal => new Refusal('conflict', message, { field: 'body.serialNumber' });

/** REG-02: finds serials that are already registered, in any letter case, and serials missing from the registry. */
async function reasonsAgainst(
  tx: Executor,
  serials: readonly string[],
  known: ReadonlySet<string>,
): Promise<Map<string, Refusal>> {
  const registered = byLowerCase(await listRegistrations(tx, serials));
  const spelled = byLowerCase(
    await listEntries(
      tx,
      serials.filter((serial) => !known.has(serial)),
    ),
  );
  const reasons = new Map<string, Refusal>();
  for (const serial of serials) {
    const reason = reasonAgainst(serial, registered, spelled, known.has(serial));
    if (reason !== null) reasons.set(serial, taken(reason));
  }
  return reasons;
}

function reasonAgainst(
  serial: string,
  registered: ReadonlyMap<string, Registration>,
  spelled: ReadonlyMap<string, unknown>,
  isKnown: boolean,
): string | null {
  const device = registered.get(serial.toLowerCase());
  if (device !== undefined) return device.serial === serial ? texts.alreadyRegistered : texts.otherLetterCase;
  if (isKnown) return null;
  return spelled.has(serial.toLowerCase()) ? texts.otherLetterCase : texts.notInRegistry(serial);
}

const byLowerCase = <Row extends { serial: string }>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.serial.toLowerCase(), row]));

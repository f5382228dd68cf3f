import { registrationTexts as texts } from '@trace/contract/devices/registration/devices.registration.texts';
import { replacementTexts } from '@trace/contract/devices/devices.replacement.texts';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import type { CertificationPort } from '#features/certification/certification.port';
import type { PeoplePort } from '#features/people/people.port';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Database, Executor } from '#platform/db/database';
import { lockEntries } from '#platform/devices/identity/claims';
import { RequestRefused } from '#platform/devices/identity/certificate-requests';
import type { Certificates } from '#platform/devices/identity/certificates';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import type { Tombstones } from '#platform/tombstones/tombstones';
import { createCertificateMails, type CertificateMailsDependencies } from './devices.certificate-mails.service.ts';
import { refusalOf, type ClaimCodes } from './devices.claim-codes.service.ts';
import { mayProvision } from '../devices.policy.ts';
import type { DevicesPort } from '../devices.port.ts';
import { mayRevokeCertificate } from './devices.registration.policy.ts';
import { requireCertification } from './devices.registration.service.ts';
import { listEntries, listRegistrations } from './devices.registration.store.ts';
import type { Relations } from '../assignment/devices.relations.service.ts';
import { deviceEntryOf, listParties, lockAccess, notFound } from '../devices.access.service.ts';
import { requirePermission } from '../devices.permission.service.ts';
import { findDevice } from '../devices.store.ts';

export type CertificatesService = ReturnType<typeof createCertificatesService>;

export interface CertificatesDependencies extends CertificateMailsDependencies {
  database: Database;
  certification: Pick<CertificationPort, 'blockOf'>;
  people: Pick<PeoplePort, 'accountsOf'>;
  tombstones: Pick<Tombstones, 'record'>;
  enrolment(): { certificates: Certificates; address(): { host: string; port: number } | null };
}

export function createCertificatesService(
  dependencies: CertificatesDependencies,
  devices: Pick<DevicesPort, 'findFor'>,
  relations: Relations,
  claims: ClaimCodes,
) {
  const { database, people, tombstones, enrolment } = dependencies;
  const mails = createCertificateMails(dependencies);

  /** Returns whether a serial is in the registry and not registered in any letter case. */
  const isFree = async (serial: string): Promise<boolean> => {
    const [entries, devicesThere] = await Promise.all([
      listEntries(database.sql, [serial]),
      listRegistrations(database.sql, [serial]),
    ]);
    return entries.some((entry) => entry.serial === serial) && devicesThere.length === 0;
  };

  /**
   * Refuses a caller without permission for a certificate now. T10: before registration, the claim code proves
   * possession of the device.
   */
  const requireSetup = async (actor: Actor, serial: string, code: string | null): Promise<void> => {
    const known = await devices.findFor(actor.accountId, serial);
    if (known === null && !(await isFree(serial))) throw notFound();
    if (mayProvision(actor, known?.relation ?? 'unregistered') !== 'allowed')
      throw new Refusal('forbidden', texts.onlyInSetup);
    if (known !== null) {
      if (known.replacedBy !== null) throw new Refusal('conflict', replacementTexts.alreadyReplaced(known.replacedBy));
      return;
    }
    await requireCertification(dependencies, actor);
    const verdict = await database.transaction(async (tx) => {
      const held = (await lockEntries(tx, [serial])).get(serial);
      return (await claims.judge(tx, actor.accountId, [{ serial, hash: held?.claimHash ?? null, code }]))[0]!;
    });
    if (verdict !== 'fits') throw refusalOf(verdict);
  };

  /** T07: locks the device until the certificate is stored. It may have been assigned or registered since the first check. */
  const lockSetup = async (tx: Executor, actor: Actor, serial: string): Promise<void> => {
    await lockEntries(tx, [serial]);
    const seen = await lockAccess(relations, tx, actor, serial);
    if (seen?.relation === 'none') throw notFound();
    if (mayProvision(actor, seen?.relation ?? 'unregistered') !== 'allowed')
      throw new Refusal('forbidden', texts.onlyInSetup);
  };

  return {
    /** Where a device connects that asks for its server. */
    gatewayAddress: () => ({ address: enrolment().address() }),

    async provisionCertificate(
      actor: Actor,
      origin: CallOrigin,
      serial: string,
      csr: string,
      claimCode: string | null = null,
    ): Promise<{ certificate: string; authority: string; expiresAt: Date }> {
      await requireSetup(actor, serial, claimCode);
      const { certificates } = enrolment();
      const issued = await orRefuse(
        certificates.issue(serial, csr, 'operational', {
          requestedBy: actor.accountId,
          before: (tx) => lockSetup(tx, actor, serial),
          alongside: async (tx, { fingerprint, hasReplaced }) => {
            await recordAudit(
              tx,
              deviceEntryOf(actor, origin, 'device.certificate', serial, { fingerprint, hasReplaced }),
            );
            if (hasReplaced) await mails.mailReplaced(tx, actor.email, serial, fingerprint);
          },
        }),
      );
      return { certificate: issued.certificatePem, authority: certificates.caPem, expiresAt: issued.expiresAt };
    },

    /** Answers how many certificates ended. */
    async revokeCertificate(actor: Actor, origin: CallOrigin, serial: string): Promise<number> {
      const device = await findDevice(database.sql, serial);
      const parties = device === null ? [] : await listParties(relations, device);
      const accounts = await people.accountsOf(parties.filter((id) => id !== actor.accountId));
      return database.transaction(async (tx) => {
        const { row } = await requirePermission(relations, tx, actor, serial, mayRevokeCertificate);
        const fingerprints = await enrolment().certificates.revoke(serial, 'revoked by hand', undefined, tx);
        await tombstones.record(tx, 'certificate', fingerprints);
        const revoked = fingerprints.length;
        await recordAudit(tx, deviceEntryOf(actor, origin, 'device.revokeCertificate', serial, { revoked }));
        if (revoked > 0) await mails.mailRevoked(tx, actor, origin, row, accounts);
        return revoked;
      });
    },
  };
}

async function orRefuse<T>(issuing: Promise<T>): Promise<T> {
  try {
    return await issuing;
  } catch (error) {
    if (error instanceof RequestRefused)
      throw new Refusal('invalid_input', devicesTexts.csrInvalid, { field: 'body.csr', cause: error });
    throw error;
  }
}

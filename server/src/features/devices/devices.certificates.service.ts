import { registrationTexts as texts } from '@trace/contract/devices/devices.registration.texts';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import type { CertificationPort } from '#features/certification/certification.port';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Database, Executor } from '#platform/db/database';
import { holdEntries } from '#platform/devices/claims';
import { RequestRefused } from '#platform/devices/identity/certificate-requests';
import type { Certificates } from '#platform/devices/identity/certificates';
import type { CallOrigin } from '#platform/http/route';
import type { Mail } from '#platform/mail/mail';
import { Refusal } from '#platform/refusal/refusal';
import { refusalOf, type Claims } from './devices.claims.service.ts';
import { mayProvision } from './devices.policy.ts';
import type { DevicesPort } from './devices.port.ts';
import { mayRevokeCertificate } from './devices.registration.policy.ts';
import { requireCertification, type People } from './devices.registration.service.ts';
import { listEntries, listRegistrations, type Registration } from './devices.registration.store.ts';
import { notFound, require, standingOf } from './devices.standing.service.ts';

export interface CertificatesService {
  provisionCertificate(
    actor: Actor,
    origin: CallOrigin,
    serial: string,
    csr: string,
    claimCode?: string | null,
  ): Promise<{ certificate: string; authority: string; expiresAt: Date }>;
  /** Answers how many certificates ended. */
  revokeCertificate(actor: Actor, origin: CallOrigin, serial: string): Promise<number>;
}

export interface CertificatesDependencies {
  database: Database;
  certification: Pick<CertificationPort, 'isValidFor'>;
  mail: Pick<Mail, 'send'>;
  portalUrl(): string;
  people(): People;
  enrolment(): { certificates: Certificates };
}

export function createCertificatesService(
  dependencies: CertificatesDependencies,
  devices: Pick<DevicesPort, 'findFor'>,
  claims: Claims,
): CertificatesService {
  const { database, mail, portalUrl, people, enrolment } = dependencies;

  const deviceOf = async (serial: string): Promise<Registration | undefined> =>
    (await listRegistrations(database.sql, [serial])).find((device) => device.serial === serial);

  /** Refuses who may not have a certificate made for this device now. T10: else they show that they have it. */
  const requireSetup = async (actor: Actor, serial: string, code: string | null): Promise<void> => {
    const known = await devices.findFor(actor.accountId, serial);
    const entry = (await listEntries(database.sql, [serial])).find((listed) => listed.serial === serial);
    const isFree = entry !== undefined && (await deviceOf(serial)) === undefined;
    if (known === null && !isFree) throw notFound();
    if (mayProvision(actor, known?.relation ?? 'unregistered') !== 'allowed')
      throw new Refusal('forbidden', texts.onlyInSetup);
    if (known !== null) return;
    await requireCertification(dependencies, actor);
    const verdict = await database.transaction(async (tx) => {
      const held = (await holdEntries(tx, [serial])).get(serial);
      return (await claims.judge(tx, actor.accountId, [{ serial, hash: held?.claimHash ?? null, code }]))[0]!;
    });
    if (verdict !== 'fits') throw refusalOf(verdict);
  };

  const tellReplaced = async (tx: Executor, to: string, serial: string, fingerprint: string): Promise<void> => {
    const url = `${portalUrl()}/installer/devices`;
    await mail.send(tx, {
      to,
      subject: texts.certificateMailSubject(serial),
      text: texts.certificateMailText({ serial, url }),
      key: `device-certificate:${fingerprint}`,
    });
  };

  return {
    async provisionCertificate(actor, origin, serial, csr, claimCode = null) {
      await requireSetup(actor, serial, claimCode);
      const { certificates } = enrolment();
      const issued = await orRefuse(
        certificates.issue(serial, csr, 'operational', async (tx, { fingerprint, hasReplaced }) => {
          await recordAudit(tx, {
            actorId: actor.accountId,
            action: 'device.certificate',
            subject: { type: 'device', id: serial },
            details: { fingerprint, hasReplaced },
            ...origin,
          });
          if (hasReplaced) await tellReplaced(tx, actor.email, serial, fingerprint);
        }),
      );
      return { certificate: issued.certificatePem, authority: certificates.caPem, expiresAt: issued.expiresAt };
    },

    async revokeCertificate(actor, origin, serial) {
      const { id, standing, name } = await standingOf(database, devices, actor, serial);
      require(mayRevokeCertificate(standing));
      const device = await deviceOf(serial);
      const others = [device?.assignedTo, device?.registeredBy].filter((other) => other != null);
      const accounts = await people().accountsOf(others.filter((other) => other !== actor.accountId));
      return database.transaction(async (tx) => {
        const revoked = await enrolment().certificates.revoke(serial, 'revoked by hand', undefined, tx);
        await recordAudit(tx, {
          actorId: actor.accountId,
          action: 'device.revokeCertificate',
          subject: { type: 'device', id: serial },
          details: { revoked },
          ...origin,
        });
        const by = `${actor.firstName} ${actor.lastName}`;
        const url = `${portalUrl()}/`;
        if (revoked > 0)
          for (const [accountId, { email }] of accounts)
            await mail.send(tx, {
              to: email,
              subject: texts.revokedMailSubject(name),
              text: texts.revokedMailText({ name, serial, by, url }),
              key: `device-revoked:${id}:${origin.requestId}:${accountId}`,
            });
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

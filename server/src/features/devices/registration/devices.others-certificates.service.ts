import { registrationTexts as texts } from '@trace/contract/devices/registration/devices.registration.texts';
import type { Actor } from '#platform/actor/actor';
import { recordAudits } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Executor } from '#platform/db/database';
import type { Certificates } from '#platform/devices/identity/certificates';
import type { CallOrigin } from '#platform/http/route';
import type { Mail } from '#platform/mail/mail';
import type { Tombstones } from '#platform/tombstones/tombstones';
import { deviceEntryOf } from '../devices.access.service.ts';

export type OthersCertificates = ReturnType<typeof createOthersCertificates>;

export interface OthersCertificatesDependencies {
  clock: Clock;
  mail: Pick<Mail, 'send'>;
  tombstones: Pick<Tombstones, 'record'>;
  enrolment(): { certificates: Pick<Certificates, 'revokeOfOthers'> };
}

interface NewRegistrant {
  readonly actor: Actor;
  readonly origin: CallOrigin;
  /** The accounts of the registrant's company, the registrant included. */
  readonly colleagues: readonly string[];
}

/**
 * Certificates that an installer outside the registrant's company requested before. That installer may still hold the
 * key and connect in place of the device.
 */
export function createOthersCertificates({ clock, mail, tombstones, enrolment }: OthersCertificatesDependencies) {
  return {
    /**
     * Revokes the certificates of registered devices that can go back to a factory certificate. The registrant is mailed
     * the other devices, because only a new certificate ends theirs without stranding the device.
     */
    async end(tx: Executor, { actor, origin, colleagues }: NewRegistrant, serials: readonly string[]): Promise<void> {
      const found = await enrolment().certificates.revokeOfOthers(tx, serials, colleagues, clock.now());
      const revoked = found.filter(({ isRevoked }) => isRevoked);
      const kept = [...new Set(found.filter(({ isRevoked }) => !isRevoked).map(({ serial }) => serial))];
      if (revoked.length > 0) {
        await tombstones.record(
          tx,
          'certificate',
          revoked.map(({ fingerprint }) => fingerprint),
        );
        await recordAudits(
          tx,
          revoked.map(({ serial, fingerprint }) =>
            deviceEntryOf(actor, origin, 'device.revokeCertificate', serial, { fingerprint }),
          ),
        );
      }
      if (kept.length === 0) return;
      await mail.send(tx, {
        to: actor.email,
        reason: 'device',
        subject: texts.setUpAgainMailSubject(kept),
        text: texts.setUpAgainMailText(kept),
        key: `device-set-up-again:${origin.requestId}:${kept[0]!}`,
      });
    },
  };
}

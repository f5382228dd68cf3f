// REG-12: devices report the certificate in use and the trusted authorities, and renew their certificate over their own
// connection. The answer is published after the commit. A repeated request gets the same certificate.
import type { CertificateAnswer, RenewalRefusal } from '@trace/contract/device-protocol/certificates';
import type { CertificateMessage } from '@trace/contract/device-protocol/messages';

import type { Clock } from '#platform/clock/clock';
import type { Executor } from '#platform/db/database';

import type { DeviceHandler } from '../device-message.ts';
import type { Authority } from './authority.ts';
import { hashKeyOf, RequestRefused } from './certificate-requests.ts';
import { answerToKey, isRenewalDue, useOf } from './renewal.rules.ts';
import {
  activateNext,
  findOwn,
  insertNext,
  listReported,
  lockCertificatesOf,
  lockRegistered,
  readKey,
  retireBefore,
  updateTrust,
} from './renewal.store.ts';
import type { ReportedCertificate } from './renewal.store.ts';

type Outcome = Pick<CertificateAnswer, 'renew' | 'certificate' | 'refused'>;

export interface RenewalDependencies {
  authority: Authority;
  clock: Clock;
  /** Sends the answer over the device's connection, if connected. */
  publish(serial: string, answer: CertificateAnswer): void;
}

const refusal = (refused: RenewalRefusal): Outcome => ({ renew: false, refused });

/** Answers the certificate messages of devices, inside the transaction of their batch. */
export function createRenewalHandler(dependencies: RenewalDependencies): DeviceHandler<'certificate'> {
  const { publish } = dependencies;
  return {
    name: 'certificate renewal',
    kind: 'certificate',
    locksRegistry: true,
    store: async (tx, messages) => {
      const answers: { serial: string; answer: CertificateAnswer }[] = [];
      const reported = await listReported(
        tx.executor,
        messages.map(({ serial, message: { uses } }) => ({ serial, uses })),
      );
      const changing = messages.filter(({ serial, message }) => {
        const answer = answerUnchanged(message, reported.get(serial), dependencies);
        if (answer !== null) answers.push({ serial, answer });
        return answer === null;
      });
      await lockRegistered(
        tx.executor,
        changing.map(({ serial }) => serial),
      );
      for (const { serial, message } of changing)
        answers.push({ serial, answer: await answerTo(tx.executor, serial, message, dependencies) });
      return () => answers.forEach(({ serial, answer }) => publish(serial, answer));
    },
  };
}

/** The answer to a daily report, which changes nothing. Null for every other message. */
function answerUnchanged(
  { uses, trusts, csr, boot, seq }: CertificateMessage,
  used: ReportedCertificate | undefined,
  { authority, clock }: RenewalDependencies,
): CertificateAnswer | null {
  const now = clock.now();
  const newest = authority.roots().at(-1)!;
  const isSettled = used?.fingerprint === uses && used.standing === 'current' && !used.hasRetiring;
  if (!isSettled || csr !== undefined || useOf(used, now) !== 'daily') return null;
  if (used.trustedAuthority !== newest.id || !trusts.includes(newest.fingerprint)) return null;
  const lacking = lackingOf(trusts, authority);
  return { v: 1, boot, seq, renew: isRenewalDue(used, now), authorities: lacking };
}

const lackingOf = (trusts: readonly string[], authority: Authority): string[] =>
  authority
    .roots()
    .filter(({ fingerprint }) => !trusts.includes(fingerprint))
    .map(({ certificatePem }) => certificatePem);

async function answerTo(
  tx: Executor,
  serial: string,
  message: CertificateMessage,
  dependencies: RenewalDependencies,
): Promise<CertificateAnswer> {
  const { authority } = dependencies;
  const trusted = authority.roots().findLast(({ fingerprint }) => message.trusts.includes(fingerprint));
  if (trusted !== undefined) await updateTrust(tx, serial, trusted.id);
  const { boot, seq } = message;
  const outcome = await decide(tx, serial, message, dependencies);
  return { v: 1, boot, seq, ...outcome, authorities: lackingOf(message.trusts, authority) };
}

async function decide(
  tx: Executor,
  serial: string,
  { uses, csr }: CertificateMessage,
  { authority, clock }: RenewalDependencies,
): Promise<Outcome> {
  const now = clock.now();
  await lockCertificatesOf(tx, serial);
  const used = await findOwn(tx, serial, uses);
  if (used === undefined || useOf(used, now) === 'none') return refusal('unknown_certificate');
  if (csr !== undefined) return renew(tx, serial, { uses, csr }, authority, now);
  if (used.standing === 'next') await activateNext(tx, serial, uses, now);
  // Devices report only a certificate that survives a restart.
  if (used.standing !== 'retiring' && used.kind === 'operational') await retireBefore(tx, serial);
  return { renew: isRenewalDue(used, now) };
}

async function renew(
  tx: Executor,
  serial: string,
  { uses: used, csr }: { uses: string; csr: string },
  authority: Authority,
  now: Date,
): Promise<Outcome> {
  try {
    const { uses, issuedLastDay } = await readKey(tx, serial, await hashKeyOf(csr, serial), now);
    const answer = answerToKey(uses, issuedLastDay);
    if (answer !== null) return 'pem' in answer ? { renew: false, certificate: answer.pem } : refusal(answer.refused);
    const signed = await authority.sign('operational', csr, serial);
    await insertNext(tx, serial, { uses: used, signed, now });
    return { renew: false, certificate: signed.certificatePem };
  } catch (error) {
    if (error instanceof RequestRefused) return refusal('bad_request');
    throw error;
  }
}

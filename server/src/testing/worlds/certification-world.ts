import { createClaims } from '#features/certification/certification.claims.service';
import type { CertificationPort } from '#features/certification/certification.port';
import { createCertificationService } from '#features/certification/certification.service';
import type { Portal, SignedIn } from '#testing/portal';

/** Returns the certification port that identity uses, as created in another process of the same server. */
function portOf({ test, clock, app, url }: Portal): Omit<CertificationPort, 'onEnded'> {
  const { database } = test;
  const claims = createClaims({ database, clock, mail: app.mail, portalUrl: () => url });
  return createCertificationService({ database, clock, claims });
}

/** Binds the certification that has this person's e-mail to their account, as a sign-up does. */
export async function bindOwnCertification(portal: Portal, { id, email }: SignedIn): Promise<void> {
  const port = portOf(portal);
  const names = { email, firstName: '', lastName: '' };
  const proof = await port.prove({ ...names, number: null });
  if (proof === null) throw new Error(`${email} has no certification`);
  await portal.test.database.transaction((tx) =>
    port.bind(tx, proof.certificationId, { ...names, personId: id }, proof.match),
  );
}

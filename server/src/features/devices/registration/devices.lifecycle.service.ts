import type { Clock, Stop } from '#platform/clock/clock';
import { createCertificatesService, type CertificatesDependencies } from './devices.certificates.service.ts';
import { createClaimCodes } from './devices.claim-codes.service.ts';
import { deviceRegistered, deviceRegistrationHeard, deviceRemoved } from '../devices.events.ts';
import type { DevicesPort } from '../devices.port.ts';
import { createBulkRegistration } from './devices.bulk-registration.service.ts';
import { createRegistrationService, type RegistrationDependencies } from './devices.registration.service.ts';
import { REGISTRATION_CHANNEL } from './devices.registration.store.ts';
import type { Relations } from '../assignment/devices.relations.service.ts';
import { createRemovalService, type RemovalDependencies } from '../replacement/devices.removal.service.ts';

export interface LifecycleDependencies extends RegistrationDependencies, RemovalDependencies, CertificatesDependencies {
  clock: Clock;
  hooks: RegistrationDependencies['hooks'] & RemovalDependencies['hooks'];
  /** Device identities and connections. A function, because that part itself depends on devices. */
  enrolment(): ReturnType<RemovalDependencies['enrolment']> & ReturnType<CertificatesDependencies['enrolment']>;
}

export type Lifecycle = ReturnType<typeof createLifecycle>;

/** The life of a device: registration with proof, certificate, renaming, removal. */
export function createLifecycle(dependencies: LifecycleDependencies, devices: DevicesPort, relations: Relations) {
  const { database, bus, clock } = dependencies;
  const claims = createClaimCodes(clock);
  const registrar = createBulkRegistration({ clock, claims });
  return {
    registrar,
    service: {
      ...createRegistrationService(dependencies, registrar),
      ...createRemovalService(dependencies, relations),
      ...createCertificatesService(dependencies, devices, relations, claims),
    },
    /**
     * Runs for every serial whose messages are stored, or no longer stored, from now on. Runs at once in the deciding
     * process and a moment later in every other process.
     */
    async onRegistered(run: (serial: string) => Promise<void>): Promise<Stop> {
      const stops = [deviceRegistered, deviceRemoved, deviceRegistrationHeard].map((event) =>
        bus.on(event, ({ serial }: { serial: string }) => run(serial)),
      );
      const stop = await database.listen(REGISTRATION_CHANNEL, (serial) => {
        if (serial !== '') bus.announce(deviceRegistrationHeard, { serial });
      });
      stops.push(stop);
      return () => stops.forEach((stop) => stop());
    },
  };
}

import type { Clock, Stop } from '#platform/clock/clock';
import { createCertificatesService, type CertificatesDependencies } from './devices.certificates.service.ts';
import { createClaimCodes } from './devices.claim-codes.service.ts';
import {
  deviceRegistered,
  deviceRegistrationHeard,
  deviceRegistrationsMissed,
  deviceRemoved,
} from '../devices.events.ts';
import type { DevicesPort } from '../devices.port.ts';
import { createOthersCertificates } from './devices.others-certificates.service.ts';
import { createBulkRegistration } from './devices.bulk-registration.service.ts';
import { createRegistrationService, type RegistrationDependencies } from './devices.registration.service.ts';
import { REGISTRATION_CHANNEL } from './devices.registration.store.ts';
import type { Relations } from '../assignment/devices.relations.service.ts';
import { createRemovalService, type RemovalDependencies } from '../replacement/devices.removal.service.ts';

export interface LifecycleDependencies extends RegistrationDependencies, RemovalDependencies, CertificatesDependencies {
  clock: Clock;
  hooks: RegistrationDependencies['hooks'] & RemovalDependencies['hooks'];
  /** Device identities and connections. A function, because that part itself depends on devices. */
  enrolment(): Rebinding & ReturnType<CertificatesDependencies['enrolment']>;
}

/** Binds connections to the devices of their serials. */
export interface Rebinding {
  rebind(serial: string): Promise<void>;
  rebindAll(): Promise<void>;
}

export type Lifecycle = ReturnType<typeof createLifecycle>;

/** The life of a device: registration with proof, certificate, renaming, removal. */
export function createLifecycle(dependencies: LifecycleDependencies, devices: DevicesPort, relations: Relations) {
  const { database, bus, clock } = dependencies;
  const claims = createClaimCodes(clock);
  const othersCertificates = createOthersCertificates(dependencies);
  const registrar = createBulkRegistration({ clock, claims, othersCertificates });
  return {
    registrar,
    service: {
      ...createRegistrationService(dependencies, registrar),
      ...createRemovalService(dependencies, relations),
      ...createCertificatesService(dependencies, devices, relations, claims),
    },
    /**
     * Rebinds every serial whose messages are stored, or no longer stored, from now on: at once in the deciding process
     * and a moment later in every other process. Rebinds all serials after notifications may have been lost.
     */
    async onRegistered({ rebind: run, rebindAll }: Rebinding): Promise<Stop> {
      const stops = [deviceRegistered, deviceRemoved, deviceRegistrationHeard].map((event) =>
        bus.on(event, ({ serial }: { serial: string }) => run(serial)),
      );
      stops.push(
        bus.on(deviceRegistrationsMissed, rebindAll),
        await database.listen(REGISTRATION_CHANNEL, (serial) => {
          if (serial === '') bus.announce(deviceRegistrationsMissed, {});
          else bus.announce(deviceRegistrationHeard, { serial });
        }),
      );
      return () => stops.forEach((stop) => stop());
    },
  };
}

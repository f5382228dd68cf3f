// Phones that report as devices of their user, with Traccar Client or OwnTracks.
// Serves users who add a phone of their own, and the apps that report for it.
// Row PHON-01.
import type { PhonePlacesPort } from '#features/ping/ping.port';
import type { ReportedPlacesPort } from '#features/tracking/tracking.port';
import type { Feature } from '#platform/feature/feature';
import type { PhoneReception } from '#platform/http/servers/phone.edge';
import { phonesPersonData } from './phones.person-data.service.ts';
import { createReception, type ReceptionDependencies } from './phones.reception.service.ts';
import { phonesRoutes } from './phones.routes.ts';
import { createPhonesService, type PhonesDependencies } from './phones.service.ts';

export function createPhonesFeature(
  dependencies: PhonesDependencies &
    ReceptionDependencies & { phonePlaces: PhonePlacesPort; places: ReportedPlacesPort },
): Feature & { readonly reception: PhoneReception } {
  const { phonePlaces, places } = dependencies;
  phonePlaces.findWith(async (id, from) => (await places.listReported([{ id, from }]))[0] ?? null);
  return {
    name: 'phones',
    routes: phonesRoutes(createPhonesService(dependencies)),
    reception: createReception(dependencies),
    personData: phonesPersonData,
  };
}

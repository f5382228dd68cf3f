import { addPhone, listPhones, renewPhoneSecret } from '@trace/contract/phones/phones.api';
import { route, type Route } from '#platform/http/route';
import type { PhonesService } from './phones.service.ts';

export const phonesRoutes = (service: PhonesService): Route[] => [
  route(listPhones, async ({ actor }) => ({ phones: await service.list(actor) })),
  route(addPhone, ({ actor, origin, body }) => service.add(actor, origin, body.name)),
  route(renewPhoneSecret, ({ actor, origin, params }) => service.renewSecret(actor, origin, params.serial)),
];

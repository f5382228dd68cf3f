import {
  answerPanicConsent,
  changePanicConsent,
  seePanicConsent,
  stopPanicConsent,
} from '@trace/contract/panic-contacts/consent/panic-contacts.consent.api';
import {
  addPanicContact,
  changePanicContact,
  invitePanicContact,
  listPanicContacts,
  orderPanicContacts,
  removePanicContact,
  savePanicSettings,
  testPanicContact,
} from '@trace/contract/panic-contacts/panic-contacts.api';
import { openRoute, route, type Route } from '#platform/http/route';
import type { ConsentService } from './consent/panic-contacts.consent.service.ts';
import type { PanicContactsService } from './panic-contacts.service.ts';
import type { SendContactTest } from './panic-contacts.test-message.service.ts';

export const panicContactsRoutes = (service: PanicContactsService, sendTest: SendContactTest): Route[] => [
  route(listPanicContacts, ({ actor }) => service.list(actor)),
  route(addPanicContact, ({ actor, origin, body }) => service.add(actor, origin, body)),
  route(changePanicContact, ({ actor, origin, params, body }) => service.change(actor, origin, params.id, body)),
  route(removePanicContact, ({ actor, origin, params }) => service.remove(actor, origin, params.id)),
  route(orderPanicContacts, ({ actor, origin, body }) => service.order(actor, origin, body.ids)),
  route(invitePanicContact, ({ actor, origin, params }) => service.invite(actor, origin, params.id)),
  route(testPanicContact, ({ actor, origin, params }) => sendTest(actor, origin, params.id)),
  route(savePanicSettings, ({ actor, origin, body }) => service.saveSettings(actor, origin, body)),
];

export const consentRoutes = (consent: ConsentService): Route[] => [
  openRoute(seePanicConsent, ({ body }) => consent.see(body.token)),
  openRoute(answerPanicConsent, ({ origin, body }) => consent.answer(origin, body)),
  openRoute(changePanicConsent, ({ origin, body }) => consent.allowDrills(origin, body)),
  openRoute(stopPanicConsent, ({ origin, body }) => consent.stop(origin, body.token)),
];

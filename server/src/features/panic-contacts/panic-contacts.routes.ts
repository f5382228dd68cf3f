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
  testOwnPhone,
  testPanicContact,
} from '@trace/contract/panic-contacts/panic-contacts.api';
import { openRoute, route, type Route } from '#platform/http/route';
import type { ConsentService } from './consent/panic-contacts.consent.service.ts';
import type { ContactList } from './panic-contacts.list.service.ts';
import type { SendOwnTest } from './panic-contacts.own-test.service.ts';
import type { PanicContactsService } from './panic-contacts.service.ts';
import type { PanicSettingsService } from './panic-contacts.settings.service.ts';
import type { SendContactTest } from './panic-contacts.test-message.service.ts';

interface PanicContactsServices {
  readonly list: ContactList;
  readonly contacts: PanicContactsService;
  readonly settings: PanicSettingsService;
  readonly sendTest: SendContactTest;
  readonly sendOwnTest: SendOwnTest;
}

export const panicContactsRoutes = ({
  list,
  contacts,
  settings,
  sendTest,
  sendOwnTest,
}: PanicContactsServices): Route[] => [
  route(listPanicContacts, ({ actor }) => list(actor)),
  route(addPanicContact, ({ actor, origin, body }) => contacts.add(actor, origin, body)),
  route(changePanicContact, ({ actor, origin, params, body }) => contacts.change(actor, origin, params.id, body)),
  route(removePanicContact, ({ actor, origin, params }) => contacts.remove(actor, origin, params.id)),
  route(orderPanicContacts, ({ actor, origin, body }) => settings.order(actor, origin, body.ids)),
  route(invitePanicContact, ({ actor, origin, params }) => settings.invite(actor, origin, params.id)),
  route(testPanicContact, ({ actor, origin, params }) => sendTest(actor, origin, params.id)),
  route(testOwnPhone, ({ actor, origin }) => sendOwnTest(actor, origin)),
  route(savePanicSettings, ({ actor, origin, body }) => settings.save(actor, origin, body)),
];

export const consentRoutes = (consent: ConsentService): Route[] => [
  openRoute(seePanicConsent, ({ body }) => consent.see(body.token)),
  openRoute(answerPanicConsent, ({ origin, body }) => consent.answer(origin, body)),
  openRoute(changePanicConsent, ({ origin, body }) => consent.allowDrills(origin, body)),
  openRoute(stopPanicConsent, ({ origin, body }) => consent.stop(origin, body.token)),
];
